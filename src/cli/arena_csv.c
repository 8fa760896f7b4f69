#include "cli/arena_csv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

static const char START[] = "# tatami arena ";

/* Everything that determines the games, except the seed, which comes last. */
static void describe(const arena_match *match, tm_text *out)
{
    const tm_setup *setup = &match->setup;
    tm_put_fmt(out, "%sversion=%s game=%s players=%d bots=", START, TATAMI_VERSION, setup->game->id, setup->n_seats);
    for (int i = 0; i < match->lineup.n_places; i++)
        tm_put_fmt(out, "%s%s", i ? "," : "", match->bots[match->lineup.places[i]]->name);
    for (int i = 0; i < setup->game->n_options; i++) {
        tm_put_str(out, i ? "," : " options=");
        tm_setup_write_option(setup, i, out);
    }
    if (setup->box) tm_put_fmt(out, " box=%s", setup->box->sha256);
    if (match->luck) tm_put_fmt(out, " luck=%u", (unsigned)match->luck);
    tm_put_str(out, " seed=");
}

static void name_columns(const arena_match *match, tm_text *out)
{
    const int n_seats = match->setup.n_seats;
    tm_put_str(out, "deal,rotation,");
    for (int seat = 0; seat < n_seats; seat++) tm_put_fmt(out, "points%d,", seat);
    for (int seat = 0; match->luck && seat < n_seats; seat++) tm_put_fmt(out, "luck%d,", seat);
    tm_put_str(out, "winners");
}

static int fail_io(const arena_csv *csv)
{
    return cli_fail("%s: %s", csv->path, strerror(errno));
}

static int fail_line(const arena_csv *csv, const char *expected)
{
    char found[256];
    tm_text text;
    tm_text_init(&text, found, sizeof found);
    tm_put_quoted(&text, csv->line, (uint32_t)strlen(csv->line), 60);
    return cli_fail(_("%s: line %u: found \"%s\", expected \"%s\""), csv->path, csv->n_lines, found, expected);
}

/* The next line, without its line feed: 1, or 0 if there is none or it is incomplete. Negative after a message. */
static int read_line(arena_csv *csv)
{
    csv->line[0] = 0;
    if (!fgets(csv->line, sizeof csv->line, csv->file)) return ferror(csv->file) ? -fail_io(csv) : 0;
    char *end = strchr(csv->line, '\n');
    if (!end && feof(csv->file)) return 0;
    if (end)
        *end = 0; /* without a line feed it is too long or has a NUL: not a line of ours, and the caller will
                        * notice */
    csv->n_lines++;
    csv->end = ftell(csv->file);
    return 1;
}

/* Cuts off an incomplete line, and continues there. */
static int go_on_writing(arena_csv *csv)
{
    if (ftruncate(fileno(csv->file), csv->end) == 0 && fseek(csv->file, csv->end, SEEK_SET) == 0) return CLI_OK;
    return fail_io(csv);
}

static int flush(arena_csv *csv)
{
    csv->failed = fflush(csv->file) != 0 || ferror(csv->file);
    return csv->failed ? fail_io(csv) : CLI_OK;
}

static int fail_start(const arena_csv *csv)
{
    if (strncmp(csv->line, START, sizeof START - 1) != 0)
        return cli_fail(_("%s: this file exists and does not contain arena results, so it was not changed"), csv->path);
    char found[512];
    tm_text text;
    tm_text_init(&text, found, sizeof found);
    tm_put_quoted(&text, csv->line + sizeof START - 1, (uint32_t)strlen(csv->line + sizeof START - 1), 400);
    return cli_fail(_("%s: contains the results of a different arena: %s"), csv->path, found);
}

/* The first line: this match, and its seed. */
static int check_start(arena_csv *csv, const char *start, arena_match *match, bool seeded)
{
    const size_t len = strlen(start);
    if (strncmp(csv->line, start, len) != 0 || csv->line[len] < '0' || csv->line[len] > '9') return fail_start(csv);
    char *end;
    errno = 0;
    const uint64_t seed = strtoull(csv->line + len, &end, 10);
    if (errno || *end || (seeded && seed != match->seed)) return fail_start(csv);
    match->seed = seed;
    return CLI_OK;
}

