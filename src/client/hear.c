/* Handles messages from the server. All of it is untrusted: anything that does not fit is ignored. */
#include "client/hear.h"

#include <stdlib.h>
#include <string.h>

#include "client/clean.h"
#include "client/offer.h"
#include "client/send.h"
#include "client/shuffles.h"
#include "wire/base64.h"
#include "wire/json.h"

static const cJSON *get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *item = get(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* A whole number from 0 to `most`, else -1. */
static int64_t number_of(const cJSON *object, const char *name, double most)
{
    const cJSON *item = get(object, name);
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= most)) return -1;
    return (int64_t)item->valuedouble;
}

static uint32_t mask_of(const cJSON *list)
{
    const cJSON *item;
    uint32_t mask = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < TM_MAX_SEATS)
            mask |= 1u << (int)item->valuedouble;
    }
    return mask;
}

static void clean_into(char *buffer, size_t size, const char *text)
{
    tm_text out;
    tm_text_init(&out, buffer, (uint32_t)size);
    client_clean(text, false, &out);
}

/* Reports a person who went offline or came back; not for somebody who has just sat down. */
static void tell_presence(online *o, const online_seat *before, const online_seat *after)
{
    const tm_say *say = &o->source.say;
    if (!o->known.has_seats || after->kind != ONLINE_PERSON || before->kind != ONLINE_PERSON) return;
    if (strcmp(before->name, after->name) != 0 || before->online == after->online) return;
    online_log(o, after->online ? tm_tr(say, "%s is back.") : tm_tr(say, "%s is offline."), after->name);
}

static void read_seat(online *o, int index, const cJSON *json)
{
    online_seat seat = {0}, *at = &o->known.seats[index];
    const char *kind = text_of(json, "kind");
    seat.kind = strcmp(kind, "person") == 0 ? ONLINE_PERSON : strcmp(kind, "bot") == 0 ? ONLINE_BOT : ONLINE_OPEN;
    seat.online = cJSON_IsTrue(get(json, "online"));
    seat.program = cJSON_IsTrue(get(json, "program"));
    clean_into(seat.name, sizeof seat.name, text_of(json, "name"));
    clean_into(seat.bot, sizeof seat.bot, text_of(json, "bot"));
    clean_into(seat.who, sizeof seat.who, text_of(json, "who"));
    if (!*seat.name) clean_into(seat.name, sizeof seat.name, tm_tr(&o->source.say, "free seat"));
    tell_presence(o, at, &seat);
    *at = seat;
}

static void read_people(online *o, const cJSON *json)
{
    const cJSON *seats = get(json, "seats"), *seat;
    const char *phase = text_of(json, "phase"), *next = text_of(json, "next");
    int index = 0;
    cJSON_ArrayForEach(seat, seats)
    {
        if (index < o->source.n_seats) read_seat(o, index++, seat);
    }
    o->known.has_seats = true;
    const int you = (int)number_of(json, "you", o->source.n_seats - 1);
    if (you != o->known.you) online_forget_seen(o);
    o->known.you = you;
    o->source.seat = o->known.you < 0 ? TM_SPECTATOR : o->known.you;
    o->known.host = cJSON_IsTrue(get(json, "host"));
    const int64_t watching = number_of(json, "watching", 100);
    o->known.watching = watching < 0 ? 0 : (int)watching;
    o->known.phase = strcmp(phase, "running") == 0 ? ONLINE_RUNNING
                     : strcmp(phase, "over") == 0  ? ONLINE_OVER
                                                   : ONLINE_WAITING;
    *o->known.next = 0;
    if (client_is_id(next)) strcpy(o->known.next, next);
}

static void offer_legal(online *o)
{
    const int status =
        tm_choices_sort(&o->offer.choices, o->source.game, o->source.config, o->offer.legal, (int)o->offer.n_told);
    o->offer.n_choices = status ? 0 : o->offer.choices.n;
}

/* The game parses the legal actions and writes them again, so that none of the server's text is shown. */
static void read_legal(online *o, const cJSON *list)
{
    const tm_game *game = o->source.game;
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        tm_action action;
        if (o->offer.n_told < game->max_legal && cJSON_IsString(item) &&
            game->read_action(o->source.config, tm_span_of(item->valuestring), &action) == TM_OK)
            o->offer.legal[o->offer.n_told++] = action;
    }
}

/* We ask for a long list part by part, and offer it once it is complete. */
static void hear_legal(online *o, const cJSON *json)
{
    const int64_t n = number_of(json, "n", UINT32_MAX - 1), from = number_of(json, "from", UINT32_MAX - 1);
    const int64_t all = number_of(json, "n_legal", UINT32_MAX - 1);
    const int64_t part = cJSON_GetArraySize(get(json, "legal"));
    if (n != (int64_t)o->known.n || from != (int64_t)o->offer.n_asked) return; /* no longer current */
    read_legal(o, get(json, "legal"));
    o->offer.n_asked += (uint32_t)part;
    if (part > 0 && (int64_t)o->offer.n_asked < all)
        online_send_from(o, "legal", o->offer.n_asked);
    else
        offer_legal(o);
}

