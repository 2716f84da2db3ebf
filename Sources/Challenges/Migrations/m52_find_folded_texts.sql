-- concurrently
DROP INDEX IF EXISTS contests_folded_public;
-- What everyone may see, by its folded words. Without a list of pending rows, which each search
-- would read.
CREATE INDEX CONCURRENTLY contests_folded_public ON contests USING gin (folded)
    WITH (fastupdate = off) WHERE visibility = 'public' AND state <> 'draft';
DROP INDEX IF EXISTS contests_unfolded;
-- Contests whose folded words are still to be stored; and by the words that they are found by until
-- then. Both are empty afterwards.
CREATE INDEX CONCURRENTLY contests_unfolded ON contests (challenge) WHERE folded IS NULL;
DROP INDEX IF EXISTS contests_unfolded_public;
CREATE INDEX CONCURRENTLY contests_unfolded_public ON contests USING gin (words)
    WITH (fastupdate = off)
    WHERE folded IS NULL AND visibility = 'public' AND state <> 'draft';
DROP INDEX IF EXISTS definitions_folded_public;
-- Definitions in the same way.
CREATE INDEX CONCURRENTLY definitions_folded_public ON definitions USING gin (folded)
    WITH (fastupdate = off) WHERE visibility = 'public' AND state <> 'deleted';
DROP INDEX IF EXISTS definitions_unfolded;
CREATE INDEX CONCURRENTLY definitions_unfolded ON definitions (id) WHERE folded IS NULL;
DROP INDEX IF EXISTS definitions_unfolded_public;
CREATE INDEX CONCURRENTLY definitions_unfolded_public ON definitions USING gin (words)
    WITH (fastupdate = off)
    WHERE folded IS NULL AND visibility = 'public' AND state <> 'deleted';
