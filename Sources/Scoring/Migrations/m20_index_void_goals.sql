-- concurrently
DROP INDEX IF EXISTS contest_players_void;
-- Completions that were looked at for medals, and then taken back.
CREATE INDEX CONCURRENTLY contest_players_void ON contest_players (challenge, user_id)
    WHERE completed_at IS NULL AND is_awarded;
