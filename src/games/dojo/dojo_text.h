/* Dojo: notation, JSON and words. */
#ifndef DOJO_TEXT_H
#define DOJO_TEXT_H

#include "dojo_view.h"

extern const char *const dojo_signs[4]; /* what is thrown, from 1 */
const char *dojo_trophy_name(const tm_say *say, int trophy);

void dojo_write_action(const void *config, tm_action action, tm_text *out);
int dojo_read_action(const void *config, tm_span text, tm_action *out);
void dojo_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out);
int dojo_read_outcome(const void *config, tm_span text, tm_outcome *out);
void dojo_write_view(const void *config, const void *view, tm_text *out);

void dojo_show(const void *config, const void *view, const tm_say *say, tm_text *out);
void dojo_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
               tm_text *out);
void dojo_notice(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                 tm_text *out);
/* The smallest part of the grid that holds these places; there must be one. */
typedef struct dojo_window {
    int top, left, rows, cols;
} dojo_window;
dojo_window dojo_window_of(uint64_t places);
/* Whether every number in a view is in its range; one from outside may not be. */
bool dojo_is_sound(const dojo_config *config, const dojo_view_data *view);
void dojo_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
void dojo_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
const char *dojo_caution(const void *config, const void *view, tm_action action);
void dojo_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);

#endif
