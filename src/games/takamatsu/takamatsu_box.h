/* Takamatsu: the cards and the palace, as printed or as corrected by a box file. See takamatsu_box.c. */
#ifndef TAKAMATSU_BOX_H
#define TAKAMATSU_BOX_H

#include "takamatsu_rules.h"

/* A room, created by the first line that names it. */
typedef struct takamatsu_room {
    char name[TAKAMATSU_NAME + 1];
    uint8_t place;    /* the number of its own `room` line, from 0; NONE before that line */
    uint8_t kind;     /* a takamatsu_kind */
    uint8_t colour;   /* of an outer or inner room, else NONE */
    uint8_t arrow[2]; /* where they lead, an index of rooms; the second may be NONE */
} takamatsu_room;

typedef struct takamatsu_box {
    int8_t open[TAKAMATSU_OPEN];
    uint8_t hidden[TAKAMATSU_HIDDEN];
    uint8_t n_open, n_hidden;
    uint8_t n_rooms; /* with a line of their own */
    uint8_t n_names; /* named anywhere */
    uint8_t given;   /* kinds of lines seen in the file */
    takamatsu_room room[TAKAMATSU_ROOMS];
} takamatsu_box;

extern const char takamatsu_letter[TAKAMATSU_COLOURS + 1]; /* K1: bkpry */
extern const char *const takamatsu_kind_words[TAKAMATSU_INNER + 1];
/* The colour of a letter, or TM_ESYNTAX. */
int takamatsu_colour_of(char letter);

void takamatsu_box_init(void *box);
int takamatsu_box_line(void *box, const tm_span *words, int n_words, tm_why *why);
int takamatsu_box_check(const void *box, tm_why *why);
/* Reason number nth, from 0, why the palace cannot be played in; TM_OK if there are not so many. */
int takamatsu_box_flaw(const void *box, int nth, tm_why *why);

#endif
