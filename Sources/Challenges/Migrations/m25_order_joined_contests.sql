-- concurrently
DROP INDEX IF EXISTS participants_joined;
-- The contests that a person is or was in, those that they joined last first.
CREATE INDEX CONCURRENTLY participants_joined
    ON participants (user_id, joined_at DESC, challenge DESC) WHERE joined_at IS NOT NULL;
