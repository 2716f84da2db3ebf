-- The two queues, walked in the order of an index and no further than is asked for. A plan that the
-- server made while a queue was empty is kept when thousands of rows have come, and then must not
-- read or sort all of them: hence walks along indexes only.

-- The oldest events for a destination that may leave: none of a busy key, and none of a key of which
-- one waits to be tried again.
CREATE FUNCTION outbox_oldest(
    wanted text, among smallint[], busy uuid[], moment timestamptz, at_most bigint
) RETURNS SETOF outbox LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_incremental_sort = off SET jit = off AS $$
BEGIN
    -- The destination is part of the order, and no equality, so that `outbox_order` alone has it;
    -- what waits to be tried again only `outbox_blocked` can find.
    RETURN QUERY
    SELECT * FROM outbox
    WHERE destination BETWEEN wanted AND wanted
    AND partition = ANY(among) AND ordering_key <> ALL(busy)
    AND (destination, ordering_key) NOT IN (
        SELECT destination, ordering_key FROM outbox WHERE next_attempt_at > moment)
    ORDER BY destination, sequence LIMIT at_most;
END $$;

-- The timer that has been due longest, unless another transaction has it; `due_at` gives the order.
CREATE FUNCTION timers_take(names text[], moment timestamptz)
RETURNS SETOF timers LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_incremental_sort = off SET jit = off AS $$
BEGIN
    RETURN QUERY
    SELECT * FROM (
        SELECT * FROM timers WHERE due_at <= moment AND timer = ANY(names)
        ORDER BY due_at LIMIT 64
    ) AS due
    WHERE pg_try_advisory_xact_lock(hashtextextended(timer || subject::text, 7)) LIMIT 1;
END $$;
