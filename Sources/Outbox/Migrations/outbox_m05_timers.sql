-- What falls due: one row per timer and subject.
CREATE TABLE timers (
    timer text NOT NULL,
    subject uuid NOT NULL,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    CONSTRAINT timers_pkey PRIMARY KEY (timer, subject)
);

CREATE INDEX timers_due_at ON timers (due_at);
