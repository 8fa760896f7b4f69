/* A first bot in C, standard library only. It reads only the legal actions and takes the one whose words it likes
 * best; if several are equal, a random one.
 *
 *   cc -std=c11 -O2 -o first examples/bots/first.c
 *   tatami sim tatsu 4 --bot 'engine:./first' --bot random
 *
 * docs/ENGINE.md describes the protocol. To start your own bot, copy this file and change `rate`; for one that looks
 * at the table, say `wants view legal` and read the JSON of the `view` line. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 12 }; /* bytes; what we want is shorter */

static bool starts(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

static bool ends(const char *s, const char *with)
{
    const size_t n = strlen(s), m = strlen(with);
    return n >= m && strcmp(s + n - m, with) == 0;
}

/* How much we like an action; `moving` is whether one was played as move since the last `end`. */
static int rate(const char *action, bool moving)
{
    static const struct {
        const char *word;
        int rating;
    } WORDS[] = {
        /* Planes: recover, dodge, one card to pass a base, all others to fly; throw away what is left. */
        {"recover", 90},
        {"dodge ", 90},
        {"keep", 5},
        {"action ", 4},
        {"discard ", 3},
        /* Tricks: rather play than ask. */
        {"play ", 10},
        {"ask", 8},
        /* Disciples: challenge for trophies, and keep the better card; it does not matter where it goes. */
        {"challenge", 5},
        {"swap", 5},
        /* Palace: cards stay hidden until the end. */
        {"wait", 5},
    };
    const char *last = strrchr(action, ' ');
    if (ends(action, " as fly")) return 60;
    if (ends(action, " as move")) return moving ? 0 : 70;
    if (starts(action, "move ")) return 10 - (int)strlen(action); /* small groups stay close */
    if (starts(action, "give ") && last[2] == 'x') return -1;     /* multipliers are too good to give */
    if (starts(action, "go ")) return (starts(action, "go base ") ? 40 : 20) + atoi(strpbrk(action, "0123456789"));
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (starts(action, WORDS[i].word)) return WORDS[i].rating;
    return 0;
}

int main(void)
{
    static char line[LINE], best[LINE];
    int best_rating = 0, n_best = 0;
    bool moving = false;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (starts(line, "tatami ")) {
            puts("name First bot in C\nwants legal\nready");
        } else if (starts(line, "seat ")) {
            srand((unsigned)strtoull(strrchr(line, ' '), NULL, 10));
            moving = false;
        } else if (starts(line, "legal ")) {
            const char *action = line + strlen("legal ");
            const int rating = rate(action, moving);
            if (n_best == 0 || rating > best_rating) {
                best_rating = rating;
                n_best = 0;
            }
            if (rating == best_rating && rand() % ++n_best == 0) strcpy(best, action);
        } else if (strcmp(line, "go") == 0 || starts(line, "go ")) {
            printf("best %s\n", best);
            moving = ends(best, " as move") || (moving && strcmp(best, "end") != 0);
            n_best = 0;
        } else if (strcmp(line, "quit") == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
