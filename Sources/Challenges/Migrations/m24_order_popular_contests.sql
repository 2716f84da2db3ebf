-- concurrently
DROP INDEX IF EXISTS contest_counts_popular;
-- What everyone may see, by how many people ever joined.
CREATE INDEX CONCURRENTLY contest_counts_popular
    ON contest_counts (joins DESC, challenge DESC) WHERE is_public;
DROP INDEX IF EXISTS contest_counts_open;
CREATE INDEX CONCURRENTLY contest_counts_open
    ON contest_counts (joins DESC, challenge DESC) WHERE is_open;
DROP INDEX IF EXISTS contest_counts_category;
CREATE INDEX CONCURRENTLY contest_counts_category
    ON contest_counts (category, joins DESC, challenge DESC) WHERE is_public;
DROP INDEX IF EXISTS contest_counts_category_open;
CREATE INDEX CONCURRENTLY contest_counts_category_open
    ON contest_counts (category, joins DESC, challenge DESC) WHERE is_open;
