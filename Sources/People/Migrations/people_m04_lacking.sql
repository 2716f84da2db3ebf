-- concurrently
DROP INDEX IF EXISTS people_lacking;
-- Copies that lack what cards tell; empty once they are filled.
CREATE INDEX CONCURRENTLY people_lacking ON people (id) WHERE zone_names IS NULL;
