-- concurrently
DROP INDEX IF EXISTS contest_players_leaders;
-- The best players of a contest, whichever scores win.
CREATE INDEX CONCURRENTLY contest_players_leaders ON contest_players (challenge, score)
    WHERE score IS NOT NULL AND (state = 'joined' OR is_kept);
