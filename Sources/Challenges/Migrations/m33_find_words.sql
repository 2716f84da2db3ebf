-- concurrently
-- The words of contests from before the triggers, a thousand at a time: only whoever changes one of
-- these meanwhile waits, and no longer than for so many. What they store stays.
DO $$ DECLARE step uuid[]; BEGIN FOR step IN
    SELECT array_agg(challenge) FROM (
        SELECT challenge, row_number() OVER (ORDER BY challenge) / 1000 AS number
        FROM contests WHERE words IS NULL
    ) AS missing GROUP BY number
LOOP
    UPDATE contests
    SET words = contest_words(challenges.name, challenges.caption, challenges.description)
    FROM challenges
    WHERE contests.challenge = ANY(step) AND contests.words IS NULL
        AND challenges.id = contests.challenge
; COMMIT; END LOOP; END $$;
DROP INDEX IF EXISTS contests_words;
-- Contests by the words of their texts; drafts too, which their owners find.
CREATE INDEX CONCURRENTLY contests_words ON contests USING gin (words);
