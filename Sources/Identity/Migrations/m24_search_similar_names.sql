-- Finds accounts whose full name, last name or username is similar to a text, and their distances:
-- of each of the three the nearest ones, at most `at_most`.
CREATE OR REPLACE FUNCTION similar_accounts(wanted text, at_most bigint)
RETURNS TABLE (account uuid, distance real) LANGUAGE plpgsql STABLE
-- Only the indices in their own order are left to the planner: a bitmap would read and sort every
-- similar account.
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_incremental_sort = off SET jit = off
AS $$
BEGIN
    RETURN QUERY SELECT id, full_name_folded <-> wanted FROM accounts
        WHERE full_name_folded % wanted ORDER BY full_name_folded <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, last_name_folded <-> wanted FROM accounts
        WHERE last_name_folded % wanted ORDER BY last_name_folded <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, username <-> wanted FROM accounts
        WHERE username % wanted ORDER BY username <-> wanted LIMIT at_most;
END $$;
