-- What all migrations together make. Written by GOLDEN=record, never by hand.

CREATE TABLE board_changes (
    board integer NOT NULL,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
    old_score bigint,
    new_score bigint
);
CREATE INDEX board_changes_order ON board_changes USING btree (transaction, board);

CREATE TABLE board_counts (
    board integer NOT NULL,
    level smallint NOT NULL,
    bucket bigint NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT board_counts_pkey PRIMARY KEY (board, level, bucket)
);

CREATE TABLE board_fold (
    name text NOT NULL,
    folded_before xid8 NOT NULL,
    CONSTRAINT board_fold_pkey PRIMARY KEY (name),
    CONSTRAINT board_fold_one CHECK ((name = 'all'::text))
);

CREATE TABLE contest_boards (
    challenge uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    owner uuid NOT NULL,
    visibility text NOT NULL,
    direction text NOT NULL,
    score text NOT NULL,
    goal numeric(18,6),
    state text NOT NULL,
    is_hidden boolean NOT NULL,
    hides_values boolean NOT NULL,
    version bigint NOT NULL,
    results_written integer NOT NULL,
    frozen_at timestamp with time zone,
    CONSTRAINT contest_boards_pkey PRIMARY KEY (challenge),
    CONSTRAINT contest_boards_results CHECK (((state = 'completed'::text) OR ((results_written = 0) AND (frozen_at IS NULL))))
);
CREATE INDEX contest_boards_unfrozen ON contest_boards USING btree (challenge) WHERE ((state = 'completed'::text) AND (frozen_at IS NULL));

CREATE TABLE contest_players (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    is_kept boolean NOT NULL,
    was_inactive boolean NOT NULL,
    value numeric(18,6),
    score bigint,
    entries integer NOT NULL,
    target numeric(18,6),
    reached_at timestamp with time zone,
    completed_at timestamp with time zone,
    version bigint NOT NULL,
    CONSTRAINT contest_players_pkey PRIMARY KEY (challenge, user_id)
);

CREATE TABLE ledger (
    cause uuid NOT NULL,
    user_id uuid NOT NULL,
    rule text NOT NULL,
    points bigint NOT NULL,
    earned_at timestamp with time zone NOT NULL,
    is_verified boolean NOT NULL,
    recorded_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT ledger_pkey PRIMARY KEY (cause, user_id, rule),
    CONSTRAINT ledger_rule_known CHECK ((rule = ANY (ARRAY['complete'::text, 'sent'::text, 'complete_reversed'::text, 'sent_reversed'::text])))
);
CREATE INDEX ledger_user ON ledger USING btree (user_id, earned_at);

CREATE TABLE outbox (
    sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    id uuid NOT NULL,
    destination text NOT NULL,
    ordering_key uuid NOT NULL,
    partition smallint NOT NULL,
    call integer NOT NULL,
    body bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamp with time zone,
    last_fault text,
    traceparent text,
    CONSTRAINT outbox_pkey PRIMARY KEY (sequence),
    CONSTRAINT outbox_partition_exists CHECK (((partition >= 0) AND (partition <= 15)))
);
CREATE INDEX outbox_blocked ON outbox USING btree (destination, ordering_key, sequence) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX outbox_order ON outbox USING btree (destination, sequence);

CREATE TABLE outbox_leases (
    partition smallint NOT NULL,
    holder uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT outbox_leases_pkey PRIMARY KEY (partition),
    CONSTRAINT outbox_leases_partition_exists CHECK (((partition >= 0) AND (partition <= 15)))
);

CREATE TABLE pair_days (
    one uuid NOT NULL,
    other uuid NOT NULL,
    day date NOT NULL,
    paid bigint NOT NULL,
    CONSTRAINT pair_days_pkey PRIMARY KEY (one, other, day),
    CONSTRAINT pair_days_ordered CHECK ((one < other))
);

CREATE TABLE people (
    id uuid NOT NULL,
    username text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    avatar uuid,
    version bigint NOT NULL,
    zone_names text[],
    zones_since timestamp with time zone[],
    locale text,
    is_listed boolean,
    standing text,
    told_version bigint,
    CONSTRAINT people_pkey PRIMARY KEY (id),
    CONSTRAINT people_zones CHECK ((cardinality(zone_names) = cardinality(zones_since)))
);
CREATE INDEX people_inactive ON people USING btree (id) WHERE (standing <> 'active'::text);
CREATE INDEX people_lacking ON people USING btree (id) WHERE (told_version IS DISTINCT FROM version);
CREATE TRIGGER people_play AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION player_known();

CREATE TABLE received_events (
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT received_events_pkey PRIMARY KEY (id)
);
CREATE INDEX received_events_received_at ON received_events USING brin (received_at);

CREATE TABLE relations (
    one uuid NOT NULL,
    other uuid NOT NULL,
    relation text NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT relations_pkey PRIMARY KEY (one, other),
    CONSTRAINT relations_ordered CHECK ((one < other))
);
CREATE INDEX relations_other ON relations USING btree (other);

