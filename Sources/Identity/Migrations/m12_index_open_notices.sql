-- concurrently
DROP INDEX IF EXISTS notices_new;
-- What is new in an inbox, the newest first.
CREATE INDEX CONCURRENTLY notices_new ON notices (user_id, raised_at DESC)
    WHERE state = 'new' AND dismissed_at IS NULL;
DROP INDEX IF EXISTS notices_waiting;
-- What waits for its person, the newest first.
CREATE INDEX CONCURRENTLY notices_waiting ON notices (user_id, kind, raised_at DESC)
    WHERE state IN ('new', 'seen') AND dismissed_at IS NULL
        AND kind IN ('reviewNeeded', 'friendRequest', 'deadlineNear');
