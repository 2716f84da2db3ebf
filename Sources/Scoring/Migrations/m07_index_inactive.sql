-- concurrently
DROP INDEX IF EXISTS people_inactive;
-- The few people whom live boards leave out, so that a board need not look up each of its players.
CREATE INDEX CONCURRENTLY people_inactive ON people (id) WHERE standing <> 'active';
