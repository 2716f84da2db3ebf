-- concurrently
DROP INDEX IF EXISTS podiums_id;
-- What the end of a silence is looked up by.
CREATE UNIQUE INDEX CONCURRENTLY podiums_id ON podiums (id);
