-- concurrently
-- A notice had an entry in eight indices when it was told, in nine if it waited for its person.
-- Now it has six or seven, and five when it is settled. Each change of its state makes all anew,
-- because it must be found among the open ones, or among those to purge: so the fewer, the cheaper.
-- What is dropped has another index for each of its queries, also for those of the release before.

-- What waits for its person: as `notices_waiting`, with the kind first, so that a range of one
-- person has the order too.
DROP INDEX IF EXISTS notices_open;
CREATE INDEX CONCURRENTLY notices_open ON notices (kind, user_id, raised_at DESC)
    WHERE state IN ('new', 'seen') AND dismissed_at IS NULL
        AND kind IN ('reviewNeeded', 'friendRequest', 'deadlineNear');
DROP INDEX CONCURRENTLY IF EXISTS notices_waiting;
-- As `notices_by_subject`: whoever looks for a subject wants what is not settled.
DROP INDEX IF EXISTS notices_unsettled_by_subject;
CREATE INDEX CONCURRENTLY notices_unsettled_by_subject ON notices (subject, kind)
    WHERE state IN ('new', 'seen');
DROP INDEX CONCURRENTLY IF EXISTS notices_by_subject;
-- As `notices_by_end`, without what has no end yet.
DROP INDEX IF EXISTS notices_ended;
CREATE INDEX CONCURRENTLY notices_ended ON notices ((coalesce(settled_at, seen_at, dismissed_at)))
    WHERE coalesce(settled_at, seen_at, dismissed_at) IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS notices_by_end;
-- The counts have had `notices_new` and `notices_open` since they stop at 100.
DROP INDEX CONCURRENTLY IF EXISTS notices_unsettled;

-- What one person asked another that was declined or withdrawn. With `friend_requests_one_open` it
-- finds the requests between two people, however many others each of them has.
DROP INDEX IF EXISTS friend_requests_closed;
CREATE INDEX CONCURRENTLY friend_requests_closed ON friend_requests (asker, asked)
    WHERE state IN ('declined', 'withdrawn');
