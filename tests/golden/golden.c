/* Golden playthroughs. For every GAME/NAME.record below a folder, GAME/NAME.txt holds what happened step by step: the
 * event, what each seat is told of it (`*` is a spectator), the hash of the state, what changed in each view, who decides and what is legal.
 * `looks` is a hash of what people would see: the table described and drawn for everybody, in two sizes, and the legal actions in words.
 * At the end the description is written out. Reviewed as text; a change of behaviour shows as a diff.
 *
 *   golden DIR           checks, and writes TAP
 *   golden --write DIR   rewrites the files */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/canvas.h>
#include <tatami/choices.h>
#include <tatami/record.h>

#include "base/hash.h"

enum { ROOM = 1 << 16, WIDE = 132, HIGH = 43, SPOTS = 512 };

static const tm_say SAY = {.names = {"Aiko", "Ben", "Chloé", "Dai", "Emi", "Fumi", "Goro", "Hana"}};

static int n_tests, n_failed;
static bool writing;

static char *read_all(const char *path, size_t *out_len)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = malloc(TM_RECORD_MAX + 1);
    *out_len = fread(text, 1, TM_RECORD_MAX, file);
    text[*out_len] = 0;
    fclose(file);
    return text;
}

/* A JSON value as lines `path value`; a list of plain values is one value. */
static const char *flatten(const char *json, const char *path, FILE *out)
{
    const char open = *json;
    const char *end = json;
    bool plain = true;
    if (open == '[') {
        for (end = json + 1; *end != ']' && plain; end++) plain = *end != '{' && *end != '[';
        if (plain) end++;
    }
    if (open != '{' && (open != '[' || plain)) {
        if (open != '[') {
            bool quoted = false;
            for (end = json; quoted || (*end != ',' && *end != '}' && *end != ']'); end++) quoted ^= *end == '"';
        }
        fprintf(out, "%s %.*s\n", path, (int)(end - json), json);
        return end;
    }
    int index = 0;
    json++;
    while (*json != '}' && *json != ']') {
        char below[256];
        if (open == '{') {
            const char *quote = strchr(json + 1, '"');
            snprintf(below, sizeof below, "%s%s%.*s", path, *path ? "." : "", (int)(quote - json - 1), json + 1);
            json = quote + 2;
        } else {
            snprintf(below, sizeof below, "%s.%d", path, index++);
        }
        json = flatten(json, below, out);
        if (*json == ',') json++;
    }
    return json + 1;
}

/* What a viewer knows, flat. */
static char *flat_view(const tm_table *table, int viewer, void *view)
{
    static char room[ROOM];
    tm_text text;
    char *flat = NULL;
    size_t len;
    const tm_game *game = tm_table_setup(table)->game;
    tm_table_view(table, viewer, view);
    tm_text_init(&text, room, sizeof room);
    game->write_view(tm_table_config(table), view, &text);
    FILE *out = open_memstream(&flat, &len);
    flatten(room, "", out);
    fclose(out);
    return flat;
}

/* The lines of `now` that are not in `last`, on one line; and the paths that are gone. */
static char *changes(const char *last, const char *now)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    for (int gone = 0; gone < 2; gone++) {
        const char *from = gone ? last : now, *in = gone ? now : last;
        for (const char *line = from; *line; line = strchr(line, '\n') + 1) {
            const size_t n = gone ? strcspn(line, " ") + 1 : strcspn(line, "\n") + 1;
            bool found = false;
            for (const char *other = in; *other && !found; other = strchr(other, '\n') + 1)
                found = strncmp(line, other, n) == 0;
            if (!found) fprintf(out, gone ? " -%.*s" : " %.*s;", (int)n - 1, line);
        }
    }
    fclose(out);
    return text;
}