CREATE TABLE results (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    rank integer,
    value numeric(18,6),
    score bigint,
    entries integer NOT NULL,
    target numeric(18,6),
    completed_at timestamp with time zone,
    is_unranked boolean NOT NULL,
    place bigint NOT NULL,
    reached_at timestamp with time zone NOT NULL,
    CONSTRAINT results_pkey PRIMARY KEY (challenge, user_id),
    CONSTRAINT results_ranked CHECK ((is_unranked = (rank IS NULL))),
    CONSTRAINT results_scored CHECK ((is_unranked OR (score IS NOT NULL)))
);
CREATE INDEX results_order ON results USING btree (challenge, is_unranked, place, reached_at, user_id);

CREATE TABLE stored_replies (
    user_id uuid NOT NULL,
    call integer NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    reply bytea,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT stored_replies_pkey PRIMARY KEY (user_id, call, key)
);
CREATE INDEX stored_replies_created_at ON stored_replies USING brin (created_at);

CREATE TABLE timers (
    timer text NOT NULL,
    subject uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    traceparent text,
    CONSTRAINT timers_pkey PRIMARY KEY (timer, subject)
);
CREATE INDEX timers_due_at ON timers USING btree (due_at);

CREATE TABLE totals (
    user_id uuid NOT NULL,
    points bigint NOT NULL,
    reached_at timestamp with time zone NOT NULL,
    CONSTRAINT totals_pkey PRIMARY KEY (user_id)
);
CREATE INDEX totals_board ON totals USING btree (((- points)), reached_at, user_id);
CREATE TRIGGER totals_change AFTER UPDATE ON totals FOR EACH ROW WHEN ((old.points <> new.points)) EXECUTE FUNCTION board_changed('1');
CREATE TRIGGER totals_come AFTER INSERT OR DELETE ON totals FOR EACH ROW EXECUTE FUNCTION board_changed('1');

CREATE OR REPLACE FUNCTION board_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO board_changes (board, old_score, new_score)
    VALUES (TG_ARGV[0]::integer, OLD.points, NEW.points);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION board_place(wanted integer, score bigint, OUT above bigint, OUT equal bigint, OUT players bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE STRICT
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    SELECT coalesce(sum(counted.above), 0), coalesce(sum(counted.equal), 0),
        coalesce(sum(counted.players), 0)
    INTO above, equal, players
    FROM (
        SELECT sum(bucket.count) AS above, 0 AS equal, 0 AS players
        FROM generate_series(0, 8) AS step(level),
            LATERAL (
                SELECT count FROM board_counts
                WHERE board = wanted AND level = step.level
                AND bucket > score >> 6 * step.level
                AND bucket <= CASE WHEN step.level = 8 THEN 9223372036854775807
                    ELSE score >> 6 * step.level | 63 END) AS bucket
        UNION ALL
        SELECT 0, count, 0 FROM board_counts
        WHERE board = wanted AND level = 0 AND bucket = score
        UNION ALL
        SELECT 0, 0, sum(count) FROM board_counts WHERE board = wanted AND level = 8
        UNION ALL
        SELECT sum(CASE WHEN new_score > score THEN 1 ELSE 0 END
                - CASE WHEN old_score > score THEN 1 ELSE 0 END),
            sum(CASE WHEN new_score = score THEN 1 ELSE 0 END
                - CASE WHEN old_score = score THEN 1 ELSE 0 END),
            sum(CASE WHEN new_score IS NULL THEN 0 ELSE 1 END
                - CASE WHEN old_score IS NULL THEN 0 ELSE 1 END)
        FROM board_changes
        WHERE board = wanted AND transaction >= (
            SELECT CASE WHEN folded_before <= pg_snapshot_xmin(pg_current_snapshot())
                THEN folded_before ELSE '0' END FROM board_fold WHERE name = 'all')
    ) AS counted;
END $function$;

CREATE OR REPLACE FUNCTION outbox_oldest(wanted text, among smallint[], busy uuid[], moment timestamp with time zone, at_most bigint)
 RETURNS SETOF outbox
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    -- Nothing may sort, so each ORDER BY forces the index that has its order. BETWEEN instead of =
    -- is on purpose: with an equality the primary key has the order too, and would be walked through
    -- the events of other destinations; this way only `outbox_order` has it. The order by key leaves
    -- only `outbox_blocked` to the inner query, also after a time when every event was blocked.
    RETURN QUERY
    SELECT * FROM outbox
    WHERE destination BETWEEN wanted AND wanted
    AND partition = ANY(among) AND ordering_key <> ALL(busy)
    AND ordering_key NOT IN (
        SELECT ordering_key FROM outbox
        WHERE destination = wanted AND next_attempt_at > moment ORDER BY ordering_key)
    ORDER BY destination, sequence LIMIT at_most;
END $function$;

CREATE OR REPLACE FUNCTION player_known()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO totals (user_id, points, reached_at) VALUES (NEW.id, 0, 'epoch')
    ON CONFLICT ON CONSTRAINT totals_pkey DO NOTHING;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION timers_take(names text[], moment timestamp with time zone)
 RETURNS SETOF timers
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    RETURN QUERY
    SELECT * FROM (
        SELECT * FROM timers WHERE due_at <= moment AND timer = ANY(names)
        ORDER BY due_at LIMIT 64
    ) AS due
    WHERE pg_try_advisory_xact_lock(hashtextextended(timer || subject::text, 7)) LIMIT 1;
END $function$;
