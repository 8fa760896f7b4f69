/* Joining a table on a server: what the parts of `tatami join` share. */
#ifndef CLI_JOIN_H
#define CLI_JOIN_H

#include "cli/cli.h"
#include "client/http.h"
#include "client/online.h"
#include "wire/json.h"

typedef struct join {
    client_address address;
    char table[CLIENT_ID_MAX + 1]; /* empty until it is chosen */
    char token[ONLINE_TOKEN];
    const char *name;  /* as wished, or NULL */
    cli_choice choice; /* of a table that is opened */
    const char *bots[TM_MAX_SEATS];
    int n_bots;
    uint64_t clock;
    bool listed;
    int seat; /* ONLINE_ANY until given */
    bool look_on;
    bool start; /* a table opened without free seats starts at once */
    bool plain, reader;
    tm_screen_options screen;
} join;

/* The language of messages, as the protocol names it. */
const char *join_language(void);
/* Makes one request, as client_ask does. */
int join_request(const join *j, const char *method, const char *path, const char *body, client_answer *answer,
                 tm_why *why);
/* Makes a request that is answered in JSON; *out is the answer, to be freed with cJSON_Delete. CLI_OK, or CLI_FAILED after a message. A
 * refusal is a failure too, unless its status is `may_refuse`: then CLI_OK, and *out is NULL. */
int join_ask(const join *j, const char *method, const char *path, const char *body, int may_refuse, cJSON **out);

enum { JOIN_PATH = 4096 };

/* The path of a file in the settings folder. CLI_OK, or CLI_FAILED after a message. */
int join_settings(const char *name, char path[JOIN_PATH]);
/* A server's name as part of a file name: `http-localhost-8080`. */
void join_write_server(const join *j, tm_text *out);

/* What we remember about a table, as a line of text, for the last tables on all servers. Reading gives nothing for
 * an unknown table; writing returns false if it fails. */
void join_recall(void *j, tm_text *out);
bool join_keep(void *j, const char *line);

/* The identity on that server: the stored token, or a new one. CLI_OK, or CLI_FAILED after a message. */
int join_identify(join *j);

/* Chooses or opens a table. CLI_OK with j->table, CLI_OK without one if the person quits, or CLI_FAILED. */
int join_lobby(join *j);
int join_open(join *j);

/* Plays in plain lines until the person quits; returns an exit status. */
int join_lines(tm_source *source, bool reader);

#endif
