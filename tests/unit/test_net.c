/* Networks: which files are refused, which setups they play, and that a seat's view is all they see. */
#include <tatami/search.h>

#include "base/sha256.h"
#include "bots/bots.h"
#include "games/tatsu/tatsu_view.h"
#include "sample_net.h"

static const tm_game *tatsu(void)
{
    return tm_game_find(tm_span_of("tatsu"));
}

Test(net, a_file_cut_anywhere_is_refused)
{
    sample s = read_sample(tatsu(), false);
    tm_net net;
    for (size_t size = 0; size < s.size; size += size < 1000 ? 1 : 997)
        cr_assert_eq(tm_net_read(tatsu(), s.file, size, &net, &s.why), TM_ESYNTAX, "%zu bytes", size);
    uint8_t *longer = calloc(1, s.size + 1);
    memcpy(longer, s.file, s.size);
    cr_assert_eq(tm_net_read(tatsu(), longer, s.size + 1, &net, &s.why), TM_ESYNTAX);
    free(longer);
    free(s.file);
}

Test(net, a_file_with_a_changed_byte_is_refused)
{
    sample s = read_sample(tatsu(), false);
    tm_net net;
    for (size_t at = 0; at < s.size; at += at < 1000 ? 1 : 991) {
        s.file[at] ^= 0x21;
        cr_assert_eq(tm_net_read(tatsu(), s.file, s.size, &net, &s.why), TM_ESYNTAX, "byte %zu", at);
        s.file[at] ^= 0x21;
    }
    free(s.file);
}

/* Without the sum, what remains must still stay inside the file and the observation; the sanitizers watch. */
Test(net, no_change_makes_it_read_outside)
{
    for (int g = 0; g < 2 * tm_n_games; g++) {
        const tm_game *game = tm_games[g / 2];
        sample s = read_sample(game, g % 2);
        const uint32_t head = (uint32_t)(s.net.chances - s.file);
        uint8_t *observation = malloc(tm_net_observation(s.net.learn));
        tm_net_thought *thought = malloc(sizeof *thought);
        tm_rng rng;
        int accepted = 0;
        tm_rng_init(&rng, 5, 0);
        cr_assert(observation && thought);
        for (int i = 0; i < 3000; i++) {
            const size_t at = tm_rng_below(&rng, head);
            const uint8_t kept = s.file[at];
            tm_net net;
            s.file[at] = (uint8_t)tm_rng_next(&rng);
            if (tm_net_reopen(game, s.file, s.size, &net) == TM_OK) {
                accepted++;
                memset(observation, (int)tm_rng_below(&rng, 256), tm_net_observation(net.learn));
                tm_net_look(&net, observation, thought);
                for (uint16_t token = 0; token < net.n_tokens; token++) tm_net_value(&net, thought, token);
            }
            s.file[at] = kept;
        }
        cr_expect_gt(accepted, 0, "%s", game->id);
        free(thought);
        free(observation);
        free(s.file);
    }
}

/* The sum and the hash of the encoding as they would be if the game had only its first planes. */
static void date_back(const tm_game *game, sample *s, int n_planes)
{
    tm_learn earlier = *tm_learn_find(game);
    uint8_t sum[TM_SHA256_BYTES];
    earlier.n_planes = (uint16_t)n_planes;
    cr_assert(tm_net_encoding(&earlier, sum));
    memcpy(s->file + 6, sum, 8);
    tm_sha256(s->file, s->size - 8, sum);
    memcpy(s->file + s->size - 8, sum, 8);
}

/* Its inputs are where they were, if it does not look at what was added, or at what comes behind. */
Test(net, planes_added_at_the_end_leave_older_files_readable)
{
    enum { ENTRY = 7, ADDED = 2 };
    for (int g = 0; g < tm_n_games; g++) {
        sample s = read_sample(tm_games[g], false);
        uint8_t *entries = s.file + (s.net.entries - s.file);
        const int n = s.net.learn->n_planes;
        tm_net net;
        date_back(tm_games[g], &s, n - ADDED);
        cr_expect_eq(tm_net_read(tm_games[g], s.file, s.size, &net, &s.why), TM_ESYNTAX, "%s", tm_games[g]->id);
        for (int i = n - ADDED; i < n; i++) memset(entries + i * ENTRY, 0, 2); /* looks at the first bytes instead */
        date_back(tm_games[g], &s, n - ADDED);
        cr_expect_eq(tm_net_read(tm_games[g], s.file, s.size, &net, &s.why), TM_OK, "%s", tm_games[g]->id);
        free(s.file);
    }
}

