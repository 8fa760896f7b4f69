/* A game of one person against bots, set up for both ways of playing. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <tatami/choices.h>
#include <tatami/screen.h>

#include "cli/cli.h"

enum { PLAY_NAME = 40, PLAY_VALUE = ENGINE_COMMAND_MAX + 16 };

typedef struct play {
    cli_choice choice;
    const char *load_path;
    int seat;
    tm_table *table;
    tm_players players;
    tm_say say;
    char names[TM_MAX_SEATS][PLAY_NAME];
    tm_tag tags[TM_RECORD_TAGS];
    char tag_names[TM_MAX_SEATS + 1][16];
    char tag_values[TM_MAX_SEATS + 1][2 * PLAY_VALUE];
    int n_tags;
    bool plain, reader; /* plain lines; for a screen reader */
    uint64_t pace;
    tm_screen_options screen;
    /* Line by line. */
    tm_walk *walk;
    tm_choices choices;
    void *view;
    char *buffer; /* for one text */
} play;

/* Plays in plain lines until the end of the input; returns an exit status. */
int play_lines(play *p);

#endif
