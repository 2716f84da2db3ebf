-- The best players of a contest, the best first, among equals any: of those who have a score, are in
-- it or keep their place, and are active.
--
-- Nothing may be sorted: the server takes the condition on who is active for one that leaves a single
-- row, and would read all players rather than the first ones of the index.
CREATE FUNCTION contest_leaders(
    contest uuid, lower_wins boolean, at_most bigint,
    OUT user_id uuid, OUT score bigint, OUT is_joined boolean
) RETURNS SETOF record LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
BEGIN
    IF lower_wins THEN
        RETURN QUERY
        SELECT player.user_id, player.score, player.state = 'joined'
        FROM contest_players AS player
        WHERE player.challenge = contest AND player.score IS NOT NULL
            AND (player.state = 'joined' OR player.is_kept)
            AND coalesce(
                (SELECT standing FROM people WHERE id = player.user_id), 'active') = 'active'
        ORDER BY player.challenge, player.score LIMIT at_most;
    ELSE
        RETURN QUERY
        SELECT player.user_id, player.score, player.state = 'joined'
        FROM contest_players AS player
        WHERE player.challenge = contest AND player.score IS NOT NULL
            AND (player.state = 'joined' OR player.is_kept)
            AND coalesce(
                (SELECT standing FROM people WHERE id = player.user_id), 'active') = 'active'
        ORDER BY player.challenge DESC, player.score DESC LIMIT at_most;
    END IF;
END $$;
