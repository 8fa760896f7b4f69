/* Which network plays a setup. */
#include "bots/nets.h"

#include <string.h>

#include "bots/bots.h"
#include "bots/net.h"

static tm_span built_in(const tm_game *game)
{
    for (int i = 0; i < tm_n_nets; i++)
        if (strcmp(tm_nets[i].game, game->id) == 0) return (tm_span){(const char *)tm_nets[i].file, tm_nets[i].size};
    return (tm_span){NULL, 0};
}

int tm_net_check(const tm_game *game, tm_span file, tm_why *why)
{
    tm_net net;
    return tm_net_read(game, (const uint8_t *)file.at, file.len, &net, why);
}

tm_span tm_net_for(const tm_setup *setup, tm_span given)
{
    const tm_span file = given.len ? given : built_in(setup->game), none = {NULL, 0};
    tm_net net;
    if (!file.len || tm_net_reopen(setup->game, (const uint8_t *)file.at, file.len, &net)) return none;
    return tm_net_knows(&net, setup) ? file : none;
}

bool tm_net_would_know(const tm_setup *setup, tm_span head)
{
    return tm_net_head_knows(setup, (const uint8_t *)head.at, head.len);
}

const char *tm_bot_remark(const tm_bot *bot, const tm_setup *setup, tm_span given)
{
    const tm_span file = tm_net_for(setup, given);
    tm_net net;
    const bool knows = file.len && tm_net_reopen(setup->game, (const uint8_t *)file.at, file.len, &net) == TM_OK;
    const bool decides = knows && !(net.advises >> setup->n_seats & 1);
    if (bot == &tm_bot_reflex && !knows) return N_("reflex has not learned this setup and thinks like hard");
    if (bot == &tm_bot_reflex && !decides) return N_("reflex thinks like hard here, with what it has learned");
    if (bot == &tm_bot_master && !knows)
        return N_("master has not learned this setup and thinks like expert, but longer");
    return NULL;
}
