-- Version 2: a group may be sent before the one before it is answered, and nodes tell each other more.
--
-- tatami_group does what tatami_commit does, if the last group that this connection has made is number `a_before`;
-- otherwise nothing, and it returns no rows: a group before this one failed, and must be sent again first or given up. The
-- setting goes back by itself when a group fails.
CREATE FUNCTION tatami_group(a_before bigint, a_number bigint, a_kind bigint[], a_table bytea[], a_person bytea[],
    a_at bigint[], a_first bigint[], a_n bigint[], a_epoch bigint[], a_flags bigint[], a_text bytea[], a_hash bytea[],
    a_claimed bytea[], a_entry_at bigint[], a_entry_sum bigint[], a_entry_text bytea[])
RETURNS SETOF bigint LANGUAGE plpgsql AS $body$
BEGIN
  IF coalesce(nullif(current_setting('tatami.done', true), ''), '0')::bigint <> a_before THEN RETURN; END IF;
  PERFORM set_config('tatami.done', a_number::text, false);
  IF 7 = ANY (a_kind) THEN -- a person, perhaps with a new name
    PERFORM pg_notify('tatami', 'renamed ' || encode(u.person, 'hex') || ' ' || encode(u.name, 'hex'))
      FROM unnest(a_kind, a_person, a_text) AS u(kind, person, name) JOIN people p ON p.id = u.person
      WHERE u.kind = 7 AND p.name <> u.name;
  END IF;
  IF 19 = ANY (a_kind) THEN -- tell the other nodes something
    PERFORM pg_notify('tatami', 'told ' || encode(u.text, 'escape'))
      FROM unnest(a_kind, a_text) AS u(kind, text) WHERE u.kind = 19;
  END IF;
  RETURN QUERY SELECT * FROM tatami_commit(a_kind, a_table, a_person, a_at, a_first, a_n, a_epoch, a_flags, a_text,
    a_hash, a_claimed, a_entry_at, a_entry_sum, a_entry_text);
END $body$;

-- A node that waited for a budget comes with an earlier time than the one before it: no time has passed then, rather than less
-- than none.
DO $body$ BEGIN
  EXECUTE replace(replace(pg_get_functiondef('tatami_commit'::regproc),
    'extract(epoch FROM excluded.at - b.at)', 'greatest(0, extract(epoch FROM excluded.at - b.at))'),
    'SET at = excluded.at', 'SET at = greatest(b.at, excluded.at)');
END $body$;
