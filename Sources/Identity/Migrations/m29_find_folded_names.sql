-- concurrently
DROP INDEX IF EXISTS accounts_by_full_name_search;
-- What is searched, by its beginning.
CREATE INDEX CONCURRENTLY accounts_by_full_name_search ON accounts (full_name_search);
DROP INDEX IF EXISTS accounts_by_last_name_search;
CREATE INDEX CONCURRENTLY accounts_by_last_name_search ON accounts (last_name_search);
DROP INDEX IF EXISTS accounts_name_pairs;
CREATE INDEX CONCURRENTLY accounts_name_pairs ON accounts USING gin (name_pairs)
    WITH (fastupdate = off) WHERE name_pairs IS NOT NULL;
DROP INDEX IF EXISTS accounts_similar_full_name_search;
-- Similar names, the nearest first, with signatures as long as those of m23_index_similar_names.
CREATE INDEX CONCURRENTLY accounts_similar_full_name_search
    ON accounts USING gist (full_name_search gist_trgm_ops (siglen = 256));
DROP INDEX IF EXISTS accounts_similar_last_name_search;
CREATE INDEX CONCURRENTLY accounts_similar_last_name_search
    ON accounts USING gist (last_name_search gist_trgm_ops (siglen = 256));
DROP INDEX IF EXISTS accounts_unfolded_full_name;
-- Accounts whose names are still to be folded, which are found by these until then. Empty
-- afterwards.
CREATE INDEX CONCURRENTLY accounts_unfolded_full_name ON accounts (full_name_folded)
    WHERE full_name_search IS NULL;
DROP INDEX IF EXISTS accounts_unfolded_last_name;
CREATE INDEX CONCURRENTLY accounts_unfolded_last_name ON accounts (last_name_folded)
    WHERE full_name_search IS NULL;
