-- concurrently
-- The names of friends from before the triggers, a thousand friendships at a time: only whoever
-- changes one of these meanwhile waits, and no longer than for so many.
DO $$ DECLARE step record; BEGIN FOR step IN
    SELECT array_agg(one) AS ones, array_agg(other) AS others FROM (
        SELECT one, other, row_number() OVER (ORDER BY one, other) / 1000 AS number
        FROM relations
        WHERE relation = 'friends' AND (one_username IS NULL OR other_username IS NULL)
    ) AS missing GROUP BY number
LOOP
    UPDATE relations SET relation = 'friends'
    FROM unnest(step.ones, step.others) AS missing(one, other)
    WHERE relations.one = missing.one AND relations.other = missing.other
        AND relation = 'friends'
; COMMIT; END LOOP; END $$;
