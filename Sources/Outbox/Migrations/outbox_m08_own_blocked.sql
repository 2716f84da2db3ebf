-- `outbox_oldest` of `outbox_m07_walks.sql`, which now reads the blocked keys of its own destination
-- only.
CREATE OR REPLACE FUNCTION outbox_oldest(
    wanted text, among smallint[], busy uuid[], moment timestamptz, at_most bigint
) RETURNS SETOF outbox LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_incremental_sort = off SET jit = off AS $$
BEGIN
    -- Each walk is in the order of the index that must serve it, and nothing may sort: in the order
    -- of destinations, which are no equality here, only `outbox_order` is, and in that of keys only
    -- `outbox_blocked`. Without the latter order a server that saw only blocked events would look
    -- for them among all events of the destination.
    RETURN QUERY
    SELECT * FROM outbox
    WHERE destination BETWEEN wanted AND wanted
    AND partition = ANY(among) AND ordering_key <> ALL(busy)
    AND ordering_key NOT IN (
        SELECT ordering_key FROM outbox
        WHERE destination = wanted AND next_attempt_at > moment ORDER BY ordering_key)
    ORDER BY destination, sequence LIMIT at_most;
END $$;
