/* The state of the screen: what is typed, chosen and pointed at. No terminal here: keys go in, sheets come out. */
#ifndef TUI_MODEL_H
#define TUI_MODEL_H

#include <tatami/screen.h>

/* Keys that are not characters; characters are represented by their code. */
enum {
    TUI_KEY_NONE = 0x200000,
    TUI_KEY_UP,
    TUI_KEY_DOWN,
    TUI_KEY_LEFT,
    TUI_KEY_RIGHT,
    TUI_KEY_HOME,
    TUI_KEY_END,
    TUI_KEY_PAGE_UP,
    TUI_KEY_PAGE_DOWN,
    TUI_KEY_TAB,
    TUI_KEY_BACK_TAB,
    TUI_KEY_ENTER,
    TUI_KEY_ESCAPE,
    TUI_KEY_ERASE,
    TUI_KEY_ERASE_ALL,
    TUI_KEY_LOG_UP,
    TUI_KEY_LOG_DOWN,
    TUI_KEY_LEAVE,  /* Ctrl-C */
    TUI_KEY_REDRAW, /* Ctrl-L, and when the size has changed */
    TUI_KEY_F1,     /* F1 to F10 follow */
    TUI_KEY_F10 = TUI_KEY_F1 + 9,
};

typedef struct tui_rect {
    int x, y, width, height;
} tui_rect;

enum { TUI_FILTER_MAX = 120, TUI_SPOTS = 512 };

typedef enum tui_mode { TUI_PLAYING, TUI_HELPING, TUI_LEAVING, TUI_LEFT } tui_mode;

typedef struct tui {
    tm_source *source;
    tui_mode mode;
    tm_sheet sheet; /* the whole screen; its spots are the board's */
    tui_rect board, panel, log;
    char filter[TUI_FILTER_MAX + 1];
    int *shown; /* the items that the filter leaves, in the order of the list */
    int n_shown;
    int selected;  /* among them, or -1 */
    int top;       /* the first one on the screen */
    int spot;      /* the piece pointed at, or -1 */
    bool *live;    /* for each spot: whether it can be used */
    uint32_t turn; /* of the source, when the items were filtered */
    int log_back;  /* lines scrolled back */
    bool wide_log; /* show the log instead of the board */
    int beat;      /* animates the thinking indicator */
    bool warned;
    char message[256];
} tui;

/* TM_OK or TM_ESPACE. */
int tui_init(tui *t, tm_source *source);
void tui_free(tui *t);
int tui_resize(tui *t, int width, int height);

/* Brings the list up to date when the source or the filter has changed. */
void tui_refilter(tui *t);
void tui_key(tui *t, int key);
void tui_click(tui *t, int x, int y);
void tui_wheel(tui *t, int x, int y, int by);
void tui_say(tui *t, bool warning, const char *text);

/* Enter, on what is typed, chosen or pointed at. */
void tui_enter(tui *t);
/* A command such as `undo`, in English or in the user's language; false if it is not one. */
bool tui_command(tui *t, const char *text);
void tui_hint(tui *t);
void tui_undo(tui *t);
void tui_step(tui *t, int by);
void tui_look_next(tui *t);

/* Draws everything onto the sheet. */
void tui_draw(tui *t);

#endif
