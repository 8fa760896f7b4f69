/* A group of changes as the database wants it: a few arrays, for one call of a function there (postgres_2.sql). */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "store/postgres.h"

enum {
    KIND,
    TABLE,
    PERSON,
    AT,
    FIRST,
    N,
    EPOCH,
    FLAGS,
    TEXT,
    HASH,
    CLAIMED,
    ENTRY_AT,
    ENTRY_SUM,
    ENTRY_TEXT,
    N_ARRAYS
};
_Static_assert((int)N_ARRAYS == PG_ARRAYS, "one for each");
enum {
    FLAG_LISTED = 1,
    FLAG_GONE = 2,
    FLAG_ONCE = 4,
    FLAG_BOT = 8,
    FLAG_FOLLOWS = 16,
    FLAG_PASSING = 32,
    FLAG_PHASE = 256
};
enum { WRONG = 99 }; /* the kind of a change that is refused without looking */

/* Without the time of the entry, which stays when an entry is rewritten and is not known then. */
int32_t pg_entry_sum(const char *table, int64_t n, const void *text, size_t len)
{
    uint64_t sum = tm_hash(TM_HASH_START, table, strnlen(table, TM_ID_MAX));
    sum = tm_hash_u64(sum, (uint64_t)n);
    return (int32_t)(uint32_t)(tm_hash(sum, text, len) >> 32);
}

/* What the function in the database calls the kinds: these numbers stay, whatever happens to the enumeration. */
static const int CODES[TM_N_CHANGES] = {
    [TM_CHANGE_OPEN] = 0,   [TM_CHANGE_LOG] = 1,        [TM_CHANGE_PHASE] = 2,        [TM_CHANGE_PRESENT] = 3,
    [TM_CHANGE_VISIT] = 4,  [TM_CHANGE_ARCHIVE] = 5,    [TM_CHANGE_EXPIRE] = 6,       [TM_CHANGE_PERSON] = 7,
    [TM_CHANGE_TOKEN] = 8,  [TM_CHANGE_CLAIM] = 9,      [TM_CHANGE_FORGET] = 10,      [TM_CHANGE_OWN] = 11,
    [TM_CHANGE_SPEND] = 12, [TM_CHANGE_DUE] = 13,       [TM_CHANGE_REWRITE] = 14,     [TM_CHANGE_DELETE] = 15,
    [TM_CHANGE_FACT] = 16,  [TM_CHANGE_SUBSCRIBE] = 17, [TM_CHANGE_UNSUBSCRIBE] = 18, [TM_CHANGE_TELL] = 19,
};

enum { MESSAGE_MAX = 512 << 20, HEADER = 20, OID_BYTES = 17, OID_INT8 = 20 };

static void put32(uint8_t *at, uint32_t number)
{
    for (int i = 3; i >= 0; i--, number >>= 8) at[i] = (uint8_t)number;
}

static void add(pg_array *a, const void *bytes, size_t len)
{
    if (!a->len) a->len = HEADER;
    if (a->failed) return;
    if (a->len + len > MESSAGE_MAX) {
        a->failed = true;
        return;
    }
    if (a->len + 4 + len > a->size) {
        const size_t size = 2 * (a->len + 4 + len) + 256;
        uint8_t *more = realloc(a->at, size);
        a->failed = !more;
        if (!more) return;
        a->at = more;
        a->size = size;
    }
    put32(a->at + a->len, (uint32_t)len);
    if (len) memcpy(a->at + a->len + 4, bytes, len);
    a->len += 4 + len;
    a->n++;
}

static void add_number(pg_array *a, int64_t number)
{
    uint8_t bytes[8];
    pg_put64(bytes, number);
    add(a, bytes, sizeof bytes);
}

static pg_value close_array(pg_array *a, bool numbers)
{
    static const uint8_t NONE[2][12] = {{[11] = OID_BYTES}, {[11] = OID_INT8}};
    if (a->n == 0) return (pg_value){NONE[numbers], sizeof NONE[0]};
    put32(a->at, 1); /* dimensions */
    put32(a->at + 4, 0);
    put32(a->at + 8, numbers ? OID_INT8 : OID_BYTES);
    put32(a->at + 12, a->n);
    put32(a->at + 16, 1);
    return (pg_value){a->at, (int)a->len};
}

static bool is_number(int which)
{
    return which == KIND || (which >= AT && which <= FLAGS) || which == ENTRY_AT || which == ENTRY_SUM;
}

/* What can be seen to be wrong without asking. */
static bool is_wrong(const tm_change *c)
{
    if (c->kind == TM_CHANGE_OPEN) return !c->table[0];
    if (c->kind == TM_CHANGE_PERSON) return !c->who.id[0];
    if (c->kind != TM_CHANGE_LOG && c->kind != TM_CHANGE_REWRITE) return false;
    if (c->n_entries > UINT32_MAX - c->first) return true;
    for (uint32_t i = 0; i < c->n_entries; i++)
        if (c->entries[i].text.len > TM_LOG_MAX) return true;
    return false;
}