static void read_now(online *o, const cJSON *json)
{
    tm_source *s = &o->source;
    if (!cJSON_IsObject(json)) {
        s->actors = s->winners = 0;
        s->waiting = true;
        o->offer.n_choices = 0;
        return;
    }
    const uint32_t seats = (1u << s->n_seats) - 1;
    const bool over = cJSON_IsArray(get(json, "winners"));
    s->waiting = !base64_read(text_of(json, "know"), o->view, s->game->view_size);
    s->actors = mask_of(get(json, "actors")) & seats;
    s->winners = over ? mask_of(get(json, "winners")) & seats : 0;
    if (over) o->known.phase = ONLINE_OVER;
    if (!s->actors && !over) s->actors = TM_ACTOR_CHANCE;
    const int64_t deadline = number_of(json, "deadline", 9e15);
    o->known.deadline = deadline < 0 ? 0 : deadline;
    o->offer.n_told = o->offer.n_asked = 0;
    read_legal(o, get(json, "legal"));
    offer_legal(o);
    if (number_of(json, "n_legal", UINT32_MAX - 1) > 0) online_send_from(o, "legal", 0);
}

bool online_is_muted(const online *o, const char *who)
{
    for (int i = 0; *who && i < o->known.n_muted; i++)
        if (strcmp(o->known.muted[i], who) == 0) return true;
    return false;
}

static void read_entry(online *o, const cJSON *entry)
{
    char buffer[2048];
    tm_text text;
    const int64_t n = number_of(entry, "n", UINT32_MAX - 1);
    const char *chat = text_of(entry, "chat"), *note = text_of(entry, "note");
    online_saw(o, n, text_of(entry, "event"));
    if (n < (int64_t)o->known.n) return; /* already known, or invalid */
    o->known.n = (uint32_t)n + 1;
    tm_text_init(&text, buffer, sizeof buffer);
    if (*chat && online_is_muted(o, text_of(entry, "who"))) return;
    if (*chat) {
        client_clean(text_of(entry, "name"), false, &text);
        tm_put_str(&text, " > ");
        client_clean(chat, false, &text);
    } else {
        client_clean(text_of(entry, "words"), true, &text);
    }
    if (strcmp(note, "undo") == 0) o->known.undo_asked = false;
    online_log(o, "%s", buffer);
}

/* Entries that change the words for the shuffles, which come only with the whole table. */
static bool changes_words(const online *o, const cJSON *json)
{
    static const char *const NOTES[] = {"sit", "leave", "mix", "start"};
    const cJSON *entry;
    bool found = false;
    cJSON_ArrayForEach(entry, get(json, "entries"))
    {
        for (size_t i = 0; i < sizeof NOTES / sizeof *NOTES; i++)
            found = found || strcmp(text_of(entry, "note"), NOTES[i]) == 0;
    }
    return found && !o->shuffles.fair.fixed;
}

static void read_shuffles(online *o, const cJSON *json)
{
    tm_fair shown = {.n_seats = o->source.n_seats};
    const cJSON *mixes = get(json, "mixes"), *word;
    int seat = 0;
    if (!cJSON_IsArray(mixes)) mixes = NULL;
    cJSON_ArrayForEach(word, mixes)
    {
        if (cJSON_IsString(word) && seat < shown.n_seats) tm_fair_word(&shown, seat, tm_span_of(word->valuestring));
        seat++;
    }
    online_shown(o, text_of(json, "commitment"), &shown);
}

static void read_entries(online *o, const cJSON *json)
{
    const cJSON *entry;
    const uint32_t before = o->known.n;
    cJSON_ArrayForEach(entry, get(json, "entries"))
    {
        read_entry(o, entry);
    }
    const int64_t n = number_of(json, "n", UINT32_MAX - 1);
    if (n >= 0) o->known.n = (uint32_t)n;
    o->source.n_events = o->known.n;
    if (before == o->known.n) return;
    o->source.hints = NULL;
    o->source.n_hints = 0;
    o->source.hinting = false;
}

/* The seats whose bots are thinking: those where a bot must decide. */
static void note_thinkers(online *o)
{
    tm_source *s = &o->source;
    s->thinking = 0;
    for (int i = 0; i < s->n_seats; i++)
        if (s->actors >> i & 1 && *o->known.seats[i].bot) s->thinking |= 1u << i;
}

/* Sits down and starts the game if the options asked for that. Once. */
static void do_first_things(online *o)
{
    if (o->known.you < 0 && o->at.sit != ONLINE_NONE && *o->at.token) {
        int seat = o->at.sit;
        for (int i = 0; i < o->source.n_seats && seat == ONLINE_ANY; i++)
            if (o->known.seats[i].kind == ONLINE_OPEN) seat = i;
        if (seat >= 0) online_send_seat(o, "sit", seat);
    }
    o->at.sit = ONLINE_NONE;
    if (o->at.start && o->known.host && o->known.phase == ONLINE_WAITING) online_send_word(o, "start");
    o->at.start = false;
}

