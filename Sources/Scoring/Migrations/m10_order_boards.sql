-- concurrently
-- The order of those who are listed, by points, and of those without points in a month or a week,
-- by how long they have had none.
DROP INDEX IF EXISTS totals_listed;
CREATE INDEX CONCURRENTLY totals_listed ON totals ((-points), reached_at, user_id)
    WHERE is_listed AND is_shown;
DROP INDEX IF EXISTS totals_idle;
CREATE INDEX CONCURRENTLY totals_idle ON totals (reached_at, user_id)
    WHERE is_listed AND is_shown;
-- The order in which a board shows the players of a contest: those with a rank, then the others.
DROP INDEX IF EXISTS contest_players_ranked;
CREATE INDEX CONCURRENTLY contest_players_ranked
    ON contest_players (board, place, reached_at, user_id)
    WHERE place IS NOT NULL;
DROP INDEX IF EXISTS contest_players_unranked;
CREATE INDEX CONCURRENTLY contest_players_unranked ON contest_players (board, user_id)
    WHERE board IS NOT NULL AND place IS NULL AND (state = 'joined' OR is_kept);
-- The contests of a person.
DROP INDEX IF EXISTS contest_players_user;
CREATE INDEX CONCURRENTLY contest_players_user ON contest_players (user_id);
-- Contests that had more than a thousand players before this release.
INSERT INTO board_moves (challenge, last)
    SELECT challenge, '00000000-0000-0000-0000-000000000000' FROM contest_players
    GROUP BY challenge HAVING count(*) > 1000
    ON CONFLICT ON CONSTRAINT board_moves_pkey DO NOTHING;
