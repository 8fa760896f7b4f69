/* Which network plays a setup. */
#include "bots/nets.h"

#include "bots/bots.h"
#include "bots/net.h"

static bool knows(const tm_setup *setup, tm_span file)
{
    tm_net net;
    return tm_net_reopen(setup->game, (const uint8_t *)file.at, file.len, &net) == TM_OK && tm_net_knows(&net, setup);
}

int tm_net_check(const tm_game *game, tm_span file, tm_why *why)
{
    tm_net net;
    return tm_net_read(game, (const uint8_t *)file.at, file.len, &net, why);
}

tm_span tm_net_for(const tm_setup *setup, tm_span given)
{
    const tm_span none = {NULL, 0};
    if (given.len) return knows(setup, given) ? given : none;
    for (int i = 0; i < tm_n_nets; i++) {
        const tm_span file = {(const char *)tm_nets[i].at, tm_nets[i].size};
        if (knows(setup, file)) return file;
    }
    return none;
}

bool tm_net_would_know(const tm_setup *setup, tm_span head)
{
    return tm_net_head_knows(setup, (const uint8_t *)head.at, head.len);
}

const char *tm_bot_remark(const tm_bot *bot, const tm_setup *setup, tm_span given)
{
    const tm_span file = tm_net_for(setup, given);
    tm_net net;
    const bool learned = file.len && tm_net_reopen(setup->game, (const uint8_t *)file.at, file.len, &net) == TM_OK;
    const bool decides = learned && !(net.advises >> setup->n_seats & 1);
    if (bot == &tm_bot_reflex && !learned) return N_("reflex has not learned this setup and thinks like hard");
    if (bot == &tm_bot_reflex && !decides) return N_("reflex thinks like hard here, with what it has learned");
    if (bot == &tm_bot_master && !learned)
        return N_("master has not learned this setup and thinks like expert, but longer");
    return NULL;
}
