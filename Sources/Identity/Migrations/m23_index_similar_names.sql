-- concurrently
-- Names that are similar to a text, the nearest first. With longer signatures than the default the
-- indices leave out most of what is not similar.
DROP INDEX IF EXISTS accounts_similar_full_name;
CREATE INDEX CONCURRENTLY accounts_similar_full_name
    ON accounts USING gist (full_name_folded gist_trgm_ops (siglen = 256));
DROP INDEX IF EXISTS accounts_similar_last_name;
CREATE INDEX CONCURRENTLY accounts_similar_last_name
    ON accounts USING gist (last_name_folded gist_trgm_ops (siglen = 256));
DROP INDEX IF EXISTS accounts_similar_username;
CREATE INDEX CONCURRENTLY accounts_similar_username
    ON accounts USING gist (username gist_trgm_ops (siglen = 256));
