-- concurrently
DROP INDEX IF EXISTS contest_boards_unawarded;
-- Results that were not all looked at for medals.
CREATE INDEX CONCURRENTLY contest_boards_unawarded ON contest_boards (frozen_at, challenge)
    WHERE frozen_at IS NOT NULL AND medals_at IS NULL;
DROP INDEX IF EXISTS contest_players_unawarded;
-- Completions that were not looked at for medals.
CREATE INDEX CONCURRENTLY contest_players_unawarded ON contest_players (challenge, user_id)
    WHERE completed_at IS NOT NULL AND NOT is_awarded;
