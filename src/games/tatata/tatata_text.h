/* TATATA!: notation, JSON and words. */
#ifndef TATATA_TEXT_H
#define TATATA_TEXT_H

#include "tatata_view.h"

void tatata_write_action(const void *config, tm_action action, tm_text *out);
int tatata_read_action(const void *config, tm_span text, tm_action *out);
void tatata_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out);
int tatata_read_outcome(const void *config, tm_span text, tm_outcome *out);
void tatata_write_view(const void *config, const void *view, tm_text *out);

void tatata_show(const void *config, const void *view, const tm_say *say, tm_text *out);
void tatata_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                 tm_text *out);
void tatata_notice(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                   tm_text *out);
/* Whether every number in a view is in its range; one from outside may not be. */
bool tatata_is_sound(const tatata_config *config, const tatata_view_data *view);
void tatata_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
void tatata_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);
const char *tatata_caution(const void *config, const void *view, tm_action action);
void tatata_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);

#endif
