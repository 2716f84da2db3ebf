-- concurrently
-- Those from before the trigger, which reads a definition once its counts are locked.
UPDATE definition_counts SET is_public = true
FROM definitions
WHERE definitions.id = definition_counts.definition AND NOT definition_counts.is_public
    AND definitions.state = 'shown' AND definitions.visibility = 'public';
DROP INDEX IF EXISTS definition_counts_used;
-- What everyone may see, by how many people use it. By the negative number, because a page begins
-- behind a pair of both columns, and so both ascend.
CREATE INDEX CONCURRENTLY definition_counts_used
    ON definition_counts ((-users), definition) WHERE is_public;
DROP INDEX IF EXISTS definition_counts_workouts;
CREATE INDEX CONCURRENTLY definition_counts_workouts
    ON definition_counts ((-users), definition) WHERE is_public AND category IS NOT NULL;
DROP INDEX IF EXISTS definition_counts_category;
CREATE INDEX CONCURRENTLY definition_counts_category
    ON definition_counts (category, (-users), definition) WHERE is_public;
DROP INDEX IF EXISTS definitions_public;
-- What everyone may see, the newest first.
CREATE INDEX CONCURRENTLY definitions_public ON definitions (created_at DESC, id DESC)
    WHERE state = 'shown' AND visibility = 'public';
DROP INDEX IF EXISTS definitions_workouts;
CREATE INDEX CONCURRENTLY definitions_workouts ON definitions (created_at DESC, id DESC)
    WHERE state = 'shown' AND visibility = 'public' AND category IS NOT NULL;
DROP INDEX IF EXISTS definitions_public_category;
CREATE INDEX CONCURRENTLY definitions_public_category
    ON definitions (category, created_at DESC, id DESC)
    WHERE state = 'shown' AND visibility = 'public';
DROP INDEX IF EXISTS definitions_friends;
-- What a person shows to their friends alone, the newest first.
CREATE INDEX CONCURRENTLY definitions_friends ON definitions (author, created_at DESC, id DESC)
    WHERE state = 'shown' AND visibility = 'friends';