static void hear_table(online *o, const cJSON *json)
{
    if (!o->link.up && o->link.was_up) online_log(o, "%s", tm_tr(&o->source.say, "Connected again."));
    const bool fresh = !o->link.up;
    o->link.up = o->link.was_up = true;
    if (fresh && o->shuffles.check == ONLINE_CHECK_FAILED) o->shuffles.check = ONLINE_UNCHECKED;
    o->known.undo_asked = false;
    read_people(o, json);
    read_entries(o, json);
    read_now(o, get(json, "now"));
    read_shuffles(o, json);
    do_first_things(o);
    if (fresh && *o->decision.text) online_send_decision(o);
}

/* The answer to the word we sent. */
static void answer_word(online *o, const cJSON *json, bool taken)
{
    if (o->shuffles.giving && strtoul(text_of(json, "re"), NULL, 10) == o->shuffles.giving)
        online_mix_answered(o, taken);
}

/* The answer to the decision we sent: whatever it is, nothing is pending any more. */
static bool is_about_action(online *o, const cJSON *json)
{
    if (!*o->decision.text || strtoul(text_of(json, "re"), NULL, 10) != o->decision.serial) return false;
    *o->decision.text = 0;
    return true;
}

static void hear_error(online *o, const cJSON *json)
{
    const bool stale = strcmp(text_of(json, "code"), "stale") == 0;
    clean_into(o->source.notice, sizeof o->source.notice, text_of(json, "message"));
    o->source.hinting = false;
    answer_word(o, json, false);
    if (is_about_action(o, json) || stale) online_send_n(o, "hello", "from");
}

static void hear_hint(online *o, const cJSON *json)
{
    tm_source *s = &o->source;
    const cJSON *item;
    int n = 0;
    s->hinting = false;
    cJSON_ArrayForEach(item, get(json, "actions"))
    {
        tm_search_result *r = &o->hints[n];
        const cJSON *chance = get(item, "chance");
        if ((uint32_t)n >= s->game->max_legal || !cJSON_IsNumber(chance)) break;
        if (!(chance->valuedouble >= 0 && chance->valuedouble <= 1)) continue;
        if (s->game->read_action(s->config, tm_span_of(text_of(item, "action")), &r->action)) continue;
        r->chance = (uint32_t)(chance->valuedouble * TM_SURE);
        n++;
    }
    s->hints = n ? o->hints : NULL;
    s->n_hints = n;
    s->turn++;
    const char *why = text_of(cJSON_GetArrayItem(get(json, "actions"), 0), "why");
    if (!*why) return;
    char words[2048];
    clean_into(words, sizeof words, why);
    online_log(o, "%s", words);
}

static void hear_ask(online *o, const cJSON *json)
{
    char name[ONLINE_NAME];
    clean_into(name, sizeof name, text_of(json, "name"));
    o->known.undo_asked = true;
    online_log(o, tm_tr(&o->source.say, "%s would like to take back the last decision: agree or refuse?"), name);
}

void online_hear(online *o, const char *text, size_t len)
{
    tm_why why;
    tm_why_init(&why, NULL);
    cJSON *json = json_object(text, len, &why);
    if (!json) return;
    const char *type = text_of(json, "type");
    if (strcmp(type, "table") == 0 || strtoul(text_of(json, "re"), NULL, 10) == o->link.serial) o->source.busy = false;
    if (strcmp(type, "table") == 0) {
        hear_table(o, json);
    } else if (strcmp(type, "log") == 0) {
        const bool again = changes_words(o, json);
        read_entries(o, json);
        read_now(o, get(json, "now"));
        if (again) online_send_n(o, "hello", "from");
    } else if (strcmp(type, "seats") == 0) {
        read_people(o, json);
    } else if (strcmp(type, "ok") == 0) {
        is_about_action(o, json);
        answer_word(o, json, true);
    } else if (strcmp(type, "error") == 0) {
        hear_error(o, json);
    } else if (strcmp(type, "hint") == 0) {
        hear_hint(o, json);
    } else if (strcmp(type, "legal") == 0) {
        hear_legal(o, json);
    } else if (strcmp(type, "ask") == 0) {
        hear_ask(o, json);
    } else if (strcmp(type, "answer") == 0) {
        o->known.undo_asked = false;
        if (!cJSON_IsTrue(get(json, "yes"))) online_log(o, "%s", tm_tr(&o->source.say, "The undo was refused."));
    }
    note_thinkers(o);
    online_list(o);
    cJSON_Delete(json);
}

void online_lose(online *o)
{
    if (o->link.up || (!o->link.was_up && !o->source.state[0]))
        online_log(o, "%s", tm_tr(&o->source.say, "The connection to the server is lost. Trying again."));
    o->link.up = false;
    o->shuffles.unanswered = o->shuffles.unanswered || o->shuffles.giving;
    o->shuffles.giving = 0;
    o->shuffles.given_at = -1;
    o->source.hinting = o->source.busy = false;
    online_list(o);
}
