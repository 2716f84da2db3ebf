-- What users did before the upgrade counts for their streaks and medals too: their days, the
-- periods of their goals, and the dares and workouts that they sent. A loop tells scoring of it in
-- steps, while everything runs.
--
-- A step does not add to a day: it sets the day to what is there. So it fits with the last five
-- weeks, which `m47_count_days.sql` and `m48_count_proofs.sql` noted, and with all that triggers
-- note meanwhile: a day that was counted keeps its number, and scoring is told of each day once.
CREATE TABLE history_walks (
    source text NOT NULL,
    -- The last id that was counted: of a user, a goal or a challenge.
    last uuid NOT NULL,
    -- Of periods, the first day of the last one of that goal.
    day date NOT NULL,
    CONSTRAINT history_walks_pkey PRIMARY KEY (source)
);

-- A row until its source is counted; none where there is no history.
INSERT INTO history_walks (source, last, day)
SELECT source, '00000000-0000-0000-0000-000000000000', '0001-01-01'
FROM (VALUES ('days'), ('periods'), ('sends')) AS sources(source)
WHERE EXISTS (SELECT FROM challenges);

-- The next users who may have done something, by their ids.
CREATE FUNCTION active_users(last uuid, at_most integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE AS $$
DECLARE
    person uuid := last;
BEGIN
    FOR number IN 1..at_most LOOP
        person := least(
            (SELECT user_id FROM participants WHERE user_id > person ORDER BY user_id LIMIT 1),
            (SELECT owner FROM goals WHERE owner > person ORDER BY owner LIMIT 1),
            (SELECT recipient FROM assignments WHERE recipient > person
                ORDER BY recipient LIMIT 1));
        EXIT WHEN person IS NULL;
        RETURN NEXT person;
    END LOOP;
END $$;

-- All that counts on days of users, as the triggers note it, less what they noted and the loop has
-- not counted yet: what `activity_days` should hold now. Pictures are those that are not void. Days
-- that something was taken from before it was counted are among them.
CREATE FUNCTION activities_of(users uuid[])
RETURNS TABLE (user_id uuid, day date, at timestamptz, things integer, proofs integer)
LANGUAGE sql STABLE AS $$
    SELECT entries.user_id, entries.local_day, NULL::timestamptz, count(*)::integer, 0
    FROM participants JOIN entries ON entries.challenge = participants.challenge
        AND entries.user_id = participants.user_id
    WHERE participants.user_id = ANY(users) AND entries.state IN ('counted', 'queried')
    GROUP BY entries.user_id, entries.local_day
    UNION ALL
    SELECT goals.owner, goal_entries.local_day, NULL, count(*)::integer, 0
    FROM goals JOIN goal_entries ON goal_entries.challenge = goals.challenge
    WHERE goals.owner = ANY(users)
    GROUP BY goals.owner, goal_entries.local_day
    UNION ALL
    SELECT goals.owner, CASE WHEN periods.starts_on = periods.ends_on THEN periods.starts_on END,
        CASE WHEN periods.starts_on < periods.ends_on THEN periods.met_at END, 1, 0
    FROM goals JOIN periods ON periods.challenge = goals.challenge
    WHERE goals.owner = ANY(users) AND periods.met_at IS NOT NULL
    UNION ALL
    SELECT goals.owner, NULL, goals.met_at, 1, 0 FROM goals
    WHERE goals.owner = ANY(users) AND goals.recurrence = 'once' AND goals.met_at IS NOT NULL
    UNION ALL
    SELECT assignments.recipient, NULL, coalesce(
        assignments.completed_at, assignments.submitted_at, assignments.closed_at), 1, 0
    FROM assignments
    WHERE assignments.recipient = ANY(users) AND assignments.state IN ('done', 'completed')
    UNION ALL
    SELECT photos.owner, NULL, photos.added_at, 0, 1 FROM photos
    WHERE photos.owner = ANY(users) AND NOT photos.is_copy
        AND photos.of IN ('attempt', 'entry', 'completion', 'goalEntry')
        AND NOT EXISTS (
            SELECT FROM entries
            WHERE photos.of = 'entry' AND entries.id = photos.subject
                AND entries.state = 'removed')
        AND NOT EXISTS (
            SELECT FROM attempts JOIN assignments ON assignments.id = attempts.assignment
            WHERE photos.of = 'attempt' AND attempts.id = photos.subject
                AND assignments.state = 'void')
    UNION ALL
    SELECT noted.user_id, noted.day, noted.at, -noted.things, -noted.proofs
    FROM day_changes AS noted WHERE noted.user_id = ANY(users)
    UNION ALL
    SELECT short.user_id, short.day, NULL, 0, 0
    FROM activity_days AS short WHERE short.user_id = ANY(users) AND short.things < 0
$$;
