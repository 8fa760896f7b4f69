/* TATSU: notation, JSON and words. */
#ifndef TATSU_TEXT_H
#define TATSU_TEXT_H

#include "tatsu_view.h"

void tatsu_put_card(tm_text *out, int card); /* rv3, y6, rx1, yf; an unseen one r? */

void tatsu_write_action(const void *config, tm_action action, tm_text *out);
int tatsu_read_action(const void *config, tm_span text, tm_action *out);
void tatsu_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out);
int tatsu_read_outcome(const void *config, tm_span text, tm_outcome *out);
void tatsu_write_view(const void *config, const void *view, tm_text *out);

void tatsu_show(const void *config, const void *view, const tm_say *say, tm_text *out);
void tatsu_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                tm_text *out);
/* Whether every number in a view is in its range; one from outside may not be. */
bool tatsu_is_sound(const tatsu_config *config, const tatsu_view_data *view);
void tatsu_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
void tatsu_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
const char *tatsu_caution(const void *config, const void *view, tm_action action);
void tatsu_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);

#endif
