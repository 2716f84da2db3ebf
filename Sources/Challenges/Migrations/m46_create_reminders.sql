-- When people are to be reminded of an assignment, a contest or a goal of theirs.
CREATE TABLE reminders (
    id uuid CONSTRAINT reminders_pkey PRIMARY KEY,
    user_id uuid NOT NULL,
    of text NOT NULL,
    -- The id of the assignment, the contest or the goal.
    subject uuid NOT NULL,
    -- By the person's clocks.
    minute_of_day smallint NOT NULL,
    -- 1 is Monday.
    weekdays smallint[] NOT NULL,
    is_on boolean NOT NULL,
    -- When the timer is due.
    next_at timestamptz,
    -- The last of the person's days that they were reminded for.
    rung_on date,
    version bigint NOT NULL,
    CONSTRAINT reminders_of_known CHECK (of IN ('assignment', 'contest', 'goal')),
    CONSTRAINT reminders_minute_range CHECK (minute_of_day BETWEEN 0 AND 1439),
    CONSTRAINT reminders_weekdays_range CHECK (
        weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[] AND cardinality(weekdays) BETWEEN 1 AND 7
    ),
    CONSTRAINT reminders_next_on CHECK (next_at IS NULL OR is_on)
);
-- A person's reminders, by the time of the day.
CREATE INDEX reminders_user ON reminders (user_id, minute_of_day, id);
