#include "tui/term.h"

#define NCURSES_WIDECHAR 1

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { RESTORE_MAX = 256, ESCAPE_DELAY = 50 };

static const int ENDS[] = {SIGTERM, SIGHUP, SIGINT};
static const int CRASHES[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
enum { N_ENDS = sizeof ENDS / sizeof *ENDS, N_CRASHES = sizeof CRASHES / sizeof *CRASHES };

/* The process's terminal. Everything the crash handler needs is prepared here, because a signal handler may not
 * fetch it. */
static struct {
    SCREEN *screen;
    struct termios modes;
    char restore[RESTORE_MAX];
    size_t n_restore;
    struct sigaction crashes[N_CRASHES], ends[N_ENDS];
    bool ascii, colours;
} term;

static volatile sig_atomic_t ended_by, interrupted;

static void on_end(int signal)
{
    if (signal == SIGINT)
        interrupted = 1;
    else
        ended_by = signal;
}

/* Restores the terminal, then lets the signal take its default course. */
static void on_crash(int number)
{
    const ssize_t written = write(STDOUT_FILENO, term.restore, term.n_restore);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &term.modes);
    for (int i = 0; i < N_CRASHES; i++)
        if (CRASHES[i] == number) sigaction(number, &term.crashes[i], NULL);
    raise(number);
}

static void add_restore(const char *name)
{
    const char *text = tigetstr(name);
    if (!text || text == (const char *)-1) return;
    const size_t len = strlen(text);
    if (term.n_restore + len > RESTORE_MAX) return;
    memcpy(term.restore + term.n_restore, text, len);
    term.n_restore += len;
}

/* Must run before curses installs its own handlers. */
static void keep_signals(void)
{
    for (int i = 0; i < N_ENDS; i++) sigaction(ENDS[i], NULL, &term.ends[i]);
    for (int i = 0; i < N_CRASHES; i++) sigaction(CRASHES[i], NULL, &term.crashes[i]);
}

static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_end;
    for (int i = 0; i < N_ENDS; i++) sigaction(ENDS[i], &action, NULL);
    action.sa_handler = on_crash;
    action.sa_flags = (int)SA_RESETHAND;
    for (int i = 0; i < N_CRASHES; i++) sigaction(CRASHES[i], &action, NULL);
}

static void release_signals(void)
{
    for (int i = 0; i < N_ENDS; i++) sigaction(ENDS[i], &term.ends[i], NULL);
    for (int i = 0; i < N_CRASHES; i++) sigaction(CRASHES[i], &term.crashes[i], NULL);
}

/* Medium tones that are readable on dark and light backgrounds. -1 is the terminal's own. */
static void choose_colours(void)
{
    static const short MANY[TM_INKS] = {-1, 245, 242, -1, 172, 167, 167, 178, 68, 71, 134, 246, 37, 173};
    static const short EIGHT[TM_INKS] = {-1,         -1,           -1,         -1,          COLOR_CYAN,    COLOR_RED,
                                         COLOR_RED,  COLOR_YELLOW, COLOR_BLUE, COLOR_GREEN, COLOR_MAGENTA, -1,
                                         COLOR_CYAN, COLOR_YELLOW};
    use_default_colors();
    for (int ink = 0; ink < TM_INKS; ink++) init_pair((short)(ink + 1), (COLORS >= 256 ? MANY : EIGHT)[ink], -1);
}

int tui_term_open(const tm_screen_options *options)
{
    ended_by = interrupted = 0;
    tcgetattr(STDIN_FILENO, &term.modes);
    keep_signals();
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen) return TM_EIO;
    term.ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    term.colours = !options->no_colour && has_colors() && start_color() == OK && COLORS >= 8;
    if (term.colours) choose_colours();
    term.n_restore = 0;
    add_restore("sgr0");
    add_restore("cnorm");
    add_restore("rmkx");
    add_restore("rmcup");
    catch_signals();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY);
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    return TM_OK;
}

void tui_term_close(void)
{
    mousemask(0, NULL);
    endwin();
    release_signals();
    delscreen(term.screen);
    term.screen = NULL;
}

int tui_term_signal(void)
{
    return ended_by;
}