/* Each viewer's view, as what changed in it; viewers for whom the same changed share a line. */
static void print_views(FILE *out, const tm_table *table, void *view, char **last)
{
    const int n = tm_table_setup(table)->n_seats + 1;
    char *changed[TM_MAX_SEATS + 1];
    for (int k = 0; k < n; k++) {
        char *now = flat_view(table, k < n - 1 ? k : TM_SPECTATOR, view);
        changed[k] = changes(last[k] ? last[k] : "", now);
        free(last[k]);
        last[k] = now;
    }
    for (int k = 0; k < n; k++) {
        if (!changed[k] || !*changed[k]) continue;
        fputs("    view", out);
        for (int i = k; i < n; i++)
            if (changed[i] && strcmp(changed[i], changed[k]) == 0) fprintf(out, i < n - 1 ? " %d" : " *", i);
        fprintf(out, ":%s\n", changed[k]);
        for (int i = n - 1; i > k; i--) {
            if (!changed[i] || strcmp(changed[i], changed[k]) != 0) continue;
            free(changed[i]);
            changed[i] = NULL;
        }
    }
    for (int k = 0; k < n; k++) free(changed[k]);
}

/* Viewers who are told the same share a line. */
static void print_told(FILE *out, const tm_table *table, tm_walk **walks)
{
    const tm_game *game = tm_table_setup(table)->game;
    const int n = tm_table_setup(table)->n_seats + 1;
    static char told[TM_MAX_SEATS + 1][ROOM];
    for (int k = 0; k < n; k++) {
        tm_event seen;
        tm_text text;
        tm_text_init(&text, told[k], ROOM);
        if (tm_walk_next(walks[k], &seen) != 1) continue;
        game->tell(tm_table_config(table), tm_walk_before(walks[k]), &seen, tm_walk_after(walks[k]), &SAY, &text);
        while (text.len && text.at[text.len - 1] == '\n') text.at[--text.len] = 0;
        if (game->notice) {
            tm_put_str(&text, text.len ? "\n" : "");
            game->notice(tm_table_config(table), tm_walk_before(walks[k]), &seen, tm_walk_after(walks[k]), &SAY, &text);
            while (text.len && text.at[text.len - 1] == '\n') text.at[--text.len] = 0;
        }
        for (uint32_t i = 0; i < text.len; i++)
            if (text.at[i] == '\n') text.at[i] = '/';
    }
    for (int k = 0; k < n; k++) {
        bool first = *told[k];
        for (int i = 0; i < k && first; i++) first = strcmp(told[i], told[k]) != 0;
        if (!first) continue;
        fputs("    told", out);
        for (int i = k; i < n; i++)
            if (strcmp(told[i], told[k]) == 0) fprintf(out, i < n - 1 ? " %d" : " *", i);
        fprintf(out, ": %s\n", told[k]);
    }
}

static uint64_t hash_drawing(uint64_t hash, const tm_table *table, const void *view, int width, int height)
{
    static tm_cell cells[WIDE * HIGH];
    static tm_spot spots[SPOTS];
    tm_sheet sheet = {cells, spots, width, height, 0, SPOTS};
    const tm_canvas canvas = tm_canvas_of(&sheet);
    tm_paint_find(tm_table_setup(table)->game)(tm_table_config(table), view, &SAY, &canvas);
    for (int i = 0; i < width * height; i++) {
        hash = tm_hash_u64(hash, cells[i].code);
        hash = tm_hash_u64(hash, (uint64_t)cells[i].style);
    }
    for (int i = 0; i < sheet.n_spots; i++) {
        const int at[4] = {spots[i].x, spots[i].y, spots[i].width, spots[i].height};
        hash = tm_hash(hash, at, sizeof at);
        hash = tm_hash(hash, spots[i].text, strlen(spots[i].text));
    }
    return hash;
}

static void describe(const tm_table *table, int viewer, void *view, tm_text *out)
{
    tm_table_view(table, viewer, view);
    tm_table_setup(table)->game->show(tm_table_config(table), view, &SAY, out);
}

