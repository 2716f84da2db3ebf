-- How long people keep something up: of each goal that recurs, and overall.
CREATE TABLE streaks (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL,
    -- NULL of the overall one.
    goal uuid,
    -- Up to last_day, computed from all days and plans.
    current integer NOT NULL DEFAULT 0,
    best integer NOT NULL DEFAULT 0,
    freezes smallint NOT NULL DEFAULT 0,
    last_day date,
    frozen date[] NOT NULL DEFAULT '{}',
    -- Of the plan.
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT streaks_pkey PRIMARY KEY (id),
    CONSTRAINT streaks_subject UNIQUE NULLS NOT DISTINCT (user_id, goal),
    CONSTRAINT streaks_range CHECK (current >= 0 AND best >= current AND freezes BETWEEN 0 AND 2)
);

-- The days of an overall streak, and the first days of a goal's periods.
CREATE TABLE streak_days (
    streak uuid NOT NULL,
    day date NOT NULL,
    what text NOT NULL,
    -- Of the day, or of the goal.
    version bigint NOT NULL,
    CONSTRAINT streak_days_pkey PRIMARY KEY (streak, day),
    CONSTRAINT streak_days_streak_fkey FOREIGN KEY (streak) REFERENCES streaks(id) ON DELETE CASCADE,
    CONSTRAINT streak_days_what_known CHECK (what IN ('counted', 'rested', 'missed', 'open'))
);

-- What was planned for an overall streak, and from which day on.
CREATE TABLE streak_plans (
    streak uuid NOT NULL,
    from_day date NOT NULL,
    rest_weekdays smallint[] NOT NULL,
    is_paused boolean NOT NULL,
    CONSTRAINT streak_plans_pkey PRIMARY KEY (streak, from_day),
    CONSTRAINT streak_plans_streak_fkey FOREIGN KEY (streak) REFERENCES streaks(id) ON DELETE CASCADE
);
