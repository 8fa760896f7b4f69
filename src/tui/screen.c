/* The main loop: waits for keys and the source, and draws when something has changed. */
#include <tatami/screen.h>

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/term.h"

enum { BEAT = 150 }; /* milliseconds per step of the thinking indicator */

bool tm_screen_possible(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

/* Whether the terminal is still there. */
static bool wait_for_news(const tui *t)
{
    const tm_source *s = t->source;
    struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = s->fd, .events = POLLIN}};
    int most = s->wait(s);
    if ((s->thinking || s->hinting) && (most < 0 || most > BEAT)) most = BEAT;
    const int n = poll(fds, s->fd >= 0 ? 2 : 1, most); /* a signal ends it, too */
    return n <= 0 || !(fds[0].revents & (POLLHUP | POLLERR | POLLNVAL));
}

/* TM_OK, or TM_ESPACE if the terminal has become too large. */
static int take_keys(tui *t)
{
    int key, width, height;
    while (t->mode != TUI_LEFT && (key = tui_term_key(t)) != TUI_KEY_NONE) tui_key(t, key);
    tui_term_size(&width, &height);
    if (width == t->sheet.width && height == t->sheet.height) return TM_OK;
    return tui_resize(t, width, height);
}

static int run(tui *t)
{
    while (t->mode != TUI_LEFT && !tui_term_signal()) {
        if (take_keys(t)) return TM_ESPACE;
        if (t->mode == TUI_LEFT) break;
        t->source->update(t->source);
        if (t->source->done) break;
        if (t->source->notice[0]) {
            tui_say(t, true, t->source->notice);
            t->source->notice[0] = 0;
        }
        if (t->turn != t->source->turn) tui_refilter(t);
        tui_draw(t);
        tui_term_show(&t->sheet);
        if (!wait_for_news(t)) return SIGHUP;
        t->beat++;
    }
    return tui_term_signal();
}

int tm_screen_run(tm_source *source, const tm_screen_options *options)
{
    tui t;
    int status = tui_init(&t, source);
    if (status == TM_OK) status = tui_term_open(options);
    if (status == TM_OK) {
        status = run(&t);
        tui_term_close();
    }
    tui_free(&t);
    return status;
}
