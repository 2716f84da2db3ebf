-- What people did on their days, as each source says: a day's total, of which the one that was read
-- last counts. Of a day the greatest of its sources counts.
CREATE TABLE health_days (
    user_id uuid NOT NULL,
    metric text NOT NULL,
    -- The person's day.
    local_day date NOT NULL,
    source text NOT NULL,
    amount numeric(18,6) NOT NULL,
    -- When it was read.
    observed_at timestamptz NOT NULL,
    -- Whether it was typed in.
    is_manual boolean NOT NULL,
    -- When the amount, or that it was typed in, was last changed.
    changed_at timestamptz NOT NULL,
    -- From when the day no longer changes; the same for all its sources.
    freezes_at timestamptz NOT NULL,
    CONSTRAINT health_days_pkey PRIMARY KEY (user_id, metric, local_day, source),
    CONSTRAINT health_days_not_negative CHECK (amount >= 0)
);