static tm_span text_of(const tm_change *c)
{
    if (c->kind == TM_CHANGE_PERSON) return (tm_span){c->who.name, (uint32_t)strnlen(c->who.name, TM_NAME_MAX)};
    if (c->kind == TM_CHANGE_OWN) return (tm_span){c->node, (uint32_t)strnlen(c->node, TM_ID_MAX)};
    return c->text;
}

static void add_entries(pg_array *arrays, const tm_change *c, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const tm_entry *e = &c->entries[i];
        add_number(&arrays[ENTRY_AT], e->at);
        add_number(&arrays[ENTRY_SUM], pg_entry_sum(c->table, (int64_t)c->first + i, e->text.at, e->text.len));
        add(&arrays[ENTRY_TEXT], e->text.at, e->text.len);
    }
}

static void add_change(pg_array *arrays, const tm_change *c)
{
    const bool wrong = is_wrong(c), person = c->kind == TM_CHANGE_PERSON, spend = c->kind == TM_CHANGE_SPEND,
               subscribe = c->kind == TM_CHANGE_SUBSCRIBE,
               has_entries = c->kind == TM_CHANGE_LOG || c->kind == TM_CHANGE_REWRITE;
    const char *who = person ? c->who.id : c->person, *id = c->kind == TM_CHANGE_FACT ? c->fact : c->table;
    const tm_span text = text_of(c);
    const uint32_t n_entries = wrong || !has_entries ? 0 : c->n_entries;
    const int64_t flags = (c->listed ? FLAG_LISTED : 0) | (c->gone ? FLAG_GONE : 0) | (c->once ? FLAG_ONCE : 0) |
                          (person && c->who.bot ? FLAG_BOT : 0) | (c->follows ? FLAG_FOLLOWS : 0) |
                          (c->passing ? FLAG_PASSING : 0) | (int64_t)c->phase * FLAG_PHASE;
    tm_assert(c->kind < TM_N_CHANGES);
    add_number(&arrays[KIND], wrong ? WRONG : CODES[c->kind]);
    add(&arrays[TABLE], id, strnlen(id, TM_ID_MAX));
    add(&arrays[PERSON], who, strnlen(who, TM_ID_MAX));
    add_number(&arrays[AT], person ? c->who.made_at : c->kind == TM_CHANGE_TOKEN ? c->expires : c->at);
    add_number(&arrays[FIRST], spend ? (int64_t)(c->rate * 1000) : c->first);
    add_number(&arrays[N], spend ? (int64_t)(c->saved * 1000) : subscribe ? TM_SUBSCRIPTIONS_MAX : n_entries);
    add_number(&arrays[EPOCH], c->epoch);
    add_number(&arrays[FLAGS], flags);
    add(&arrays[TEXT], text.at, text.len);
    /* Most changes have no token, and 64 bytes of zeros are a third of their size. */
    const bool token = c->kind == TM_CHANGE_TOKEN || c->kind == TM_CHANGE_CLAIM || c->kind == TM_CHANGE_FORGET ||
                       subscribe || c->kind == TM_CHANGE_UNSUBSCRIBE;
    add(&arrays[HASH], c->hash, token ? sizeof c->hash : 0);
    add(&arrays[CLAIMED], subscribe ? c->token : c->claimed,
        subscribe || c->kind == TM_CHANGE_CLAIM ? sizeof c->claimed : 0);
    add_entries(arrays, c, n_entries);
}

static int status_of(int64_t did)
{
    switch (did) {
    case -1: return TM_EILLEGAL;
    case -2: return TM_EUNKNOWN;
    case -3: return TM_ETURN;
    default: return TM_OK;
    }
}

void pg_unpack(const PGresult *result, tm_change *changes, int n_changes)
{
    for (int i = 0; i < n_changes; i++) {
        const int64_t did = pg_number(result, i, 0);
        changes[i].status = changes[i].kind == TM_CHANGE_TELL ? TM_OK : status_of(did);
        if (changes[i].kind == TM_CHANGE_OWN && did > 0) changes[i].epoch = did;
    }
}

bool pg_pack(const tm_change *changes, int n_changes, pg_array arrays[PG_ARRAYS], pg_value out[PG_ARRAYS])
{
    bool fits = true;
    memset(arrays, 0, PG_ARRAYS * sizeof *arrays);
    for (int i = 0; i < n_changes; i++) add_change(arrays, &changes[i]);
    for (int i = 0; i < PG_ARRAYS; i++) fits = fits && !arrays[i].failed;
    for (int i = 0; fits && i < PG_ARRAYS; i++) out[i] = close_array(&arrays[i], is_number(i));
    return fits;
}
