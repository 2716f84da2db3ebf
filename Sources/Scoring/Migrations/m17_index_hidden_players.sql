-- concurrently
DROP INDEX IF EXISTS contest_players_hidden;
-- Who of a contest's players is not active: they have no rank in its result.
CREATE INDEX CONCURRENTLY contest_players_hidden ON contest_players (challenge, user_id)
    WHERE NOT is_shown;
