/* What the commands with a screen share. */
#include <signal.h>
#include <stdlib.h>

#include "cli/cli.h"

void cli_screen_defaults(tm_screen_options *out)
{
    const char *no_colour = getenv("NO_COLOR");
    *out = (tm_screen_options){.no_colour = no_colour && *no_colour};
}

/* A signal that ended the screen ends the program too, once the terminal is restored. */
int cli_screen_status(int status)
{
    if (status > 0) raise(status);
    if (status == TM_EIO) return cli_fail(_("this terminal cannot show a full screen (see: --plain)"));
    return status ? cli_fail(_("out of memory")) : CLI_OK;
}
