-- concurrently
DROP INDEX IF EXISTS entries_queries;
-- The open queries of a person in a contest: how many they have, and which fall with their removal.
CREATE INDEX CONCURRENTLY entries_queries ON entries (challenge, queried_by)
    WHERE state = 'queried';
