#include <tatami/facts.h>

#include <tatami/bot.h>

#include "bots/bots.h"

static void text(tm_json *json, const char *key, const char *value)
{
    tm_json_key(json, key);
    if (value)
        tm_json_str(json, value);
    else
        tm_json_null(json);
}

static void number(tm_json *json, const char *key, int32_t value)
{
    tm_json_key(json, key);
    tm_json_int(json, value);
}

static void write_range(tm_json *json, const tm_range *range)
{
    number(json, "min", range->min);
    number(json, "max", range->max);
    number(json, "default", range->def);
}

static void write_option(const tm_say *say, const tm_game *game, const tm_option *option, tm_json *json)
{
    tm_json_open(json, '{');
    text(json, "name", option->name);
    text(json, "title", tm_tr(say, option->title));
    text(json, "help", tm_tr(say, option->help));
    write_range(json, &option->range);
    tm_json_key(json, "words");
    tm_json_open(json, '[');
    for (int i = option->range.min; option->words && i <= option->range.max; i++) tm_json_str(json, option->words[i]);
    tm_json_close(json, ']');
    tm_json_key(json, "labels");
    tm_json_open(json, '[');
    for (int i = option->range.min; option->labels && i <= option->range.max; i++)
        tm_json_str(json, tm_tr(say, option->labels[i]));
    tm_json_close(json, ']');
    tm_json_key(json, "by_seats");
    tm_json_open(json, '[');
    for (int n = game->min_seats; option->by_seats && n <= game->max_seats; n++) {
        tm_json_open(json, '{');
        number(json, "seats", n);
        write_range(json, tm_option_range(option, n));
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
    tm_json_close(json, '}');
}

static void write_game(const tm_say *say, const tm_game *game, tm_json *json)
{
    tm_json_open(json, '{');
    text(json, "id", game->id);
    text(json, "title", game->title);
    text(json, "about", tm_tr(say, game->about));
    text(json, "assumed", game->assumed ? tm_tr(say, game->assumed) : NULL);
    tm_json_key(json, "seats");
    tm_json_open(json, '[');
    for (int n = game->min_seats; n <= game->max_seats; n++) tm_json_int(json, n);
    tm_json_close(json, ']');
    number(json, "usual", game->usual_seats);
    tm_json_key(json, "options");
    tm_json_open(json, '[');
    for (int i = 0; i < game->n_options; i++) write_option(say, game, &game->options[i], json);
    tm_json_close(json, ']');
    tm_json_close(json, '}');
}

void tm_facts_write(const tm_say *say, tm_json *json)
{
    tm_json_open(json, '{');
    tm_json_key(json, "games");
    tm_json_open(json, '[');
    for (int i = 0; i < tm_n_games; i++) write_game(say, tm_games[i], json);
    tm_json_close(json, ']');
    tm_json_key(json, "bots");
    tm_json_open(json, '[');
    for (int i = 0; i < tm_n_bots; i++) {
        tm_json_open(json, '{');
        text(json, "name", tm_bots[i]->name);
        text(json, "about", tm_tr(say, tm_bots[i]->about));
        tm_json_key(json, "learned");
        tm_json_bool(json, tm_bots[i] == &tm_bot_reflex || tm_bots[i] == &tm_bot_master);
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
    tm_json_close(json, '}');
}
