-- Version 1 of the schema. Never change it once it is released: postgres_schema.c says how to go on.
--
-- `key` numbers tables and people, so that the rows that refer to them are short. `heads` changes with every entry: its pages
-- have space left, so that the new version of a row fits beside the old one and no index changes.
CREATE TABLE tatami (program text NOT NULL, version integer NOT NULL);
INSERT INTO tatami VALUES ('tatami', 0);
CREATE TABLE tables (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    phase smallint NOT NULL,
    listed boolean NOT NULL,
    archived boolean NOT NULL,
    started boolean NOT NULL,
    phase_at bigint NOT NULL,
    opened_at bigint NOT NULL,
    visited_at bigint NOT NULL,
    due_at bigint NOT NULL DEFAULT 0,
    result bytea,
    text bytea NOT NULL);
CREATE INDEX tables_to_list ON tables (visited_at, key) WHERE listed AND NOT archived;
CREATE INDEX tables_to_archive ON tables (visited_at) WHERE NOT archived;
CREATE INDEX tables_to_delete ON tables (visited_at) WHERE NOT started;
CREATE INDEX tables_due ON tables (due_at) WHERE due_at > 0;
CREATE INDEX tables_by_phase ON tables (phase);
CREATE TABLE heads (
    id bytea PRIMARY KEY,
    place bigint NOT NULL,
    n_entries bigint NOT NULL,
    epoch bigint NOT NULL,
    node bytea NOT NULL) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
CREATE TABLE log (
    place bigint NOT NULL,
    n bigint NOT NULL,
    at bigint NOT NULL,
    sum integer NOT NULL,
    text bytea NOT NULL,
    PRIMARY KEY (place, n));
CREATE TABLE people (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    name bytea NOT NULL,
    bot boolean NOT NULL,
    made_at bigint NOT NULL);
CREATE TABLE parts (
    person bigint NOT NULL,
    place bigint NOT NULL,
    seated boolean NOT NULL,
    PRIMARY KEY (person, place));
CREATE INDEX parts_by_place ON parts (place);
CREATE TABLE tokens (
    hash bytea PRIMARY KEY,
    person bigint NOT NULL,
    expires bigint NOT NULL,
    once boolean NOT NULL);
CREATE INDEX tokens_by_person ON tokens (person);
CREATE INDEX tokens_to_forget ON tokens (expires) WHERE expires > 0;
CREATE TABLE facts (name bytea PRIMARY KEY, text bytea NOT NULL);
CREATE TABLE subscriptions (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    person bigint NOT NULL,
    token bytea NOT NULL,
    made_at bigint NOT NULL,
    text bytea NOT NULL);
CREATE INDEX subscriptions_by_person ON subscriptions (person, key);

-- What somebody may still do of something that is limited for the whole site. Lost in a crash, which does no harm.
CREATE UNLOGGED TABLE budgets (
    whose bytea PRIMARY KEY,
    held double precision NOT NULL,
    at timestamptz NOT NULL);

-- A group of changes: one array per member of tm_change, then the entries of all logs. Returns a number for each change: 0 or
-- more, or -1 (EILLEGAL), -2 (EUNKNOWN), -3 (ETURN). `flags`: 1 listed, 2 gone, 4 once, 8 a bot, 16 follows, 32 passing; the phase from
-- 256 on. A kind that is not known is a change that the caller has found to be wrong.
CREATE FUNCTION tatami_commit(a_kind bigint[], a_table bytea[], a_person bytea[], a_at bigint[], a_first bigint[],
    a_n bigint[], a_epoch bigint[], a_flags bigint[], a_text bytea[], a_hash bytea[], a_claimed bytea[],
    a_entry_at bigint[], a_entry_sum bigint[], a_entry_text bytea[])
RETURNS SETOF bigint LANGUAGE plpgsql AS $body$
DECLARE
  c record;
  did bigint := 0;
  read bigint := 0; -- entries of earlier changes
  spot bigint;
  who bigint;
  token record;
