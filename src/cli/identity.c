/* The person's identity on a server: a token in a file that only its owner may read, one file per server. It is
 * never shown. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/join.h"

int join_settings(const char *name, char path[JOIN_PATH])
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool own = config && config[0] == '/';
    if (!own && (!home || home[0] != '/'))
        return cli_fail(_("there is nowhere to store your identity: HOME is not set"));
    const int len = snprintf(path, JOIN_PATH, "%s%s/tatami/%s", own ? config : home, own ? "" : "/.config", name);
    return len < JOIN_PATH ? CLI_OK : cli_fail(_("the path of the settings folder is too long"));
}

void join_write_server(const join *j, tm_text *out)
{
    tm_put_fmt(out, "%s-%s-%d", j->address.tls ? "https" : "http", j->address.host, j->address.port);
}

static bool is_token(const char *text)
{
    const size_t len = strlen(text);
    const size_t good = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return len >= 16 && len < ONLINE_TOKEN && good == len;
}

/* No file, or one without a token: no identity yet. */
static void read_token(join *j, const char *path)
{
    char text[ONLINE_TOKEN + 2] = "";
    FILE *file = fopen(path, "r");
    if (!file) return;
    if (!fgets(text, sizeof text, file)) *text = 0;
    fclose(file);
    text[strcspn(text, "\n")] = 0;
    if (is_token(text)) strcpy(j->token, text);
}

static int write_token(const join *j, char *path)
{
    char beside[JOIN_PATH + 8];
    if (cli_make_folders(path)) return CLI_FAILED;
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    const int fd = mkstemp(beside); /* its owner's alone */
    if (fd < 0) return cli_fail("%s: %s", path, strerror(errno));
    const ssize_t len = (ssize_t)strlen(j->token);
    const bool written = write(fd, j->token, (size_t)len) == len && write(fd, "\n", 1) == 1;
    if (close(fd) == 0 && written && rename(beside, path) == 0) return CLI_OK;
    const int error = errno;
    unlink(beside);
    return cli_fail("%s: %s", path, strerror(error));
}

static void write_name(const char *name, char *buffer, uint32_t size)
{
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, buffer, size);
    tm_json_open(&json, '{');
    tm_json_key(&json, "name");
    tm_json_str(&json, name);
    tm_json_close(&json, '}');
}

static int make_identity(join *j, char *path)
{
    char body[1024];
    cJSON *answer;
    const char *user = getenv("USER"), *name = j->name ? j->name : user && *user ? user : _("Guest");
    const char *token;
    tm_why why;
    write_name(name, body, sizeof body);
    if (join_ask(j, "POST", "/api/me", body, 0, &answer)) return CLI_FAILED;
    tm_why_init(&why, cli_say());
    const bool good = json_text(answer, "token", "", &token, &why) == TM_OK && is_token(token);
    if (good) strcpy(j->token, token);
    cJSON_Delete(answer);
    return good ? write_token(j, path) : cli_fail(_("the server did not give you an identity"));
}

/* A different name from the one known there. */
static int change_name(const join *j, const cJSON *me)
{
    const cJSON *known = cJSON_GetObjectItemCaseSensitive(me, "name");
    char body[1024];
    cJSON *answer;
    if (!j->name || (cJSON_IsString(known) && strcmp(known->valuestring, j->name) == 0)) return CLI_OK;
    write_name(j->name, body, sizeof body);
    const int status = join_ask(j, "POST", "/api/me/name", body, 0, &answer);
    if (status == CLI_OK) cJSON_Delete(answer);
    return status;
}

int join_identify(join *j)
{
    char path[JOIN_PATH], name[CLIENT_HOST_MAX + 32];
    tm_text text;
    cJSON *me = NULL;
    tm_text_init(&text, name, sizeof name);
    tm_put_str(&text, "servers/");
    join_write_server(j, &text);
    int status = join_settings(name, path);
    if (status) return status;
    read_token(j, path);
    if (*j->token && join_ask(j, "GET", "/api/me", NULL, 401, &me)) return CLI_FAILED;
    if (!me) {
        *j->token = 0; /* unknown there: a different server, or deleted */
        return make_identity(j, path);
    }
    status = change_name(j, me);
    cJSON_Delete(me);
    return status;
}
