/* Takamatsu: notation, JSON and words. */
#ifndef TAKAMATSU_TEXT_H
#define TAKAMATSU_TEXT_H

#include "takamatsu_view.h"

void takamatsu_put_samurai(tm_text *out, uint32_t samurai); /* bbkr */
const char *takamatsu_colour_name(const tm_say *say, int colour);

void takamatsu_write_action(const void *config, tm_action action, tm_text *out);
int takamatsu_read_action(const void *config, tm_span text, tm_action *out);
void takamatsu_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out);
int takamatsu_read_outcome(const void *config, tm_span text, tm_outcome *out);
void takamatsu_write_view(const void *config, const void *view, tm_text *out);

void takamatsu_show(const void *config, const void *view, const tm_say *say, tm_text *out);
void takamatsu_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                    tm_text *out);
void takamatsu_notice(const void *config, const void *before, const tm_event *seen, const void *after,
                      const tm_say *say, tm_text *out);
/* Whether every number in a view is in its range; one from outside may not be. */
bool takamatsu_is_sound(const takamatsu_config *config, const takamatsu_view_data *view);
void takamatsu_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
void takamatsu_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
const char *takamatsu_caution(const void *config, const void *view, tm_action action);
void takamatsu_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);

#endif
