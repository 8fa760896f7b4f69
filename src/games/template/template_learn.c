/* The template game for learners: the view as named planes of small numbers, seats counted from the viewer on; an action as
 * tokens. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "template_view.h"

static const tm_plane PLANES[] = {
    {"phase", TEMPLATE_OVER + 1, 1},
    {"players", 1, TEMPLATE_SEATS},
    {"points", TEMPLATE_SEATS * 2, 255},
    {"round", 1, 255},
    {"seats that have chosen", TEMPLATE_SEATS, 1},
    {"cards shown in the last round", TEMPLATE_SEATS, 255},
    {"own card", 1, 255},
    {"own choice: fold, stay", 2, 1},
};

static void observe(const void *config, const void *view, uint8_t *out)
{
    const template_config *c = (const template_config *)config;
    const template_view_data *v = (const template_view_data *)view;
    const template_public *o = &v->open;
    const int own = v->seat < 0 ? 0 : v->seat;
    out = tm_plane_one(out, o->phase, TEMPLATE_OVER + 1);
    out = tm_plane_byte(out, c->seats);
    for (int i = 0; i < TEMPLATE_SEATS; i++)
        out = tm_plane_number(out, i < c->seats ? o->points[tm_seat_after(own, i, c->seats)] : 0);
    out = tm_plane_byte(out, o->round);
    for (int i = 0; i < TEMPLATE_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? o->chosen >> tm_seat_after(own, i, c->seats) & 1 : 0);
    for (int i = 0; i < TEMPLATE_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? o->shown[tm_seat_after(own, i, c->seats)] : 0);
    out = tm_plane_byte(out, v->card);
    tm_plane_one(out, v->seat >= 0 ? v->choice : -1, 2);
}

static int spell(const void *config, tm_action action, uint16_t *out)
{
    (void)config;
    out[0] = (uint16_t)action;
    return 1;
}

const tm_learn template_learn = {
    .planes = PLANES,
    .n_planes = sizeof PLANES / sizeof *PLANES,
    .n_tokens = 2,
    .n_steps = 1,
    .observe = observe,
    .spell = spell,
};
