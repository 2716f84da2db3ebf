-- `outbox_oldest` of `outbox_m07_walks.sql`, which now reads the blocked keys of its own destination
-- only.
CREATE OR REPLACE FUNCTION outbox_oldest(
    wanted text, among smallint[], busy uuid[], moment timestamptz, at_most bigint
) RETURNS SETOF outbox LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_incremental_sort = off SET jit = off AS $$
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
END $$;