static int32_t number_at(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

static int32_t clipped(int64_t sum, uint8_t shift)
{
    const int64_t value = sum >> shift;
    return value < 0 ? 0 : value > 127 ? 127 : (int32_t)value;
}

/* Whether each input of a file is 1, entry after entry (net.h). */
static int inputs_of(const tm_net *net, const uint8_t *observation, uint8_t *out)
{
    int n = 0;
    for (const uint8_t *e = net->entries; e < net->entries + 7 * net->n_entries; e += 7)
        for (int k = e[0] | e[1] << 8; k < (e[0] | e[1] << 8) + (e[2] | e[3] << 8); k++)
            for (int level = e[5] + 1; level <= e[5] + e[6]; level++)
                out[n++] = e[4] == 1 ? observation[k] == level : observation[k] >= level;
    return n;
}

static int32_t value_by_hand(const tm_net *net, const uint8_t *observation, int token)
{
    static uint8_t inputs[1 << 16];
    int32_t first[TM_NET_HIDDEN];
    const int n = inputs_of(net, observation, inputs), one = net->hidden[0], two = net->hidden[1];
    int64_t value = number_at(net->bias[2] + 4 * token);
    cr_assert_eq(n, net->n_inputs);
    for (int u = 0; u < one; u++) {
        int64_t sum = number_at(net->bias[0] + 4 * u);
        for (int i = 0; i < n; i++) sum += inputs[i] * net->weight[0][i * one + u];
        first[u] = clipped(sum, net->shift[0][u]);
    }
    for (int u = 0; u < two; u++) {
        int64_t sum = number_at(net->bias[1] + 4 * u);
        for (int i = 0; i < one; i++) sum += first[i] * net->weight[1][i * two + u];
        value += clipped(sum, net->shift[1][u]) * net->weight[2][token * two + u];
    }
    return (int32_t)(value >> net->shift[2][token]);
}

Test(net, values_are_the_sums_that_the_file_describes)
{
    for (int g = 0; g < 2 * tm_n_games; g++) {
        const tm_game *game = tm_games[g / 2];
        sample s = read_sample(game, g % 2);
        const uint32_t size = tm_net_observation(s.net.learn);
        uint8_t *observation = malloc(size);
        tm_net_thought *thought = malloc(sizeof *thought);
        tm_rng rng;
        tm_rng_init(&rng, 8, 0);
        cr_assert(observation && thought);
        for (int i = 0; i < 6; i++) {
            for (uint32_t k = 0; k < size; k++) observation[k] = (uint8_t)tm_rng_below(&rng, 6);
            tm_net_look(&s.net, observation, thought);
            for (uint16_t token = 0; token < s.net.n_tokens; token += 5)
                cr_assert_eq(tm_net_value(&s.net, thought, token), value_by_hand(&s.net, observation, token), "%s",
                             game->id);
        }
        free(thought);
        free(observation);
        free(s.file);
    }
}

Test(net, another_games_file_is_refused)
{
    sample s = read_sample(tatsu(), false);
    tm_net net;
    for (int g = 0; g < tm_n_games; g++)
        cr_expect_eq(tm_net_read(tm_games[g], s.file, s.size, &net, &s.why),
                     tm_games[g] == tatsu() ? TM_OK : TM_ESYNTAX);
    free(s.file);
}

Test(net, options_and_boxes_that_were_not_learned_are_not_played)
{
    sample s = read_sample(tatsu(), false);
    const tm_span file = {(const char *)s.file, (uint32_t)s.size};
    tm_setup setup;
    cr_assert_eq(tm_setup_init(&setup, tatsu(), 2, &s.why), TM_OK);
    cr_expect(tm_net_for(&setup, file).len);
    const tm_span head = {file.at, TM_NET_HEAD};
    cr_expect(tm_net_would_know(&setup, head));
    cr_expect_null(tm_bot_remark(&tm_bot_reflex, &setup, file));
    cr_assert_eq(tm_setup_option(&setup, tm_span_of("facedown=neither"), &s.why), TM_OK);
    cr_expect_not(tm_net_for(&setup, file).len);
    cr_expect_not(tm_net_would_know(&setup, head));
    cr_expect(tm_bot_remark(&tm_bot_reflex, &setup, file));
    cr_expect(tm_bot_remark(&tm_bot_master, &setup, file));
    cr_expect_null(tm_bot_remark(&tm_bot_hard, &setup, file));
    const tm_box *box = (const tm_box *)&s; /* only whether there is one */
    cr_assert_eq(tm_setup_init(&setup, tatsu(), 2, &s.why), TM_OK);
    setup.box = box;
    cr_expect_not(tm_net_for(&setup, file).len);
    cr_expect_not(tm_net_would_know(&setup, head));
    free(s.file);
}

/* The beginning of a file, cut anywhere, is read only as far as it goes; and what it says is what the whole file says. */
Test(net, its_first_bytes_say_what_it_has_learned)
{
    for (int g = 0; g < tm_n_games; g++) {
        if (!tm_learn_find(tm_games[g])) continue;
        sample s = read_sample(tm_games[g], false);
        for (int n = tm_games[g]->min_seats; n <= tm_games[g]->max_seats; n++) {
            tm_setup setup;
            cr_assert_eq(tm_setup_init(&setup, tm_games[g], n, &s.why), TM_OK);
            bool known = false;
            for (uint32_t len = 0; len <= TM_NET_HEAD; len++) {
                char *head = malloc(len + 1);
                memcpy(head, s.file, len);
                known = tm_net_would_know(&setup, (tm_span){head, len});
                if (len < 34) cr_expect_not(known);
                free(head);
            }
            cr_expect_eq(known, tm_net_knows(&s.net, &setup), "%s with %d", tm_games[g]->id, n);
        }
        free(s.file);
    }
}

Test(net, chances_never_fall_as_values_rise)
{
    sample s = read_sample(tatsu(), false);
    uint32_t last = 0;
    for (int32_t value = -2 * TM_NET_ONE; value <= 2 * TM_NET_ONE; value += 37) {
        const uint32_t chance = tm_net_chance(&s.net, 3, value);
        cr_assert(chance >= last && chance <= TM_SURE, "%d", value);
        last = chance;
    }
    cr_expect_gt(last, TM_SURE * 9 / 10);
    cr_expect_lt(tm_net_chance(&s.net, 4, 0),
                 tm_net_chance(&s.net, 3, 0)); /* the sample's own: each number of players has its scale */
    free(s.file);
}

/* A bot that looked at the truth would decide otherwise in another world that looks the same. */
Test(net, only_the_view_decides)
{
    const tm_search_limits few = {.iterations = 40, .thorough = true};
    for (int g = 0; g < 2 * tm_n_games; g++) {
        const tm_game *game = tm_games[g / 2];
        sample s = read_sample(game, g % 2);
        position p = open_position(game, game->usual_seats, &s);
        for (int i = 0; i < 60 && next_decision(&p); i++) {
            tm_question same = p.question;
            same.view = p.again;
            p.game->world(p.config, p.view, &p.rng, p.other);
            p.game->view(p.config, p.other, p.question.seat, p.again);
            tm_rng one = p.rng, two = p.rng;
            const tm_action action = tm_bot_reflex.choose(&p.question, &one);
            cr_assert(is_legal(&p, action));
            cr_assert_eq(action, tm_bot_reflex.choose(&same, &two), "%s", p.game->id);
            if (i % 10 == 0) {
                p.question.limits = same.limits = &few;
                const tm_action thought = tm_bot_master.choose(&p.question, &one);
                cr_assert(is_legal(&p, thought));
                cr_assert_eq(thought, tm_bot_master.choose(&same, &two), "%s", p.game->id);
                p.question.limits = NULL;
            }
            cr_assert_eq(p.game->apply(p.config, p.state, p.question.seat, action), TM_OK);
        }
        close_position(&p);
        free(s.file);
    }
}

static uint64_t thoughts_of(position *p, const tm_bot *bot)
{
    tm_search_result *results = calloc((size_t)p->question.n_legal, sizeof *results);
    uint64_t sum = 0;
    tm_rng rng = p->rng;
    p->question.thoughts = results;
    cr_assert(results && is_legal(p, bot->choose(&p->question, &rng)));
    for (int i = 0; i < p->question.n_legal; i++) sum += results[i].visits;
    p->question.thoughts = NULL;
    free(results);
    return sum;
}

Test(net, without_a_network_one_thinks_like_hard_and_the_other_longer_than_expert)
{
    sample s = read_sample(tatsu(), false);
    position p = open_position(tatsu(), 4, &s);
    cr_assert(next_decision(&p));
    p.question.net = (tm_span){NULL, 0};
    tm_rng one = p.rng, two = p.rng;
    cr_expect_eq(tm_bot_reflex.choose(&p.question, &one), tm_bot_hard.choose(&p.question, &two));
    const double often = (double)thoughts_of(&p, &tm_bot_master) / (double)thoughts_of(&p, &tm_bot_expert);
    cr_expect(often > 7 && often < 9, "%.2f times as long", often); /* as TATSU says */
    close_position(&p);
    free(s.file);
}

Test(net, the_built_in_ones_are_sound_and_small)
{
    tm_why why;
    for (int g = 0; g < tm_n_games; g++)
        for (int n = tm_games[g]->min_seats; n <= tm_games[g]->max_seats; n++) {
            tm_setup setup;
            tm_why_init(&why, NULL);
            cr_assert_eq(tm_setup_init(&setup, tm_games[g], n, &why), TM_OK);
            const tm_span file = tm_net_for(&setup, (tm_span){NULL, 0});
            if (!file.len) continue;
            cr_expect_eq(tm_net_check(tm_games[g], file, &why), TM_OK, "%s: %s", tm_games[g]->id, why.text.at);
            cr_expect_leq(file.len, TM_NET_MOST);
        }
}
