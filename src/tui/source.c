/* What every source can do. */
#include <tatami/screen.h>

void tm_source_describe(const tm_source *source, int item, tm_text *out)
{
    const tm_action action = source->items[item].action;
    if (action != TM_HIDDEN_ACTION && !source->waiting && !source->step)
        source->game->describe(source->config, source->view, action, &source->say, out);
}

void tm_source_free(tm_source *source)
{
    if (source) source->free(source);
}
