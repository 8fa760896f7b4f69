#include "server/hall_names.h"

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
    for (live *l = hall_next(h, NULL); l; l = hall_next(h, l)) {
        for (line *any = l->lines; any; any = any->next)
            if (strcmp(any->person.id, who->id) == 0) memcpy(any->person.name, who->name, sizeof who->name);
        rename_at(l, who);
    }
}

void hall_learn_names(live *l)
{
    tm_store *store = l->server->store;
    tm_why why;
    tm_person who;
    tm_why_init(&why, NULL);
    for (int seat = 0; l->room->phase != TM_OVER && seat < l->room->opening.setup.n_seats; seat++)
        if (l->room->seats[seat].kind == SEAT_PERSON &&
            store->ops->read_person(store, l->room->seats[seat].person, &who, &why) == TM_OK)
            rename_at(l, &who);
}
