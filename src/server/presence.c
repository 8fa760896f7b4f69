#include "server/presence.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { BUCKETS = 1 << 12, PLACES_MAX = 1 << 20 };

typedef struct node {
    struct node *next;
    char name[NODE_NAME + 1];
    int64_t heard_at;
} node;

typedef struct place {
    struct place *next;
    tm_id table;
    const node *node; /* which told it */
    present who;
} place;

struct presence {
    node *nodes;
    place *buckets[BUCKETS];
    int n;
};

presence *presence_new(void)
{
    return calloc(1, sizeof(presence));
}

static place **bucket(presence *p, const char *table)
{
    return &p->buckets[tm_hash(TM_HASH_START, table, strlen(table)) & (BUCKETS - 1)];
}

static void drop(presence *p, place **at)
{
    place *gone = *at;
    *at = gone->next;
    p->n--;
    free(gone);
}

static node *find_node(presence *p, const char *name)
{
    node *n = p->nodes;
    while (n && strncmp(n->name, name, NODE_NAME) != 0) n = n->next;
    return n;
}

bool presence_greet(presence *p, const char *name, int64_t now)
{
    node *n = find_node(p, name);
    const bool new = !n;
    if (new) {
        n = calloc(1, sizeof *n);
        if (!n) return false;
        memcpy(n->name, name, NODE_NAME);
        n->next = p->nodes;
        p->nodes = n;
    }
    n->heard_at = now;
    return new;
}

static place **find(presence *p, const char *table)
{
    place **at = bucket(p, table);
    while (*at && strcmp((*at)->table, table) != 0) at = &(*at)->next;
    return at;
}

void presence_forget(presence *p, const char *table)
{
    place **at = find(p, table);
    if (*at) drop(p, at);
}

void presence_put(presence *p, const char *name, const char *table, present who)
{
    const node *n = find_node(p, name);
    place **at = find(p, table);
    if (!n || strlen(table) > TM_ID_MAX) return;
    if (!who.seats && !who.watching) { /* another node may have it now, and then this one says nothing about it */
        if (*at && (*at)->node == n) drop(p, at);
        return;
    }
    if (!*at && p->n < PLACES_MAX && (*at = calloc(1, sizeof **at))) {
        strcpy((*at)->table, table);
        p->n++;
    }
    if (!*at) return;
    (*at)->node = n;
    (*at)->who = who;
}

present presence_get(const presence *p, const char *table)
{
    const place *at = *find((presence *)p, table);
    return at ? at->who : (present){0, 0};
}

void presence_expire(presence *p, int64_t since)
{
    for (node **at = &p->nodes; *at;) {
        node *gone = *at;
        if (gone->heard_at >= since) {
            at = &gone->next;
            continue;
        }
        for (int i = 0; i < BUCKETS; i++)
            for (place **in = &p->buckets[i]; *in;)
                if ((*in)->node == gone)
                    drop(p, in);
                else
                    in = &(*in)->next;
        *at = gone->next;
        free(gone);
    }
}

void presence_free(presence *p)
{
    if (!p) return;
    presence_expire(p, INT64_MAX);
    free(p);
}
