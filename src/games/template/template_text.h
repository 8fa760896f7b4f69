/* The template game: notation, JSON and words. */
#ifndef TEMPLATE_TEXT_H
#define TEMPLATE_TEXT_H

#include "template_view.h"

void template_write_action(const void *config, tm_action action, tm_text *out);
int template_read_action(const void *config, tm_span text, tm_action *out);
void template_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out);
int template_read_outcome(const void *config, tm_span text, tm_outcome *out);
void template_write_view(const void *config, const void *view, tm_text *out);
void template_show(const void *config, const void *view, const tm_say *say, tm_text *out);
void template_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                   tm_text *out);
void template_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
void template_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
const char *template_caution(const void *config, const void *view, tm_action action);
void template_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);

#endif
