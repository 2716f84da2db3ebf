-- One recipient's share of a challenge.
CREATE TABLE assignments (
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    -- Where the recipient stood in the call that made the challenge, from 0.
    position smallint NOT NULL,
    sender uuid NOT NULL,
    recipient uuid NOT NULL,
    state text NOT NULL,
    deadline timestamptz,
    sent_at timestamptz NOT NULL,
    read_at timestamptz,
    answered_at timestamptz,
    submitted_at timestamptz,
    closed_at timestamptz,
    attempts smallint NOT NULL,
    is_verified boolean,
    reason text,
    version bigint NOT NULL,
    CONSTRAINT assignments_pkey PRIMARY KEY (id),
    CONSTRAINT assignments_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges (id),
    CONSTRAINT assignments_one_each UNIQUE (challenge, recipient),
    CONSTRAINT assignments_two_people CHECK (sender <> recipient),
    CONSTRAINT assignments_state_known CHECK (state IN (
        'sent', 'accepted', 'submitted', 'done', 'denied', 'rejected', 'expired', 'withdrawn',
        'abandoned', 'void')),
    CONSTRAINT assignments_closed_at_end CHECK (
        (closed_at IS NULL) = (state IN ('sent', 'accepted', 'submitted'))),
    CONSTRAINT assignments_verified_when_done CHECK (
        (is_verified IS NULL) = (state <> 'done')),
    CONSTRAINT assignments_submitted_has_time CHECK (
        state <> 'submitted' OR submitted_at IS NOT NULL),
    CONSTRAINT assignments_attempts_counted CHECK (attempts >= 0),
    CONSTRAINT assignments_reason_length CHECK (char_length(reason) BETWEEN 1 AND 500)
);

-- The two lists, newest first. The state is in neither, so that a transition stays a cheap update.
CREATE INDEX assignments_received ON assignments (recipient, sent_at DESC, id DESC);
CREATE INDEX assignments_sent ON assignments (sender, sent_at DESC, id DESC);
