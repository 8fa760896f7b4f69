/* The terminal: keys in, sheets out, and its state restored whatever happens. */
#ifndef TUI_TERM_H
#define TUI_TERM_H

#include "tui/model.h"

/* Takes the terminal over. TM_OK, or TM_EIO if it cannot show a screen. */
int tui_term_open(const tm_screen_options *options);
void tui_term_close(void);
void tui_term_size(int *out_width, int *out_height);
void tui_term_show(const tm_sheet *sheet);
/* The next key, TUI_KEY_NONE if there is none; mouse events go straight to `t`. */
int tui_term_key(tui *t);
/* The signal that asked us to stop, or 0. Ctrl-C is a key (TUI_KEY_LEAVE). */
int tui_term_signal(void);

#endif
