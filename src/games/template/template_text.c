#include "template_text.h"

void template_write_action(const void *config, tm_action action, tm_text *out)
{
    (void)config;
    tm_put_str(out, action == TEMPLATE_STAY ? "stay" : "fold");
}

int template_read_action(const void *config, tm_span text, tm_action *out)
{
    (void)config;
    if (!tm_span_is(text, "stay") && !tm_span_is(text, "fold")) return TM_ESYNTAX;
    *out = tm_span_is(text, "stay") ? TEMPLATE_STAY : TEMPLATE_FOLD;
    return TM_OK;
}

void template_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out)
{
    (void)config;
    tm_put_fmt(out, "deal %d ", outcome->b[0]);
    if (outcome->b[1] == TEMPLATE_UNSEEN)
        tm_put_char(out, '?');
    else
        tm_put_int(out, outcome->b[1]);
}

int template_read_outcome(const void *config, tm_span text, tm_outcome *out)
{
    tm_span words[3];
    int32_t seat, card;
    tm_outcome o = {0, 2, {0}};
    (void)config;
    if (tm_span_words(text, words, 3) != 3 || !tm_span_is(words[0], "deal")) return TM_ESYNTAX;
    if (tm_span_int(words[1], 0, TEMPLATE_SEATS - 1, &seat) || tm_span_int(words[2], 1, 99, &card)) return TM_ESYNTAX;
    o.b[0] = (uint8_t)seat;
    o.b[1] = (uint8_t)card;
    *out = o;
    return TM_OK;
}

void template_write_view(const void *config, const void *view, tm_text *out)
{
    const template_config *c = (const template_config *)config;
    const template_view_data *v = (const template_view_data *)view;
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "round");
    tm_json_int(&json, v->open.round + 1);
    tm_json_key(&json, "card");
    tm_json_int(&json, v->card);
    tm_json_key(&json, "points");
    tm_json_open(&json, '[');
    for (int seat = 0; seat < c->seats; seat++) tm_json_int(&json, v->open.points[seat]);
    tm_json_close(&json, ']');
    tm_json_key(&json, "chosen");
    tm_json_open(&json, '[');
    for (int seat = 0; seat < c->seats; seat++) tm_json_bool(&json, v->open.chosen >> seat & 1);
    tm_json_close(&json, ']');
    tm_json_key(&json, "shown");
    tm_json_open(&json, '[');
    for (int seat = 0; seat < c->seats; seat++) tm_json_int(&json, v->open.shown[seat]);
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
}

void template_show(const void *config, const void *view, const tm_say *say, tm_text *out)
{
    const template_config *c = (const template_config *)config;
    const template_view_data *v = (const template_view_data *)view;
    if (v->card) tm_put_fmt(out, tm_tr(say, "Round %d of %d. Your card: %d\n"), v->open.round + 1, c->rounds, v->card);
    for (int seat = 0; seat < c->seats; seat++) tm_put_fmt(out, "  %s: %d\n", say->names[seat], v->open.points[seat]);
}

void template_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                   tm_text *out)
{
    const template_public *b = &((const template_view_data *)before)->open;
    const template_public *a = &((const template_view_data *)after)->open;
    const template_config *c = (const template_config *)config;
    if (seen->seat != TM_CHANCE) tm_put_fmt(out, tm_tr(say, "%s: choose\n"), say->names[seen->seat]);
    for (int seat = 0; seat < c->seats && a->round != b->round; seat++)
        if (a->shown[seat]) tm_put_fmt(out, tm_tr(say, "%s: show %d\n"), say->names[seat], a->shown[seat]);
}

void template_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    (void)config;
    (void)view;
    (void)action;
    (void)say;
    (void)out; /* both actions are always legal */
}

void template_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const template_view_data *v = (const template_view_data *)view;
    (void)config;
    if (action == TEMPLATE_STAY)
        tm_put_fmt(out, tm_tr(say, "show your %d: the highest card wins"), v->card);
    else
        tm_put_str(out, tm_tr(say, "lose nothing, win nothing"));
}

/* One question, so that there is one to copy. */
const char *template_caution(const void *config, const void *view, tm_action action)
{
    const template_view_data *v = (const template_view_data *)view;
    const template_config *c = (const template_config *)config;
    return action != TEMPLATE_STAY && v->card == c->top ? N_("No card beats yours. Fold all the same?") : NULL;
}
