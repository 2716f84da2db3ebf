-- concurrently
-- The authors of contests from before the triggers, a thousand at a time: only whoever changes one of
-- these meanwhile waits, and no longer than for so many. What they store stays.
DO $$ DECLARE step uuid[]; BEGIN FOR step IN
    SELECT array_agg(challenge) FROM (
        SELECT challenge, row_number() OVER (ORDER BY challenge) / 1000 AS number
        FROM contests WHERE author IS NULL
    ) AS missing GROUP BY number
LOOP
    UPDATE contests SET author = challenges.author
    FROM challenges
    WHERE contests.challenge = ANY(step) AND contests.author IS NULL
        AND challenges.id = contests.challenge
; COMMIT; END LOOP; END $$;
-- And when the contests of participants were made.
DO $$ DECLARE step record; BEGIN FOR step IN
    SELECT array_agg(challenge) AS contests, array_agg(user_id) AS users FROM (
        SELECT challenge, user_id,
            row_number() OVER (ORDER BY challenge, user_id) / 1000 AS number
        FROM participants WHERE contest_created_at IS NULL
    ) AS missing GROUP BY number
LOOP
    UPDATE participants SET contest_created_at = contests.created_at
    FROM unnest(step.contests, step.users) AS missing(challenge, user_id)
    JOIN contests ON contests.challenge = missing.challenge
    WHERE participants.challenge = missing.challenge AND participants.user_id = missing.user_id
        AND participants.contest_created_at IS NULL
; COMMIT; END LOOP; END $$;
