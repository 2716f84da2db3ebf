-- concurrently
DROP INDEX IF EXISTS people_lacking;
-- Copies that lack what their cards tell; empty once they are filled.
CREATE INDEX CONCURRENTLY people_lacking ON people (id)
    WHERE told_version IS DISTINCT FROM version;
