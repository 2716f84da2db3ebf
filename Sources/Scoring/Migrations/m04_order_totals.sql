-- concurrently
-- The order in which a board shows its players.
DROP INDEX IF EXISTS totals_board;
CREATE INDEX CONCURRENTLY totals_board ON totals ((-points), reached_at, user_id);