static uint64_t hash_looks(tm_table *table, void *view)
{
    static char room[ROOM];
    const tm_game *game = tm_table_setup(table)->game;
    const int n = tm_table_setup(table)->n_seats + 1;
    const uint32_t actors = tm_table_actors(table);
    uint64_t hash = TM_HASH_START;
    for (int k = 0; k < n; k++) {
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        describe(table, k < n - 1 ? k : TM_SPECTATOR, view, &text);
        if (!(actors & TM_ACTOR_CHANCE) && k < n - 1 && (actors >> k & 1)) {
            const tm_action *legal;
            const int n_legal = tm_table_legal(table, k, &legal);
            for (int i = 0; i < n_legal && text.len < ROOM - 1024; i++) {
                tm_put_char(&text, '\n');
                game->describe(tm_table_config(table), view, legal[i], &SAY, &text);
            }
        }
        hash = tm_hash(hash, room, text.len);
        hash = hash_drawing(hash, table, view, 80, 24);
        hash = hash_drawing(hash, table, view, WIDE, HIGH);
    }
    return hash;
}

/* The table in words at the end, once for all who are shown the same. */
static void print_end(FILE *out, const tm_table *table, void *view)
{
    static char shown[TM_MAX_SEATS + 1][ROOM];
    const int n = tm_table_setup(table)->n_seats + 1;
    for (int k = 0; k < n; k++) {
        tm_text text;
        tm_text_init(&text, shown[k], ROOM);
        describe(table, k < n - 1 ? k : TM_SPECTATOR, view, &text);
    }
    for (int k = 0; k < n; k++) {
        bool first = true;
        for (int i = 0; i < k && first; i++) first = strcmp(shown[i], shown[k]) != 0;
        if (!first) continue;
        fputs("shown to", out);
        for (int i = k; i < n; i++)
            if (strcmp(shown[i], shown[k]) == 0) fprintf(out, i < n - 1 ? " %d" : " *", i);
        fprintf(out, ":\n%s", shown[k]);
        if (*shown[k] && shown[k][strlen(shown[k]) - 1] != '\n') fputc('\n', out);
    }
}

static void print_point(FILE *out, tm_table *table, tm_choices *choices, void *view, char **last)
{
    const uint32_t actors = tm_table_actors(table);
    const int n_seats = tm_table_setup(table)->n_seats;
    fprintf(out, "    state %016llx looks %016llx\n", (unsigned long long)tm_table_hash(table),
            (unsigned long long)hash_looks(table, view));
    print_views(out, table, view, last);
    if (actors & TM_ACTOR_CHANCE) fprintf(out, "    chance %s\n", tm_table_awaits(table));
    for (int seat = 0; seat < n_seats; seat++) {
        if (!(actors >> seat & 1)) continue;
        fprintf(out, "    turn %d:", seat);
        tm_choices_list(choices, table, seat);
        for (int i = 0; i < choices->n; i++)
            fprintf(out, "%s%.*s", i ? " | " : " ", (int)choices->list[i].text.len, choices->list[i].text.at);
        fputc('\n', out);
    }
    if (actors) return;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(table, points, &winners);
    fputs("    over:", out);
    for (int seat = 0; seat < n_seats; seat++) fprintf(out, " %d%s", points[seat], winners >> seat & 1 ? "!" : "");
    fputc('\n', out);
}

/* Comments of the record are kept, for the reader's sake. */
static void print_comments(FILE *out, const char *from, const char *to)
{
    for (const char *line = from; line < to;) {
        const char *end = memchr(line, '\n', (size_t)(to - line));
        if (!end) end = to;
        if (*line == ';') fprintf(out, "%.*s\n", (int)(end - line), line);
        line = end + 1;
    }
}

