/* TATATA!: rules of thumb. */
#ifndef TATATA_THUMB_H
#define TATATA_THUMB_H

#include "tatata_view.h"

/* Dodge when you can, shoot when it hits, fly as far as you can, keep a card to dodge with. */
tm_action tatata_thumb(const void *config, const void *view, int seat, const tm_action *legal, int n_legal,
                       tm_rng *rng);

#endif
