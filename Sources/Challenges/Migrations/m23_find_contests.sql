-- concurrently
DROP INDEX IF EXISTS challenges_words;
-- Contests by the words of their texts.
CREATE INDEX CONCURRENTLY challenges_words ON challenges
    USING gin (contest_words(name, caption, description)) WHERE kind IN ('competition', 'open');
DROP INDEX IF EXISTS contests_category;
-- What everyone may see, by category.
CREATE INDEX CONCURRENTLY contests_category
    ON contests (category, created_at DESC, challenge DESC)
    WHERE visibility = 'public' AND state <> 'draft';
DROP INDEX IF EXISTS contests_category_open;
CREATE INDEX CONCURRENTLY contests_category_open
    ON contests (category, created_at DESC, challenge DESC)
    WHERE visibility = 'public' AND state IN ('scheduled', 'active');
