#include "server/hall_names.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall_add.h"

/* Takes a person's new name into a table where they sit. */
static void rename_at(live *l, const tm_person *who)
{
    char entry[TM_NAME_MAX + 64];
    tm_text text;
    tm_why why;
    tm_why_init(&why, NULL);
    tm_text_init(&text, entry, sizeof entry);
    if (l->lost || l->copy || room_rename(l->room, who, &text, &why) != TM_OK) return;
    const tm_span span = {text.at, text.len};
    hall_add(l, span, NULL, NULL, &why);
}

void hall_rename(hall *h, const tm_person *who)
{
    h->server->n_people++;
    for (live *l = hall_next(h, NULL); l; l = hall_next(h, l)) {
        for (line *any = l->lines; any; any = any->next)
            if (strcmp(any->person.id, who->id) == 0) memcpy(any->person.name, who->name, sizeof who->name);
        rename_at(l, who);
    }
}

/* The people at a table, whose names are read. */
typedef struct naming {
    server *server;
    tm_id table;
    uint32_t n_people;
    int n;
    tm_person people[TM_MAX_SEATS];
} naming;

static int read_names(tm_store *store, void *context, tm_why *why)
{
    naming *names = context;
    for (int i = 0; i < names->n; i++) {
        tm_person *who = &names->people[i];
        const int status = store->ops->read_person(store, who->id, who, why);
        if (status == TM_EUNKNOWN)
            *who = names->people[--names->n], i--; /* deleted */
        else if (status)
            return status;
    }
    return TM_OK;
}

static void ask_names(naming *names);

static void on_names(void *context, int status, const char *why)
{
    naming *names = context;
    live *l = status ? NULL : hall_here(names->server, names->table);
    (void)why;
    if (l && names->n_people != names->server->n_people) {
        ask_names(names);
        return;
    }
    for (int i = 0; l && i < names->n; i++) rename_at(l, &names->people[i]);
    free(names);
}

static void ask_names(naming *names)
{
    names->n_people = names->server->n_people;
    reader_ask(&names->server->reader, read_names, on_names, names);
}

void hall_learn_names(live *l)
{
    const room *r = l->room;
    naming *names = r->phase == TM_OVER ? NULL : calloc(1, sizeof *names);
    if (!names) return;
    names->server = l->server;
    memcpy(names->table, r->id, sizeof names->table);
    for (int seat = 0; seat < r->opening.setup.n_seats; seat++)
        if (r->seats[seat].kind == SEAT_PERSON)
            memcpy(names->people[names->n++].id, r->seats[seat].person, sizeof r->seats[seat].person);
    ask_names(names);
}
