#include <tatami/choices.h>

#include <stdlib.h>
#include <string.h>

enum { ACTION_MAX = 64 }; /* bytes of one action as text */

static int by_text(const void *a, const void *b)
{
    return tm_span_compare(((const tm_choice *)a)->text, ((const tm_choice *)b)->text);
}

static int make_room(tm_choices *choices, size_t n)
{
    if (n <= choices->n_list) return TM_OK;
    tm_choice *list = realloc(choices->list, n * sizeof *list);
    if (!list) return TM_ESPACE;
    choices->list = list;
    char *pool = realloc(choices->pool, n * ACTION_MAX);
    if (!pool) return TM_ESPACE;
    choices->pool = pool;
    choices->n_list = n;
    return TM_OK;
}

int tm_choices_list(tm_choices *choices, tm_table *table, int seat)
{
    const tm_action *legal;
    const int n = tm_table_legal(table, seat, &legal);
    return tm_choices_sort(choices, tm_table_setup(table)->game, tm_table_config(table), legal, n);
}

int tm_choices_sort(tm_choices *choices, const tm_game *game, const void *config, const tm_action *legal, int n)
{
    choices->n = 0;
    if (make_room(choices, (size_t)n)) return TM_ESPACE;
    for (int i = 0; i < n; i++) {
        tm_text text;
        tm_text_init(&text, choices->pool + (size_t)i * ACTION_MAX, ACTION_MAX);
        game->write_action(config, legal[i], &text);
        tm_assert(!text.cut);
        choices->list[i].action = legal[i];
        choices->list[i].text.at = text.at;
        choices->list[i].text.len = text.len;
    }
    if (n > 1) qsort(choices->list, (size_t)n, sizeof *choices->list, by_text);
    choices->n = n;
    return TM_OK;
}

void tm_choices_free(tm_choices *choices)
{
    free(choices->list);
    free(choices->pool);
    memset(choices, 0, sizeof *choices);
}

void tm_choices_write(const tm_choices *choices, int most, tm_text *out)
{
    const int shown = most > 0 && most < choices->n ? most : choices->n;
    for (int i = 0; i < shown; i++) {
        if (i) tm_put_str(out, " | ");
        tm_put_mem(out, choices->list[i].text.at, choices->list[i].text.len);
    }
    if (shown < choices->n) tm_put_fmt(out, " | … (+%d)", choices->n - shown);
}
