/* Numbers with decimals as people write them: 0.5 in English, 0,5 in French. For people only: files and other programs always get the dot. */
#ifndef CLI_DECIMAL_H
#define CLI_DECIMAL_H

#include <tatami/text.h>

enum { CLI_DECIMAL = 32 };

/* Writes `value` into `room` (CLI_DECIMAL bytes) and returns it. */
char *cli_put_decimal(char *room, const tm_say *say, int n_decimals, double value);

/* The same in the language of this run, for the block that it is in. */
#define cli_decimal(n_decimals, value) cli_put_decimal((char[CLI_DECIMAL]){0}, cli_say(), n_decimals, value)

#endif
