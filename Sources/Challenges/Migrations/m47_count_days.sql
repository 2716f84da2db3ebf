-- On which of their days people did something that counts for their streaks: entries, periods and
-- goals that were met, dares and workouts. Earlier releases write these rows too, so triggers note what
-- comes and goes; a loop counts it.
CREATE TABLE day_changes (
    number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    user_id uuid NOT NULL,
    -- The person's day, or a moment on it.
    day date,
    at timestamptz,
    -- 1 where something comes, -1 where it goes; of what there was before, how many things.
    things integer NOT NULL,
    CONSTRAINT day_changes_pkey PRIMARY KEY (number),
    CONSTRAINT day_changes_when CHECK ((day IS NULL) <> (at IS NULL))
);

CREATE TABLE activity_days (
    user_id uuid NOT NULL,
    day date NOT NULL,
    -- How many things count on it.
    things integer NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT activity_days_pkey PRIMARY KEY (user_id, day)
);

CREATE FUNCTION entry_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.state IN ('counted', 'queried') THEN
        INSERT INTO day_changes (user_id, day, things) VALUES (OLD.user_id, OLD.local_day, -1);
    END IF;
    IF NEW.state IN ('counted', 'queried') THEN
        INSERT INTO day_changes (user_id, day, things) VALUES (NEW.user_id, NEW.local_day, 1);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER entries_day_comes AFTER INSERT ON entries
FOR EACH ROW EXECUTE FUNCTION entry_day_changed();

CREATE TRIGGER entries_day_moves AFTER UPDATE ON entries
FOR EACH ROW WHEN (
    (OLD.state IN ('counted', 'queried')) <> (NEW.state IN ('counted', 'queried'))
    OR OLD.local_day <> NEW.local_day
) EXECUTE FUNCTION entry_day_changed();

CREATE FUNCTION goal_entry_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO day_changes (user_id, day, things)
        SELECT owner, OLD.local_day, -1 FROM goals WHERE challenge = OLD.challenge;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO day_changes (user_id, day, things)
        SELECT owner, NEW.local_day, 1 FROM goals WHERE challenge = NEW.challenge;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER goal_entries_day_comes AFTER INSERT OR DELETE ON goal_entries
FOR EACH ROW EXECUTE FUNCTION goal_entry_day_changed();

CREATE TRIGGER goal_entries_day_moves AFTER UPDATE ON goal_entries
FOR EACH ROW WHEN (OLD.local_day <> NEW.local_day) EXECUTE FUNCTION goal_entry_day_changed();

-- A period of one day counts on that day, however late it is marked; a longer one when it is met.
CREATE FUNCTION period_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.met_at IS NOT NULL THEN
        INSERT INTO day_changes (user_id, day, at, things)
        SELECT owner, CASE WHEN OLD.starts_on = OLD.ends_on THEN OLD.starts_on END,
            CASE WHEN OLD.starts_on < OLD.ends_on THEN OLD.met_at END, -1
        FROM goals WHERE challenge = OLD.challenge;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.met_at IS NOT NULL THEN
        INSERT INTO day_changes (user_id, day, at, things)
        SELECT owner, CASE WHEN NEW.starts_on = NEW.ends_on THEN NEW.starts_on END,
            CASE WHEN NEW.starts_on < NEW.ends_on THEN NEW.met_at END, 1
        FROM goals WHERE challenge = NEW.challenge;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER periods_day_comes AFTER INSERT OR DELETE ON periods
FOR EACH ROW EXECUTE FUNCTION period_day_changed();

-- A period that another last day cuts to one day counts there.
CREATE TRIGGER periods_day_moves AFTER UPDATE ON periods
FOR EACH ROW WHEN (
    OLD.met_at IS DISTINCT FROM NEW.met_at OR OLD.ends_on <> NEW.ends_on
) EXECUTE FUNCTION period_day_changed();

-- Goals that recur count by their periods.
CREATE FUNCTION goal_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.met_at IS NOT NULL AND OLD.recurrence = 'once' THEN
        INSERT INTO day_changes (user_id, at, things) VALUES (OLD.owner, OLD.met_at, -1);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.met_at IS NOT NULL AND NEW.recurrence = 'once' THEN
        INSERT INTO day_changes (user_id, at, things) VALUES (NEW.owner, NEW.met_at, 1);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER goals_day_comes AFTER INSERT OR DELETE ON goals
FOR EACH ROW EXECUTE FUNCTION goal_day_changed();

CREATE TRIGGER goals_day_moves AFTER UPDATE ON goals
FOR EACH ROW WHEN (OLD.met_at IS DISTINCT FROM NEW.met_at) EXECUTE FUNCTION goal_day_changed();

-- The day of the submission, where there was one.
CREATE FUNCTION assignment_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state IN ('done', 'completed') THEN
        INSERT INTO day_changes (user_id, at, things)
        VALUES (OLD.recipient,
            coalesce(OLD.completed_at, OLD.submitted_at, OLD.closed_at), -1);
    ELSE
        INSERT INTO day_changes (user_id, at, things)
        VALUES (NEW.recipient,
            coalesce(NEW.completed_at, NEW.submitted_at, NEW.closed_at), 1);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER assignments_day_moves AFTER UPDATE ON assignments
FOR EACH ROW WHEN (
    (OLD.state IN ('done', 'completed')) <> (NEW.state IN ('done', 'completed'))
) EXECUTE FUNCTION assignment_day_changed();

-- What people did in the last five weeks: it may still change, and counts from here on. The triggers
-- keep others from writing meanwhile, so that nothing is counted twice.
INSERT INTO day_changes (user_id, day, things)
SELECT user_id, local_day, count(*) FROM entries
WHERE state IN ('counted', 'queried') AND local_day >= current_date - 35
GROUP BY user_id, local_day;

INSERT INTO day_changes (user_id, day, things)
SELECT goals.owner, goal_entries.local_day, count(*) FROM goal_entries
JOIN goals ON goals.challenge = goal_entries.challenge
WHERE goal_entries.local_day >= current_date - 35
GROUP BY goals.owner, goal_entries.local_day;

INSERT INTO day_changes (user_id, day, at, things)
SELECT goals.owner, CASE WHEN periods.starts_on = periods.ends_on THEN periods.starts_on END,
    CASE WHEN periods.starts_on < periods.ends_on THEN periods.met_at END, 1
FROM periods JOIN goals ON goals.challenge = periods.challenge
WHERE periods.met_at IS NOT NULL AND periods.ends_on >= current_date - 35;

INSERT INTO day_changes (user_id, at, things)
SELECT owner, met_at, 1 FROM goals
WHERE recurrence = 'once' AND met_at >= now() - interval '35 days';

INSERT INTO day_changes (user_id, at, things)
SELECT recipient, coalesce(completed_at, submitted_at, closed_at), 1 FROM assignments
WHERE state IN ('done', 'completed')
    AND coalesce(completed_at, submitted_at, closed_at) >= now() - interval '35 days';
