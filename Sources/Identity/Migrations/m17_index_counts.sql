-- concurrently
-- The counts of an inbox read up to 400 notices: with the time at which each expires, the index
-- answers alone. That time never changes, so that a merged notice is still updated in place.

-- As `notices_new`.
DROP INDEX IF EXISTS notices_counted_new;
CREATE INDEX CONCURRENTLY notices_counted_new ON notices (user_id, raised_at DESC)
    INCLUDE (expires_at) WHERE state = 'new' AND dismissed_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS notices_new;
-- As `notices_open`.
DROP INDEX IF EXISTS notices_counted_open;
CREATE INDEX CONCURRENTLY notices_counted_open ON notices (kind, user_id, raised_at DESC)
    INCLUDE (expires_at)
    WHERE state IN ('new', 'seen') AND dismissed_at IS NULL
        AND kind IN ('reviewNeeded', 'friendRequest', 'deadlineNear');
DROP INDEX CONCURRENTLY IF EXISTS notices_open;

-- Whether someone has a block, either way. The relation comes first, so that none of the other
-- indices, which have all friends of a person, has the order.
DROP INDEX IF EXISTS relations_blocked_by_one;
CREATE INDEX CONCURRENTLY relations_blocked_by_one ON relations (relation, one)
    WHERE relation = 'blocked';
DROP INDEX IF EXISTS relations_blocked_by_other;
CREATE INDEX CONCURRENTLY relations_blocked_by_other ON relations (relation, other)
    WHERE relation = 'blocked';

-- Whether anyone is not active.
DROP INDEX IF EXISTS accounts_inactive;
CREATE INDEX CONCURRENTLY accounts_inactive ON accounts (standing) WHERE standing <> 'active';
