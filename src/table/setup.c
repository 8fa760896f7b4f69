/* What is agreed before a game: players, options, box. */
#include <tatami/table.h>

#include <string.h>

int tm_setup_init(tm_setup *setup, const tm_game *game, int n_seats, tm_why *why)
{
    if (!game) return tm_why_not(why, TM_EUNKNOWN, "the setup names no game");
    if (n_seats < game->min_seats || n_seats > game->max_seats)
        return tm_why_not(why, TM_ERANGE, "%d players: %s is for %d to %d players", n_seats, game->title,
                          game->min_seats, game->max_seats);
    memset(setup, 0, sizeof *setup);
    setup->game = game;
    setup->n_seats = n_seats;
    for (int i = 0; i < game->n_options; i++) setup->values[i] = tm_option_range(&game->options[i], n_seats)->def;
    return TM_OK;
}

static void list_options(const tm_game *game, tm_text *out)
{
    for (int i = 0; i < game->n_options; i++) tm_put_fmt(out, "%s%s", i ? ", " : "", game->options[i].name);
}

static int refuse_value(const tm_setup *setup, const tm_option *option, tm_span value, tm_why *why)
{
    char found[128], expected[256];
    tm_text f, e;
    const tm_range *range = tm_option_range(option, setup->n_seats);
    tm_text_init(&f, found, sizeof found);
    tm_text_init(&e, expected, sizeof expected);
    tm_put_quoted(&f, value.at, value.len, 40);
    if (!option->words)
        return tm_why_not(why, TM_ERANGE, "option %s is \"%s\", expected a number from %d to %d", option->name, found,
                          range->min, range->max);
    for (int i = range->min; i <= range->max; i++) tm_put_fmt(&e, "%s%s", i > range->min ? ", " : "", option->words[i]);
    return tm_why_not(why, TM_ERANGE, "option %s is \"%s\", expected one of %s", option->name, found, expected);
}

static int find_option(const tm_game *game, tm_span name)
{
    for (int i = 0; i < game->n_options; i++)
        if (tm_span_is(name, game->options[i].name)) return i;
    return TM_EUNKNOWN;
}

int tm_setup_option(tm_setup *setup, tm_span text, tm_why *why)
{
    const tm_game *game = setup->game;
    const char *equals = text.len ? memchr(text.at, '=', text.len) : NULL;
    const tm_span name = {text.at, equals ? (uint32_t)(equals - text.at) : text.len};
    const int index = find_option(game, name);
    if (index < 0 || !equals) {
        char found[128], known[256];
        tm_text f, k;
        tm_text_init(&f, found, sizeof found);
        tm_text_init(&k, known, sizeof known);
        tm_put_quoted(&f, text.at, text.len, 40);
        list_options(game, &k);
        if (index >= 0) return tm_why_not(why, TM_ESYNTAX, "option \"%s\", expected %s=VALUE", found, found);
        return tm_why_not(why, TM_EUNKNOWN, "unknown option \"%s\", %s has: %s", found, game->title, known);
    }
    const tm_option *option = &game->options[index];
    const tm_range *range = tm_option_range(option, setup->n_seats);
    const tm_span value = {equals + 1, text.len - name.len - 1};
    int32_t number = range->min - 1;
    if (option->words) {
        for (int i = range->min; i <= range->max; i++)
            if (tm_span_is(value, option->words[i])) number = i;
    } else if (tm_span_int(value, range->min, range->max, &number)) {
        number = range->min - 1;
    }
    if (number < range->min) return refuse_value(setup, option, value, why);
    setup->values[index] = number;
    return TM_OK;
}

void tm_setup_write_option(const tm_setup *setup, int index, tm_text *out)
{
    if (index < 0 || index >= setup->game->n_options) return;
    const tm_option *option = &setup->game->options[index];
    tm_put_fmt(out, "%s=", option->name);
    if (option->words)
        tm_put_str(out, option->words[setup->values[index]]);
    else
        tm_put_int(out, setup->values[index]);
}

int tm_setup_box(tm_setup *setup, const tm_box *box, tm_why *why)
{
    if (box && box->game != setup->game)
        return tm_why_not(why, TM_EUNKNOWN, "the box \"%s\" is for %s, not for %s", box->name, box->game->title,
                          setup->game->title);
    setup->box = box;
    return TM_OK;
}
