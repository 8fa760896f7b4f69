#include "wire/setup.h"

void json_setup(tm_json *json, const tm_setup *setup)
{
    tm_json_key(json, "game");
    tm_json_str(json, setup->game->id);
    tm_json_key(json, "players");
    tm_json_int(json, setup->n_seats);
    tm_json_key(json, "options");
    tm_json_open(json, '{');
    for (int i = 0; i < setup->game->n_options; i++) {
        const tm_option *option = &setup->game->options[i];
        tm_json_key(json, option->name);
        if (option->words)
            tm_json_str(json, option->words[setup->values[i]]);
        else
            tm_json_int(json, setup->values[i]);
    }
    tm_json_close(json, '}');
}
