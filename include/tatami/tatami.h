/* All of libtatami in one include. */
#ifndef TATAMI_TATAMI_H
#define TATAMI_TATAMI_H

#include <tatami/base.h>
#include <tatami/bot.h>
#include <tatami/canvas.h>
#include <tatami/catalogue.h>
#include <tatami/choices.h>
#include <tatami/fair.h>
#include <tatami/game.h>
#include <tatami/learn.h>
#include <tatami/luck.h>
#include <tatami/record.h>
#include <tatami/rng.h>
#include <tatami/search.h>
#include <tatami/table.h>
#include <tatami/text.h>
#include <tatami/vector.h>
#include <tatami/version.h>

#endif