static int play(const char *text, size_t len, FILE *out)
{
    tm_why why;
    tm_record record;
    tm_table *table;
    tm_span line;
    tm_choices choices = {0};
    int status;
    tm_why_init(&why, NULL);
    if (tm_record_open(&record, text, len, &why) || tm_table_new(&record.setup, &table, &why)) {
        printf("# %s\n", why.text.at);
        return -1;
    }
    void *view = calloc(1, tm_table_setup(table)->game->view_size);
    char *last[TM_MAX_SEATS + 1] = {0};
    const char *from = record.rest.at;
    tm_walk *walks[TM_MAX_SEATS + 1];
    const int n_viewers = record.setup.n_seats + 1;
    for (int k = 0; k < n_viewers; k++)
        if (tm_walk_new(table, k < n_viewers - 1 ? k : TM_SPECTATOR, &walks[k])) abort();
    print_point(out, table, &choices, view, last);
    while ((status = tm_record_next(&record, table, &line, &why)) == 1) {
        print_comments(out, from, line.at);
        from = record.rest.at;
        fprintf(out, "%.*s\n", (int)line.len, line.at);
        print_told(out, table, walks);
        print_point(out, table, &choices, view, last);
    }
    print_end(out, table, view);
    for (int k = 0; k < n_viewers; k++) tm_walk_free(walks[k]);
    if (status || tm_record_check_result(&record, table, &why)) {
        printf("# %s\n", why.text.at);
        status = -1;
    }
    free(view);
    for (int i = 0; i <= TM_MAX_SEATS; i++) free(last[i]);
    tm_choices_free(&choices);
    tm_table_free(table);
    return status;
}

static void compare(const char *name, const char *path, const char *got, size_t got_len, bool played)
{
    size_t len = 0;
    char *expected = read_all(path, &len);
    const bool same = played && expected && len == got_len && memcmp(expected, got, len) == 0;
    printf("%sok %d - %s\n", same ? "" : "not ", ++n_tests, name);
    n_failed += !same;
    if (!same && expected) {
        size_t i = 0, line = 1;
        for (; i < len && i < got_len && expected[i] == got[i]; i++) line += got[i] == '\n';
        printf("# differs from %s in line %zu\n", path, line);
    }
    free(expected);
}

static void do_record(const char *folder, const char *file)
{
    char path[8192], golden[8200], name[512];
    size_t len = 0, got_len = 0;
    char *got = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    snprintf(golden, sizeof golden, "%.*stxt", (int)(strlen(path) - strlen("record")), path);
    snprintf(name, sizeof name, "%s", strrchr(folder, '/') + 1);
    strncat(name, " ", sizeof name - strlen(name) - 1);
    strncat(name, file, sizeof name - strlen(name) - 1);
    char *text = read_all(path, &len);
    if (!text) return;
    FILE *out = open_memstream(&got, &got_len);
    const bool played = play(text, len, out) == 0;
    fclose(out);
    if (writing) {
        FILE *file_out = fopen(golden, "wb");
        if (!played || !file_out || fwrite(got, 1, got_len, file_out) != got_len || fclose(file_out)) {
            fprintf(stderr, "%s: not written\n", golden);
            n_failed++;
        }
    } else {
        compare(name, golden, got, got_len, played);
    }
    free(text);
    free(got);
}

static int is_record(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name);
    return len > 7 && strcmp(entry->d_name + len - 7, ".record") == 0;
}

int main(int argc, char **argv)
{
    writing = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (argc != 2 && !writing) {
        fprintf(stderr, "usage: golden [--write] DIR\n");
        return 2;
    }
    for (int i = 0; i < tm_n_games; i++) {
        char folder[4096];
        struct dirent **list;
        snprintf(folder, sizeof folder, "%s/%s", argv[argc - 1], tm_games[i]->id);
        const int n = scandir(folder, &list, is_record, alphasort);
        for (int k = 0; k < n; k++) {
            do_record(folder, list[k]->d_name);
            free(list[k]);
        }
        if (n >= 0) free(list);
    }
    if (!writing) printf("1..%d\n", n_tests);
    return n_failed != 0;
}
