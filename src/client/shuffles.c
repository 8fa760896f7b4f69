/* Messages about the shuffles go into the log, so that every way of playing shows them. */
#include "client/shuffles.h"

#include <stdlib.h>
#include <string.h>

#include "client/clean.h"
#include "client/http.h"
#include "client/send.h"

enum { SEEN_MAX = 100000 }; /* outcomes */

/* Another run of this program may be at the same table, so we read the stored data every time, unless it could not
 * be written. */
static void recall(online *o)
{
    tm_text text;
    if (!o->at.recall || o->shuffles.unkept) return;
    tm_text_init(&text, o->shuffles.kept, sizeof o->shuffles.kept);
    o->at.recall(o->at.context, &text);
    client_fair_read(&o->shuffles.fair, tm_span_of(o->shuffles.kept));
}

static void keep(online *o)
{
    char line[CLIENT_FAIR_LINE];
    tm_text text;
    if (!o->at.keep || !*o->shuffles.fair.commitment) return;
    tm_text_init(&text, line, sizeof line);
    client_fair_write(&o->shuffles.fair, &text);
    if (strcmp(line, o->shuffles.kept) == 0) return;
    strcpy(o->shuffles.kept, line);
    o->shuffles.unkept = !o->at.keep(o->at.context, line);
}

/* Reports the commitment, our own word and, once they are fixed, all words, each when it is new. */
static void tell(online *o)
{
    const tm_say *say = &o->source.say;
    const client_fair *f = &o->shuffles.fair;
    char buffer[TM_FAIR_MIX];
    tm_text text;
    if (!*f->commitment) return;
    if (!o->shuffles.told_commitment) {
        tm_text_init(&text, buffer, sizeof buffer);
        client_fair_write_short(f, &text);
        online_log(o, tm_tr(say, "Fair shuffles: commitment %s"), buffer);
    }
    o->shuffles.told_commitment = true;
    if (client_fair_has_word(f, o->known.you) && strcmp(f->mix.words[o->known.you], o->shuffles.told_word) != 0) {
        strcpy(o->shuffles.told_word, f->mix.words[o->known.you]);
        if (client_fair_is_own(f, o->known.you))
            online_log(o, tm_tr(say, "Your word for the shuffles: %s"), o->shuffles.told_word);
        else if (!f->fixed)
            online_log(o, tm_tr(say, "Your seat already has a word from elsewhere: %s. To change it, type word TEXT."),
                       o->shuffles.told_word);
    }
    if (!f->fixed || o->shuffles.told_mix) return;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_fair_write_mix(&f->mix, &text);
    online_log(o, tm_tr(say, "The words for the shuffles are now fixed: %s"), buffer);
    o->shuffles.told_mix = true;
}

static void warn(online *o)
{
    const client_trouble trouble = client_fair_trouble(&o->shuffles.fair, o->known.you);
    const tm_say *say = &o->source.say;
    if (trouble == CLIENT_FINE || o->shuffles.warned >> trouble & 1) return;
    o->shuffles.warned |= 1u << trouble;
    online_log(o, tm_tr(say, "Warning: %s"), tm_tr(say, client_fair_words(trouble)));
}

static int give(online *o, const char *word)
{
    online_message message;
    const client_fair before = o->shuffles.unanswered ? o->shuffles.before : o->shuffles.fair;
    const int status = client_fair_give(&o->shuffles.fair, o->known.you, word);
    if (status) return status;
    keep(o);
    o->shuffles.unanswered = false;
    o->shuffles.before = before;
    online_begin(o, &message, "mix");
    tm_json_key(&message.json, "mix");
    tm_json_str(&message.json, word);
    o->shuffles.giving = online_send(o, &message);
    return TM_OK;
}

/* Gives our word; only once per seat and connection, so that we do not keep asking a server that loses words. */
static void add_word(online *o)
{
    char word[2 * CLIENT_FAIR_RANDOM + 1];
    if (o->known.phase != ONLINE_WAITING || o->known.you < 0 || o->shuffles.giving ||
        o->shuffles.given_at == o->known.you)
        return;
    if (!*o->shuffles.fair.commitment || client_fair_has_word(&o->shuffles.fair, o->known.you) ||
        client_fair_random(word))
        return;
    o->shuffles.given_at = o->known.you;
    give(o, word);
}

/* A word that was being sent when the connection was lost: it arrived, or is sent again, or was never given. */
static void settle_word(online *o)
{
    char word[TM_FAIR_WORD + 1];
    strcpy(word, o->shuffles.fair.word);
    if (!o->shuffles.unanswered) return;
    if (!client_fair_is_own(&o->shuffles.fair, o->known.you) && (o->shuffles.fair.fixed || give(o, word)))
        online_mix_answered(o, false);
    o->shuffles.unanswered = false;
}

void online_shown(online *o, const char *commitment, const tm_fair *shown)
{
    recall(o);
    client_fair_see(&o->shuffles.fair, commitment, shown, o->known.phase != ONLINE_WAITING);
    settle_word(o);
    keep(o);
    tell(o);
    warn(o);
    add_word(o);
}

void online_mix_answered(online *o, bool taken)
{
    o->shuffles.giving = 0;
    if (taken) return;
    o->shuffles.fair.seat = o->shuffles.before.seat;
    strcpy(o->shuffles.fair.word, o->shuffles.before.word);
    keep(o);
}