BEGIN
  FOR c IN SELECT * FROM unnest(a_kind, a_table, a_person, a_at, a_first, a_n, a_epoch, a_flags, a_text, a_hash,
      a_claimed) AS u(kind, id, person, at, first, n, epoch, flags, text, hash, claimed) LOOP
    IF c.flags & 16 <> 0 AND did < 0 THEN
      NULL; -- skipped like the one before
    ELSIF c.kind = 1 AND c.n > 0 THEN
      did := 0;
      UPDATE heads SET n_entries = heads.n_entries + c.n
        WHERE heads.id = c.id AND heads.n_entries = c.first AND heads.epoch = c.epoch RETURNING heads.place INTO spot;
      IF FOUND THEN
        FOR i IN 1..c.n LOOP
          INSERT INTO log VALUES (spot, c.first + i - 1, a_entry_at[read + i], a_entry_sum[read + i],
            a_entry_text[read + i]);
        END LOOP;
      ELSE
        did := CASE WHEN EXISTS (SELECT FROM heads WHERE heads.id = c.id) THEN -1 ELSE -2 END;
      END IF;
    ELSE
      did := 0;
      CASE c.kind
      WHEN 0 THEN -- open
        INSERT INTO tables (id, phase, phase_at, listed, archived, started, opened_at, visited_at, text)
          VALUES (c.id, 0, c.at, c.flags & 1 <> 0, false, false, c.at, c.at, c.text)
          ON CONFLICT (id) DO NOTHING RETURNING key INTO spot;
        IF FOUND THEN INSERT INTO heads VALUES (c.id, spot, 0, 0, '');
        ELSE did := -1; END IF;
      WHEN 1 THEN -- a log of nothing: only the check
        SELECT CASE WHEN h.n_entries = c.first AND h.epoch = c.epoch THEN 0 ELSE -1 END INTO did
          FROM heads h WHERE h.id = c.id;
        IF NOT FOUND THEN did := -2; END IF;
      WHEN 2 THEN -- phase
        UPDATE tables t SET phase = c.flags >> 8, phase_at = c.at, listed = c.flags & 1 <> 0,
          started = t.started OR c.flags >> 8 > 0, result = coalesce(nullif(c.text, ''), t.result) WHERE t.id = c.id;
        IF NOT FOUND THEN did := -2; END IF;
      WHEN 3 THEN -- present
        SELECT key INTO spot FROM tables t WHERE t.id = c.id;
        IF FOUND THEN SELECT key INTO who FROM people p WHERE p.id = c.person; END IF;
        IF NOT FOUND THEN did := -2;
        ELSIF c.flags & 32 <> 0 THEN INSERT INTO parts VALUES (who, spot, false) ON CONFLICT DO NOTHING;
        ELSE
          INSERT INTO parts VALUES (who, spot, c.flags & 2 = 0)
            ON CONFLICT (person, place) DO UPDATE SET seated = excluded.seated;
        END IF;
      WHEN 4 THEN -- visit
        UPDATE tables t SET visited_at = greatest(t.visited_at, c.at), archived = false WHERE t.id = c.id;
        IF NOT FOUND THEN did := -2; END IF;
      WHEN 5 THEN -- archive
        WITH gone AS (DELETE FROM tables t WHERE NOT t.started AND t.visited_at < c.at
            AND NOT EXISTS (SELECT FROM parts WHERE place = t.key AND seated) RETURNING t.key, t.id),
          parts_gone AS (DELETE FROM parts p USING gone WHERE p.place = gone.key),
          heads_gone AS (DELETE FROM heads h USING gone WHERE h.id = gone.id)
          DELETE FROM log l USING gone WHERE l.place = gone.key;
        UPDATE tables t SET archived = true WHERE NOT t.archived AND t.visited_at < c.at;
      WHEN 6 THEN -- expire
        DELETE FROM tokens t WHERE t.expires > 0 AND t.expires < c.at;
        DELETE FROM budgets b WHERE b.at < clock_timestamp() - interval '1 day';
      WHEN 7 THEN -- person
        INSERT INTO people (id, name, bot, made_at) VALUES (c.person, c.text, c.flags & 8 <> 0, c.at)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name;
      WHEN 8 THEN -- token
        SELECT key INTO who FROM people p WHERE p.id = c.person;
        IF NOT FOUND THEN did := -2;
        ELSE
          INSERT INTO tokens VALUES (c.hash, who, c.at, c.flags & 4 <> 0) ON CONFLICT DO NOTHING;
          IF NOT FOUND THEN did := -1; END IF;
        END IF;
      WHEN 9 THEN -- claim
        SELECT t.person, t.once, t.expires INTO token FROM tokens t WHERE t.hash = c.claimed FOR UPDATE;
        IF NOT FOUND THEN did := -2;
        ELSIF NOT token.once OR (token.expires > 0 AND token.expires <= c.at) THEN did := -1;
        ELSE
          INSERT INTO tokens VALUES (c.hash, token.person, 0, false) ON CONFLICT DO NOTHING;
          IF FOUND THEN DELETE FROM tokens t WHERE t.hash = c.claimed;
          ELSE did := -1; END IF;
        END IF;
      WHEN 10 THEN -- forget
        SELECT key INTO who FROM people p WHERE p.id = c.person;
        IF NOT FOUND THEN did := -2;
        ELSE
          DELETE FROM tokens t WHERE t.person = who AND t.hash <> c.hash;
          DELETE FROM subscriptions s WHERE s.person = who AND s.token <> c.hash;
          PERFORM pg_notify('tatami', 'forgotten ' || encode(c.person, 'hex') || ' ' || encode(c.hash, 'hex'));
        END IF;
      WHEN 11 THEN -- own
        UPDATE heads h SET epoch = h.epoch + 1, node = c.text WHERE h.id = c.id RETURNING h.epoch INTO did;
        IF FOUND THEN PERFORM pg_notify('tatami', 'taken ' || encode(c.id, 'hex') || ' ' || did);
        ELSE did := -2; END IF;
      WHEN 12 THEN -- spend; rate and size in thousandths
        INSERT INTO budgets AS b VALUES (c.text, c.n / 1000.0 - 1, clock_timestamp()) ON CONFLICT (whose) DO UPDATE
          SET at = excluded.at,
            held = least(c.n / 1000.0, b.held + c.first / 1000.0 * extract(epoch FROM excluded.at - b.at)) - 1
          WHERE least(c.n / 1000.0, b.held + c.first / 1000.0 * extract(epoch FROM excluded.at - b.at)) >= 1;
        IF NOT FOUND THEN did := -3; END IF;
      WHEN 13 THEN -- due
        UPDATE tables t SET due_at = c.at WHERE t.id = c.id;
        IF NOT FOUND THEN did := -2; END IF;
      WHEN 14 THEN -- rewrite; whoever has the table in memory must read it again
        SELECT h.place INTO spot FROM heads h WHERE h.id = c.id AND h.n_entries = c.first + c.n FOR UPDATE;
        IF FOUND THEN
          FOR i IN 1..c.n LOOP
            UPDATE log l SET text = a_entry_text[read + i], sum = a_entry_sum[read + i]
              WHERE l.place = spot AND l.n = c.first + i - 1;
          END LOOP;
          PERFORM pg_notify('tatami', 'rewritten ' || encode(c.id, 'hex'));
        ELSE
          did := CASE WHEN EXISTS (SELECT FROM heads h WHERE h.id = c.id) THEN -1 ELSE -2 END;
        END IF;
      WHEN 15 THEN -- delete a person
        SELECT key INTO who FROM people p WHERE p.id = c.person;
        IF NOT FOUND THEN did := -2;
        ELSE
          DELETE FROM tokens t WHERE t.person = who;
          DELETE FROM subscriptions s WHERE s.person = who;
          UPDATE tables SET result = NULL WHERE key IN (SELECT place FROM parts p WHERE p.person = who);
          DELETE FROM parts p WHERE p.person = who;
          DELETE FROM people WHERE key = who;
          PERFORM pg_notify('tatami', 'forgotten ' || encode(c.person, 'hex') || ' ' || repeat('00', 32));
        END IF;
      WHEN 16 THEN -- fact
        IF c.flags & 4 <> 0 THEN
          INSERT INTO facts VALUES (c.id, c.text) ON CONFLICT DO NOTHING;
          IF NOT FOUND THEN did := -1; END IF;
        ELSE
          INSERT INTO facts VALUES (c.id, c.text) ON CONFLICT (name) DO UPDATE SET text = excluded.text;
        END IF;
      WHEN 17 THEN -- subscribe; c.n is how many somebody may have
        SELECT key INTO who FROM people p WHERE p.id = c.person;
        IF NOT FOUND THEN did := -2;
        ELSE
          DELETE FROM subscriptions s WHERE s.hash = c.hash;
          INSERT INTO subscriptions (hash, person, token, made_at, text) VALUES (c.hash, who, c.claimed, c.at, c.text);
          DELETE FROM subscriptions s WHERE s.person = who AND s.key <= (SELECT o.key FROM subscriptions o
            WHERE o.person = who ORDER BY o.key DESC LIMIT 1 OFFSET c.n);
        END IF;
      WHEN 18 THEN -- unsubscribe
        DELETE FROM subscriptions s WHERE s.hash = c.hash
          AND (c.person = '' OR s.person = (SELECT key FROM people p WHERE p.id = c.person));
        IF NOT FOUND THEN did := -2; END IF;
      ELSE did := -1;
      END CASE;
    END IF;
    IF c.kind IN (1, 14) THEN read := read + c.n; END IF;
    RETURN NEXT did;
  END LOOP;
END $body$;
