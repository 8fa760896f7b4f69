/* The bots there are. */
#ifndef BOTS_BOTS_H
#define BOTS_BOTS_H

#include <tatami/bot.h>

extern const tm_bot tm_bot_random, tm_bot_thumb, tm_bot_easy, tm_bot_medium, tm_bot_hard, tm_bot_expert, tm_bot_reflex,
    tm_bot_master;

#endif
