/* Finds which of many texts a person means. */
#ifndef TUI_FILTER_H
#define TUI_FILTER_H

#include <tatami/text.h>

/* Whether the words of `filter` come in this order among the words of `text`: each as a whole, or with `starts` as
 * the start of one. The last word is always a start unless a space follows it. Ignores case. */
bool tui_matches(tm_span filter, tm_span text, bool starts);

#endif
