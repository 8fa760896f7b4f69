#include "cli/decimal.h"

#include <stdio.h>
#include <string.h>

char *cli_put_decimal(char *room, const tm_say *say, int n_decimals, double value)
{
    /* Translators: a half, as numbers are written in your language. What follows the 0 goes between a number and its decimals. */
    const char mark = tm_tr(say, "0.5")[1];
    snprintf(room, CLI_DECIMAL, "%.*f", n_decimals, value);
    char *dot = strchr(room, '.');
    if (dot) *dot = mark;
    return room;
}