int online_word(online *o, const char *word, tm_why *why)
{
    if (!*word) return tm_why_not(why, TM_ESYNTAX, "which word? Type: word TEXT");
    if (o->known.you < 0) return tm_why_not(why, TM_EILLEGAL, "you have no seat at this table");
    if (o->known.phase != ONLINE_WAITING) return tm_why_not(why, TM_EILLEGAL, "the game has begun");
    switch (give(o, word)) {
    case TM_OK: return TM_OK;
    case TM_ETURN: return tm_why_not(why, TM_ETURN, "the server has not shown its commitment yet");
    default:
        return tm_why_not(why, TM_ESYNTAX, "a word for the shuffles has at most %d characters: 0-9 a-z A-Z _ -",
                          TM_FAIR_WORD);
    }
}

void online_saw(online *o, int64_t n, const char *event)
{
    if (n < o->shuffles.saw_to || strncmp(event, "* ", 2) != 0 || o->shuffles.seen.n >= SEEN_MAX) return;
    o->shuffles.saw_to = n + 1;
    tm_log_add(&o->shuffles.seen, event);
}

void online_forget_seen(online *o)
{
    tm_log_free(&o->shuffles.seen);
    o->shuffles.saw_to = 0;
}

/* The words at the first card, and for our own seat the one we gave. */
static void fill_kept(const online *o, tm_fair_kept *out)
{
    const client_fair *f = &o->shuffles.fair;
    memset(out, 0, sizeof *out);
    if (*f->commitment) out->commitment = f->commitment;
    for (int i = 0; i < f->mix.n_seats && f->fixed; i++) out->words[i] = f->mix.words[i];
    if (o->known.you >= 0 && f->seat == o->known.you && *f->word) out->words[o->known.you] = f->word;
    out->seen = o->shuffles.seen.at;
    out->n_seen = o->shuffles.seen.n;
    out->viewer = o->source.seat;
}

/* Why a complete and consistent record proves nothing here, or NULL. */
static const char *doubt(const online *o)
{
    if (!o->shuffles.fair.early) return N_("This device did not see the commitment before the first card.");
    if (!client_fair_is_own(&o->shuffles.fair, o->known.you)) return N_("This device gave no word.");
    return o->shuffles.seen.n ? NULL : N_("This device has nothing of its own to compare with.");
}

static void tell_how(online *o)
{
    const tm_say *say = &o->source.say;
    const client_fair *f = &o->shuffles.fair;
    char buffer[512];
    tm_text text;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, "%s.record", o->source.game->id);
    online_log(o, tm_tr(say, "To check it yourself, type save %s here, then in a shell:"), buffer);
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, "  tatami verify %s.record", o->source.game->id);
    if (o->at.setup.box) tm_put_fmt(&text, " --box %s", tm_tr(say, "FILE"));
    if (*f->word && f->seat == o->known.you) tm_put_fmt(&text, " --word %d=%s", f->seat, f->word);
    if (f->early) tm_put_fmt(&text, " --commitment \\\n  %s", f->commitment);
    online_log(o, "%s", buffer);
}

static void judge(online *o, const char *record, size_t len)
{
    const tm_say *say = &o->source.say;
    const client_trouble trouble = client_fair_trouble(&o->shuffles.fair, o->known.you);
    char buffer[1024];
    tm_text text;
    tm_fair_kept kept;
    tm_fair_proof proof;
    tm_why why;
    fill_kept(o, &kept);
    tm_why_init(&why, say);
    int status = tm_fair_verify(record, len, o->at.setup.box, &kept, &proof, &why);
    if (!status && !proof.over) status = tm_why_not(&why, TM_EILLEGAL, "the record stops before the end of the game");
    if (!status && trouble) tm_put_str(&why.text, tm_tr(say, client_fair_words(trouble)));
    tm_text_init(&text, buffer, sizeof buffer);
    client_clean(why.text.at, false, &text);
    if (*buffer) {
        o->shuffles.warned |= 1u << CLIENT_FINE;
        online_log(o, tm_tr(say, "Warning: the server did not keep its promise about the shuffles: %s"), buffer);
    } else if (doubt(o)) {
        online_log(o, "%s %s", tm_tr(say, "Every shuffle follows from the secret and the words."),
                   tm_tr(say, doubt(o)));
    } else {
        online_log(o,
                   tm_trn(say, "The shuffles were fair: %u outcome of chance was checked.",
                          "The shuffles were fair: %u outcomes of chance were checked.", proof.n_outcomes),
                   proof.n_outcomes);
    }
    tell_how(o);
}

void online_check(online *o)
{
    char path[96];
    tm_text text;
    tm_text_init(&text, path, sizeof path);
    tm_put_fmt(&text, "/api/tables/%s/record", o->at.id);
    client_line_ask(o->link.line, path, *o->at.token ? o->at.token : NULL, o->at.language);
    o->shuffles.check = ONLINE_CHECK_DUE;
}

void online_checked(online *o, const client_news *record)
{
    tm_why why;
    int status = TM_OK;
    tm_why_init(&why, &o->source.say);
    if (record->status == 0)
        status = client_refuse(&o->at.address, strcmp(record->text, "\n") ? record->text : NULL, &why);
    else if (record->status != 200)
        status = tm_why_not(&why, TM_EIO, "there is no record yet");
    o->shuffles.check = status ? ONLINE_CHECK_FAILED : ONLINE_CHECKED;
    o->source.busy = false;
    if (status)
        online_log(o, tm_tr(&o->source.say, "The shuffles could not be checked: %s"), why.text.at);
    else
        judge(o, record->text, record->len);
}
