-- Medals for milestones, streaks and first times, and what they are counted from.

-- What a milestone counts; NULL for other medals.
ALTER TABLE medals ADD COLUMN counter text;

-- Where there are no users yet, nothing was done before.
INSERT INTO medals (
    id, family, counter, threshold, is_hidden, is_progressive, is_repeatable, since)
SELECT rule.*, CASE WHEN EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM ledger)
    THEN now() ELSE '-infinity'::timestamptz END
FROM (VALUES
    ('completed1', 'milestone', 'completed', 1, false, true, false),
    ('completed10', 'milestone', 'completed', 10, false, true, false),
    ('completed50', 'milestone', 'completed', 50, false, true, false),
    ('completed100', 'milestone', 'completed', 100, false, true, false),
    ('sent1', 'milestone', 'sent', 1, false, true, false),
    ('sent10', 'milestone', 'sent', 10, false, true, false),
    ('sent50', 'milestone', 'sent', 50, false, true, false),
    ('sent100', 'milestone', 'sent', 100, false, true, false),
    ('doneByOthers1', 'milestone', 'doneByOthers', 1, false, true, false),
    ('doneByOthers10', 'milestone', 'doneByOthers', 10, false, true, false),
    ('doneByOthers50', 'milestone', 'doneByOthers', 50, false, true, false),
    ('doneByOthers100', 'milestone', 'doneByOthers', 100, false, true, false),
    ('streak7', 'streak', NULL, 7, false, true, true),
    ('streak30', 'streak', NULL, 30, false, true, true),
    ('streak100', 'streak', NULL, 100, false, true, true),
    ('streak365', 'streak', NULL, 365, false, true, true),
    ('firstProof', 'first', NULL, NULL::integer, false, false, false),
    ('firstFriend', 'first', NULL, NULL, false, false, false)) AS rule;

-- Dares and workouts that were sent.
CREATE TABLE sends (
    challenge uuid NOT NULL,
    sender uuid NOT NULL,
    recipients integer NOT NULL,
    sent_at timestamptz NOT NULL,
    CONSTRAINT sends_pkey PRIMARY KEY (challenge),
    CONSTRAINT sends_recipients_positive CHECK (recipients > 0)
);
CREATE INDEX sends_sender ON sends (sender, sent_at, challenge);

-- The number of challenges that a user completed, sent (once for each recipient), or sent and others
-- completed. Always the same as what the ledger and the sends add up to, once what is older than
-- this table has been counted.
CREATE TABLE counters (
    user_id uuid NOT NULL,
    counter text NOT NULL,
    count bigint NOT NULL,
    -- Whether the count passed a milestone, up or down, that was not looked at for medals.
    is_due boolean NOT NULL,
    CONSTRAINT counters_pkey PRIMARY KEY (user_id, counter),
    CONSTRAINT counters_known CHECK (counter IN ('completed', 'sent', 'doneByOthers'))
);
CREATE INDEX counters_due ON counters (user_id, counter) WHERE is_due;

-- Whether a milestone lies between two counts.
CREATE FUNCTION passes_milestone(name text, old_count bigint, new_count bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM medals
        WHERE medals.counter = name AND threshold > least(old_count, new_count)
            AND threshold <= greatest(old_count, new_count))
$$;

-- Adds steps to the counters of users, in one order.
CREATE FUNCTION count_up(users uuid[], names text[], steps bigint[]) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO counters AS counted (user_id, counter, count, is_due)
    SELECT person, name, sum(step)::bigint, passes_milestone(name, 0, sum(step)::bigint)
    FROM unnest(users, names, steps) AS each(person, name, step)
    GROUP BY person, name ORDER BY person, name
    ON CONFLICT ON CONSTRAINT counters_pkey DO UPDATE
    SET count = counted.count + excluded.count,
        is_due = counted.is_due OR passes_milestone(
            counted.counter, counted.count, counted.count + excluded.count)
$$;

-- Whoever adds to the ledger, this release or the one before. The trigger's name comes after
-- that of `ledger_grow`, which locks the users' totals first.
CREATE FUNCTION ledger_tallied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(
        array_agg(user_id),
        array_agg(CASE WHEN rule IN ('complete', 'complete_reversed') THEN 'completed'
            ELSE 'doneByOthers' END),
        array_agg(CASE WHEN rule IN ('complete', 'sent') THEN 1::bigint ELSE -1 END))
    FROM came HAVING count(*) > 0;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_tally AFTER INSERT ON ledger REFERENCING NEW TABLE AS came
FOR EACH STATEMENT EXECUTE FUNCTION ledger_tallied();

CREATE FUNCTION sends_tallied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(
        array_agg(sender), array_agg('sent'::text), array_agg(recipients::bigint))
    FROM came HAVING count(*) > 0;
    RETURN NULL;
END $$;

CREATE TRIGGER sends_tally AFTER INSERT ON sends REFERENCING NEW TABLE AS came
FOR EACH STATEMENT EXECUTE FUNCTION sends_tallied();

ALTER TABLE streaks
    -- Whether each of the goal's periods is a day. Unknown, and thus false, until the goal's next
    -- event from a release that tells.
    ADD COLUMN is_daily boolean NOT NULL DEFAULT false,
    -- The length up to which medals were given.
    ADD COLUMN awarded integer NOT NULL DEFAULT 0;

-- Whether the user submitted or logged pictures on the day.
ALTER TABLE streak_days ADD COLUMN has_proof boolean NOT NULL DEFAULT false;
