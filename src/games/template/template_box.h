/* The template game: the printed components (P1). */
#ifndef TEMPLATE_BOX_H
#define TEMPLATE_BOX_H

#include <tatami/game.h>

typedef struct template_box {
    uint8_t top;
} template_box;

void template_box_init(void *box);
int template_box_line(void *box, const tm_span *words, int n_words, tm_why *why);
int template_box_check(const void *box, tm_why *why);

#endif
