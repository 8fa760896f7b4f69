/* Joining a table on a server: what the parts of `tatami join` share. */
#ifndef CLI_JOIN_H
#define CLI_JOIN_H

#include "cli/cli.h"
#include "client/http.h"
#include "client/online.h"
#include "wire/json.h"

typedef struct join {
    client_address address;
    char table[CLIENT_ID_MOST + 1]; /* empty until it is chosen */
    char token[ONLINE_TOKEN];
    const char *name;  /* as wished, or NULL */
    cli_choice choice; /* of a table that is opened */
    const char *bots[TM_MAX_SEATS];
    int n_bots;
    uint64_t clock;
    bool listed;
    int seat; /* ONLINE_ANY until given */
    bool look_on;
    bool start; /* a table that was opened without an open seat begins at once */
    bool plain, reader;
    tm_screen_options screen;
} join;

/* The language of messages, as the protocol names it. */
const char *join_language(void);
/* One request, as client_ask. */
int join_request(const join *j, const char *method, const char *path, const char *body, client_answer *answer,
                 tm_why *why);
/* A request whose answer is JSON; *out is the answer, freed with cJSON_Delete. CLI_OK, or CLI_FAILED after a message; a refusal is one too, but
 * where `may_refuse` is the status: then CLI_OK and *out is NULL. */
int join_ask(const join *j, const char *method, const char *path, const char *body, int may_refuse, cJSON **out);

enum { JOIN_PATH = 4096 };

/* The path of a file in the folder for settings. CLI_OK, or CLI_FAILED after a message. */
int join_settings(const char *name, char path[JOIN_PATH]);
/* A server as a part of such a name: `http-localhost-8080`. */
void join_write_server(const join *j, tm_text *out);

/* What is kept of the table, as a line of text; of the tables that were played last, on all servers. Nothing where it is
 * not known, and false where it could not be written. */
void join_recall(void *j, tm_text *out);
bool join_keep(void *j, const char *line);

/* Who this is on that server: the token kept in a file, or a new one. CLI_OK, or CLI_FAILED after a message. */
int join_identify(join *j);

/* Chooses or opens a table. CLI_OK with j->table, CLI_OK without one where the person leaves, or CLI_FAILED. */
int join_lobby(join *j);
int join_open(join *j);

/* Plays line by line until the person leaves; an exit status. */
int join_lines(tm_source *source, bool reader);

#endif
