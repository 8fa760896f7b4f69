#include <tatami/game.h>

const tm_range *tm_option_range(const tm_option *option, int n_seats)
{
    return option->by_seats ? &option->by_seats[n_seats] : &option->range;
}
