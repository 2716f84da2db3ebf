-- concurrently
DROP INDEX IF EXISTS challenges_author;
-- The contests that a person made, the newest first.
CREATE INDEX CONCURRENTLY challenges_author ON challenges (author, created_at DESC, id DESC)
    WHERE kind IN ('competition', 'open');
