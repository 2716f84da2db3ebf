-- The submissions of an assignment.
CREATE TABLE attempts (
    id uuid NOT NULL,
    assignment uuid NOT NULL,
    number smallint NOT NULL,
    note text,
    submitted_at timestamptz NOT NULL,
    outcome text NOT NULL,
    reason text,
    decided_at timestamptz,
    CONSTRAINT attempts_pkey PRIMARY KEY (id),
    CONSTRAINT attempts_assignment_fkey FOREIGN KEY (assignment) REFERENCES assignments (id),
    CONSTRAINT attempts_number_once UNIQUE (assignment, number),
    CONSTRAINT attempts_number_positive CHECK (number > 0),
    CONSTRAINT attempts_outcome_known CHECK (outcome IN (
        'waiting', 'approved', 'tryAgain', 'rejected', 'retracted')),
    CONSTRAINT attempts_decided_at_end CHECK ((decided_at IS NULL) = (outcome = 'waiting')),
    CONSTRAINT attempts_note_length CHECK (char_length(note) <= 2000),
    CONSTRAINT attempts_reason_length CHECK (char_length(reason) BETWEEN 1 AND 500)
);

-- The pictures of a submission, in the order in which they were given.
CREATE TABLE attempt_media (
    attempt uuid NOT NULL,
    position smallint NOT NULL,
    media uuid NOT NULL,
    content_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    CONSTRAINT attempt_media_pkey PRIMARY KEY (attempt, position),
    CONSTRAINT attempt_media_attempt_fkey FOREIGN KEY (attempt) REFERENCES attempts (id),
    CONSTRAINT attempt_media_once UNIQUE (attempt, media)
);