void tui_term_size(int *out_width, int *out_height)
{
    getmaxyx(stdscr, *out_height, *out_width);
    if (*out_width > 1000) *out_width = 1000;
    if (*out_height > 1000) *out_height = 1000;
}

static attr_t attributes(int style)
{
    const int ink = style & TM_INK_MASK;
    attr_t attributes = A_NORMAL;
    if (style & TM_BOLD || ink == TM_INK_TITLE || (!term.colours && (ink == TM_INK_ACCENT || ink == TM_INK_WARN)))
        attributes |= A_BOLD;
    if (style & TM_REVERSE) attributes |= A_REVERSE;
    if (style & TM_UNDERLINE) attributes |= A_UNDERLINE;
    if ((!term.colours || COLORS < 256) && (ink == TM_INK_MUTED || ink == TM_INK_LINE)) attributes |= A_DIM;
    return attributes;
}

static void show_cell(int y, int x, const tm_cell *cell)
{
    const wchar_t text[2] = {(wchar_t)(term.ascii ? (uint32_t)tm_code_ascii(cell->code) : cell->code), 0};
    cchar_t c;
    if (!cell->code) {
        if (term.ascii) mvaddch(y, x, ' ');
        return;
    }
    setcchar(&c, text, attributes(cell->style), term.colours ? (short)((cell->style & TM_INK_MASK) + 1) : 0, NULL);
    mvadd_wch(y, x, &c);
}

void tui_term_show(const tm_sheet *sheet)
{
    erase();
    for (int y = 0; y < sheet->height; y++)
        for (int x = 0; x < sheet->width; x++) show_cell(y, x, &sheet->cells[y * sheet->width + x]);
    refresh();
}

static void take_mouse(tui *t)
{
    MEVENT event;
    if (getmouse(&event) != OK) return;
    if (event.bstate & BUTTON1_PRESSED) tui_click(t, event.x, event.y);
    if (event.bstate & BUTTON4_PRESSED) tui_wheel(t, event.x, event.y, -1);
    if (event.bstate & BUTTON5_PRESSED) tui_wheel(t, event.x, event.y, 1);
}

static int function_key(wint_t key)
{
    if (key >= KEY_F(1) && key <= KEY_F(10)) return TUI_KEY_F1 + (int)(key - KEY_F(1));
    switch (key) {
    case KEY_UP: return TUI_KEY_UP;
    case KEY_DOWN: return TUI_KEY_DOWN;
    case KEY_LEFT: return TUI_KEY_LEFT;
    case KEY_RIGHT: return TUI_KEY_RIGHT;
    case KEY_HOME: return TUI_KEY_HOME;
    case KEY_END: return TUI_KEY_END;
    case KEY_PPAGE: return TUI_KEY_PAGE_UP;
    case KEY_NPAGE: return TUI_KEY_PAGE_DOWN;
    case KEY_BTAB: return TUI_KEY_BACK_TAB;
    case KEY_ENTER: return TUI_KEY_ENTER;
    case KEY_BACKSPACE:
    case KEY_DC: return TUI_KEY_ERASE;
    case KEY_RESIZE: return TUI_KEY_REDRAW;
    default: return TUI_KEY_REDRAW;
    }
}

static int control_key(wint_t key)
{
    switch (key) {
    case '\t': return TUI_KEY_TAB;
    case '\r':
    case '\n': return TUI_KEY_ENTER;
    case 27: return TUI_KEY_ESCAPE;
    case 127:
    case 8: return TUI_KEY_ERASE;
    case 3: return TUI_KEY_LEAVE;
    case 12: return TUI_KEY_REDRAW;
    case 14: return TUI_KEY_LOG_DOWN;
    case 16: return TUI_KEY_LOG_UP;
    case 21: return TUI_KEY_ERASE_ALL;
    default: return key < ' ' ? TUI_KEY_REDRAW : (int)key;
    }
}

int tui_term_key(tui *t)
{
    wint_t key;
    if (interrupted) {
        interrupted = 0;
        return TUI_KEY_LEAVE;
    }
    const int kind = get_wch(&key);
    if (kind == ERR) return TUI_KEY_NONE;
    if (kind != KEY_CODE_YES) return control_key(key);
    if (key == KEY_MOUSE) {
        take_mouse(t);
        return TUI_KEY_REDRAW;
    }
    return function_key(key);
}
