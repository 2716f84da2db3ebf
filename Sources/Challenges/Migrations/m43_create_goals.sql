-- Personal goals: each is a row of `challenges` too, which has its text and what it counts.
CREATE TABLE goals (
    challenge uuid CONSTRAINT goals_pkey PRIMARY KEY,
    owner uuid NOT NULL,
    state text NOT NULL,
    recurrence text NOT NULL,
    -- The owner's local day on which it was made.
    first_day date NOT NULL,
    window_days smallint,
    last_day date,
    -- 1 is Monday.
    rest_weekdays smallint[] NOT NULL,
    -- How much is to be reached in the present period: another one may hold from the next on.
    target numeric(18, 6),
    next_target numeric(18, 6),
    -- Of a goal that is reached once.
    value numeric(18, 6) NOT NULL,
    periods_met integer NOT NULL,
    -- The first day of the present period.
    period date,
    -- When time moves it next.
    ends_at timestamptz,
    met_at timestamptz,
    is_flagged boolean NOT NULL,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    version bigint NOT NULL,
    CONSTRAINT goals_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges (id),
    CONSTRAINT goals_state_known CHECK (
        state IN ('active', 'paused', 'completed', 'expired', 'abandoned')
    ),
    CONSTRAINT goals_recurrence_known CHECK (
        recurrence IN ('once', 'daily', 'weekly', 'monthly')
    ),
    CONSTRAINT goals_window_range CHECK (
        window_days IS NULL OR recurrence = 'once' AND window_days BETWEEN 1 AND 366
    ),
    CONSTRAINT goals_closed_over CHECK (
        (closed_at IS NOT NULL) = (state NOT IN ('active', 'paused'))
    ),
    CONSTRAINT goals_period_open CHECK (
        (period IS NOT NULL) = (recurrence <> 'once' AND closed_at IS NULL)
    ),
    CONSTRAINT goals_target_positive CHECK (target > 0 AND next_target > 0),
    CONSTRAINT goals_rest_weekdays_range CHECK (
        rest_weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]
        AND (cardinality(rest_weekdays) = 0 OR recurrence = 'daily')
    ),
    CONSTRAINT goals_periods_met_counted CHECK (periods_met >= 0)
);
-- A person's goals, the newest first.
CREATE INDEX goals_owner ON goals (owner, created_at DESC, challenge DESC);
-- Those that are not over, by when they end.
CREATE INDEX goals_owner_due ON goals (owner, coalesce(ends_at, 'infinity'), challenge)
WHERE closed_at IS NULL;
-- Those that are, by when they were.
CREATE INDEX goals_owner_closed ON goals (owner, closed_at DESC, challenge DESC)
WHERE closed_at IS NOT NULL;

-- Each day, week or month of a goal that recurs, by the local days of its owner.
CREATE TABLE periods (
    challenge uuid NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    state text NOT NULL,
    target numeric(18, 6),
    value numeric(18, 6) NOT NULL,
    is_marked boolean NOT NULL,
    met_at timestamptz,
    rests boolean NOT NULL,
    -- The first moment after its last day.
    ends_at timestamptz NOT NULL,
    CONSTRAINT periods_pkey PRIMARY KEY (challenge, starts_on),
    CONSTRAINT periods_goal_fkey FOREIGN KEY (challenge) REFERENCES goals (challenge),
    CONSTRAINT periods_state_known CHECK (state IN ('open', 'met', 'missed', 'rested')),
    CONSTRAINT periods_met_has_time CHECK ((met_at IS NOT NULL) = (state = 'met')),
    CONSTRAINT periods_order CHECK (starts_on <= ends_on)
);

-- What people log for their goals. The entries of contests belong to participants.
CREATE TABLE goal_entries (
    id uuid CONSTRAINT goal_entries_pkey PRIMARY KEY,
    challenge uuid NOT NULL,
    amount numeric(18, 6) NOT NULL,
    occurred_at timestamptz NOT NULL,
    local_day date NOT NULL,
    source text NOT NULL,
    note text NOT NULL,
    created_at timestamptz NOT NULL,
    edited_at timestamptz,
    version bigint NOT NULL,
    CONSTRAINT goal_entries_goal_fkey FOREIGN KEY (challenge) REFERENCES goals (challenge),
    CONSTRAINT goal_entries_amount_positive CHECK (amount > 0),
    CONSTRAINT goal_entries_note_length CHECK (char_length(note) <= 2000)
);
-- A goal's entries, what was logged last first.
CREATE INDEX goal_entries_newest ON goal_entries (challenge, created_at DESC, id DESC);
-- What counts in a period.
CREATE INDEX goal_entries_days ON goal_entries (challenge, local_day);