static int read_head(arena_csv *csv, arena_match *match, bool seeded)
{
    char start[2560], columns[256];
    tm_text s, c;
    tm_text_init(&s, start, sizeof start);
    tm_text_init(&c, columns, sizeof columns);
    describe(match, &s);
    name_columns(match, &c);
    int status = read_line(csv);
    if (status < 0) return CLI_FAILED;
    const size_t len = strlen(csv->line);
    if (status == 0 && strncmp(csv->line, start, len < s.len ? len : s.len) != 0) return fail_start(csv);
    if (status == 1) {
        if (check_start(csv, start, match, seeded)) return CLI_FAILED;
        status = read_line(csv);
        if (status < 0) return CLI_FAILED;
        if (status == 1) return strcmp(csv->line, columns) == 0 ? CLI_OK : fail_line(csv, columns);
    }
    if (go_on_writing(csv)) return CLI_FAILED;
    if (csv->end == 0) fprintf(csv->file, "%s%llu\n", start, (unsigned long long)match->seed);
    fprintf(csv->file, "%s\n", columns);
    if (flush(csv)) return CLI_FAILED;
    csv->end = ftell(csv->file);
    return CLI_OK;
}

/* A file of our own that nobody else is writing to. */
static FILE *open_file(const char *path)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat there;
    /* A pipe is not waited for. */
    const int fd = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
    FILE *file = NULL;
    if (fd < 0 || fstat(fd, &there) != 0)
        cli_fail("%s: %s", path, strerror(errno));
    else if (!S_ISREG(there.st_mode))
        cli_fail(_("%s: this file exists and does not contain arena results, so it was not changed"), path);
    else if (fcntl(fd, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN))
        cli_fail(_("%s: another arena is writing to it"), path);
    else if (!(file = fdopen(fd, "r+")))
        cli_fail("%s: %s", path, strerror(errno));
    if (!file && fd >= 0) close(fd);
    return file;
}

int arena_csv_open(arena_csv *csv, const char *path, arena_match *match, bool seeded)
{
    memset(csv, 0, sizeof *csv);
    csv->path = path;
    csv->lineup = match->lineup;
    csv->lucky = match->luck;
    csv->file = open_file(path);
    if (!csv->file) return CLI_FAILED;
    const int status = read_head(csv, match, seeded);
    if (status) fclose(csv->file);
    return status;
}

static void write_number(const arena_csv *csv, tm_text *out)
{
    const uint64_t n = (uint64_t)csv->lineup.n_places;
    tm_put_int(out, (int64_t)(csv->n_games / n));
    tm_put_fmt(out, ",%d,", (int)(csv->n_games % n));
}

static bool take_value(tm_span *rest, char after, int32_t min, int32_t max, int32_t *out)
{
    const char *end = after ? memchr(rest->at, after, rest->len) : rest->at + rest->len;
    if (!end) return false;
    const tm_span value = {rest->at, (uint32_t)(end - rest->at)};
    if (tm_span_int(value, min, max, out)) return false;
    const uint32_t used = value.len + (after != 0);
    rest->at += used;
    rest->len -= used;
    return true;
}

int arena_csv_next(arena_csv *csv, arena_result *out)
{
    char number[64];
    tm_text text;
    tm_text_init(&text, number, sizeof number);
    write_number(csv, &text);
    const int status = read_line(csv);
    if (status < 0) return status;
    if (status == 0) return go_on_writing(csv) ? -1 : 0;
    const int n_seats = csv->lineup.n_seats;
    tm_span rest = tm_span_of(csv->line);
    int32_t winners = 0;
    bool good = rest.len > text.len && memcmp(rest.at, number, text.len) == 0;
    rest.at += good ? text.len : 0;
    rest.len -= good ? text.len : 0;
    for (int seat = 0; good && seat < n_seats; seat++)
        good = take_value(&rest, ',', INT32_MIN, INT32_MAX, &out->points[seat]);
    for (int seat = 0; good && csv->lucky && seat < n_seats; seat++)
        good = take_value(&rest, ',', INT32_MIN, INT32_MAX, &out->luck[seat]);
    if (!good || !take_value(&rest, 0, 1, (1 << n_seats) - 1, &winners)) {
        tm_put_str(&text, "…");
        return -fail_line(csv, number);
    }
    out->winners = (uint32_t)winners;
    csv->n_games++;
    return 1;
}

int arena_csv_add(arena_csv *csv, const arena_result *result)
{
    char line[512];
    tm_text text;
    tm_text_init(&text, line, sizeof line);
    write_number(csv, &text);
    const int n_seats = csv->lineup.n_seats;
    for (int seat = 0; seat < n_seats; seat++) tm_put_fmt(&text, "%d,", (int)result->points[seat]);
    for (int seat = 0; csv->lucky && seat < n_seats; seat++) tm_put_fmt(&text, "%d,", (int)result->luck[seat]);
    tm_put_fmt(&text, "%u\n", (unsigned)result->winners);
    fputs(line, csv->file);
    csv->n_games++;
    return csv->n_games % (uint64_t)csv->lineup.n_places ? CLI_OK : flush(csv);
}

int arena_csv_close(arena_csv *csv)
{
    const bool known = csv->failed;
    if (fclose(csv->file) == 0) return CLI_OK;
    return known ? CLI_FAILED : fail_io(csv);
}
