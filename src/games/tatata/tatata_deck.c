#include "tatata_deck.h"

int tatata_nth(uint64_t cards, uint32_t k)
{
    while (k--) cards &= cards - 1;
    return __builtin_ctzll(cards);
}

uint64_t tatata_pile(const tatata_state *s)
{
    uint64_t gone = s->open.discards;
    for (int seat = 0; seat < TATATA_SEATS; seat++) gone |= s->hand[seat];
    if (s->drawn != TATATA_NO_CARD) gone |= tatata_card(s->drawn);
    return TATATA_DECK_MASK & ~gone;
}

void tatata_discard(tatata_public *o, int card)
{
    const uint8_t batch = o->batch[card];
    int left = 0;
    o->batch[card] = 0;
    o->discards |= tatata_card(card);
    for (int i = 0; i < TATATA_DECK; i++) left += o->batch[i] == batch;
    if (left) return;
    for (int i = 0; i < TATATA_DECK; i++) o->batch[i] = (uint8_t)(o->batch[i] - (o->batch[i] > batch));
    o->n_batches--;
}

bool tatata_ready_pile(tatata_state *s)
{
    tatata_public *o = &s->open;
    if (tatata_pile(s)) return true;
    if (!o->discards) return false;
    o->n_batches++;
    while (o->discards) o->batch[tatata_take(&o->discards)] = o->n_batches;
    return true;
}
