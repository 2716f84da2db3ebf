-- As in `m08_count_windows.sql`; each level is read once: the lowest one also for those with the
-- same score, the highest one also for all.
CREATE OR REPLACE FUNCTION board_place(
    wanted integer, score bigint, OUT above bigint, OUT equal bigint, OUT players bigint
) LANGUAGE plpgsql STABLE STRICT SET enable_seqscan = off SET jit = off AS $$
BEGIN
    SELECT coalesce(sum(counted.above), 0), coalesce(sum(counted.equal), 0),
        coalesce(sum(counted.players), 0)
    INTO above, equal, players
    FROM (
        SELECT sum(CASE WHEN bucket > score >> 6 * step.level THEN count END) AS above,
            sum(CASE WHEN step.level = 0 AND bucket = score THEN count END) AS equal,
            sum(CASE WHEN step.level = 9 THEN count END) AS players
        FROM generate_series(0, 9) AS step(level),
            LATERAL (
                SELECT bucket, count FROM board_counts
                WHERE board = wanted AND level = step.level
                AND bucket >= CASE step.level WHEN 0 THEN score
                    WHEN 9 THEN -9223372036854775808 ELSE (score >> 6 * step.level) + 1 END
                AND bucket <= CASE WHEN step.level = 9 THEN 9223372036854775807
                    ELSE score >> 6 * step.level | 63 END) AS level
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
