-- Boards: how many players have how many points, so that a rank costs the same among a thousand
-- players and among ten million. Board 1 ranks everybody by `totals`.
--
-- A change of a score only adds a row to `board_changes`, so no payment touches a row of another
-- person. A fold moves these rows into `board_counts`. Both are in one snapshot or neither is: what
-- is counted and what is not counted yet are together exact at any moment.

-- How many players stand in a bucket: at level 0 those with that very score, at each further level
-- 64 times as many scores, so that level 8 spans every score in a handful of rows. A count may be
-- below zero while a change that came earlier waits to be folded.
CREATE TABLE board_counts (
    board integer NOT NULL,
    level smallint NOT NULL,
    bucket bigint NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT board_counts_pkey PRIMARY KEY (board, level, bucket)
) WITH (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000
);

-- Scores that changed and are not counted yet. `old_score` is empty for a new player, `new_score`
-- for one who is gone.
CREATE TABLE board_changes (
    board integer NOT NULL,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
    old_score bigint,
    new_score bigint
) WITH (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);

CREATE INDEX board_changes_order ON board_changes (transaction, board);

-- Up to which transaction every change is folded: all before it had ended when the last fold looked,
-- so nothing of theirs can appear later. Without it each rank would step over the index entries of
-- all that was folded since the last vacuum. One row, whose lock is the fold's.
CREATE TABLE board_fold (
    name text NOT NULL,
    folded_before xid8 NOT NULL,
    CONSTRAINT board_fold_pkey PRIMARY KEY (name),
    CONSTRAINT board_fold_one CHECK (name = 'all')
) WITH (fillfactor = 50);

INSERT INTO board_fold (name, folded_before) VALUES ('all', '0');

-- How many players of a board have more than a score, how many have that score, and how many there
-- are, in the snapshot of the statement that asks. Of each level it reads the buckets beside the
-- score's own, at most 63. Transactions are numbered anew where a dump is restored; a note that is
-- ahead of them counts for nothing.
--
-- A plan for a table that was just vacuumed and is empty would read all of it, and be kept for an
-- hour when there is much in it: hence no sequential scans.
CREATE FUNCTION board_place(
    wanted integer, score bigint, OUT above bigint, OUT equal bigint, OUT players bigint
) LANGUAGE plpgsql STABLE STRICT SET enable_seqscan = off SET jit = off AS $$
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
END $$;

-- Whoever writes a score, this release, the one before or an operator: the board learns of it.
CREATE FUNCTION board_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO board_changes (board, old_score, new_score)
    VALUES (TG_ARGV[0]::integer, OLD.points, NEW.points);
    RETURN NULL;
END $$;

CREATE TRIGGER totals_come AFTER INSERT OR DELETE ON totals
FOR EACH ROW EXECUTE FUNCTION board_changed(1);

CREATE TRIGGER totals_change AFTER UPDATE ON totals
FOR EACH ROW WHEN (OLD.points <> NEW.points) EXECUTE FUNCTION board_changed(1);

-- Everybody who is known is a player, with no points until somebody pays.
CREATE FUNCTION player_known() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO totals (user_id, points, reached_at) VALUES (NEW.id, 0, 'epoch')
    ON CONFLICT ON CONSTRAINT totals_pkey DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER people_play AFTER INSERT ON people
FOR EACH ROW EXECUTE FUNCTION player_known();
