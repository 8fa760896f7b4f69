/* A seat's legal actions for people to read: as text, sorted bytewise. */
#ifndef TATAMI_CHOICES_H
#define TATAMI_CHOICES_H

#include <tatami/table.h>

TM_HEADER_BEGIN

typedef struct tm_choice {
    tm_action action;
    tm_span text;
} tm_choice;

/* Start with zeroes; the memory is reused from one listing to the next. */
typedef struct tm_choices {
    int n;
    tm_choice *list;
    char *pool;
    size_t n_list; /* room, in choices, of both */
} tm_choices;

int tm_choices_list(tm_choices *choices, tm_table *table, int seat);
int tm_choices_sort(tm_choices *choices, const tm_game *game, const void *config, const tm_action *legal, int n_legal);
void tm_choices_free(tm_choices *choices);
/* `ask 1 | play r5`; if `most` is above 0, at most that many, and then how many more there are. */
void tm_choices_write(const tm_choices *choices, int most, tm_text *out);

TM_HEADER_END

#endif
