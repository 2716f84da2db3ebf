-- How long people were at something, by timers on their devices.
CREATE TABLE timings (
    id uuid CONSTRAINT timings_pkey PRIMARY KEY,
    user_id uuid NOT NULL,
    -- What is timed, and the id of its row.
    of text NOT NULL,
    subject uuid NOT NULL,
    created_at timestamptz NOT NULL,
    mode text NOT NULL,
    target_seconds integer,
    state text NOT NULL,
    -- From when until when it ran: the last one that began has no end while it runs.
    starts timestamptz[] NOT NULL,
    stops timestamptz[] NOT NULL,
    elapsed_ms integer NOT NULL,
    finished_at timestamptz,
    is_suspect boolean NOT NULL,
    is_verified boolean NOT NULL,
    is_unattended boolean NOT NULL,
    -- What it made, or why it made nothing.
    result_kind text,
    result uuid,
    refusal text,
    version bigint NOT NULL,
    CONSTRAINT timings_of_known CHECK (of IN ('assignment', 'contest', 'goal')),
    CONSTRAINT timings_mode_known CHECK (mode IN ('stopwatch', 'countdown')),
    CONSTRAINT timings_state_known CHECK (
        state IN ('running', 'paused', 'finished', 'discarded')
    ),
    CONSTRAINT timings_countdown_has_target CHECK (
        mode <> 'countdown' OR target_seconds IS NOT NULL
    ),
    CONSTRAINT timings_target_range CHECK (target_seconds BETWEEN 1 AND 86400),
    CONSTRAINT timings_segments_range CHECK (cardinality(starts) BETWEEN 1 AND 100),
    CONSTRAINT timings_running_open CHECK (
        cardinality(starts) - cardinality(stops)
            = CASE WHEN state = 'running' THEN 1 ELSE 0 END
    ),
    CONSTRAINT timings_elapsed_range CHECK (elapsed_ms BETWEEN 0 AND 86400000),
    CONSTRAINT timings_finished_has_time CHECK ((finished_at IS NOT NULL) = (state = 'finished')),
    CONSTRAINT timings_result_whole CHECK ((result_kind IS NULL) = (result IS NULL)),
    CONSTRAINT timings_outcome_one CHECK (result IS NULL OR refusal IS NULL),
    CONSTRAINT timings_outcome_finished CHECK (
        state = 'finished' OR result IS NULL AND refusal IS NULL
    )
);
-- A person times one thing once at a time.
CREATE UNIQUE INDEX timings_live ON timings (user_id, of, subject)
WHERE state IN ('running', 'paused');
-- A person's timings, the newest first.
CREATE INDEX timings_newest ON timings (user_id, created_at DESC, id DESC);
-- Those of one thing.
CREATE INDEX timings_subject ON timings (user_id, of, subject);
