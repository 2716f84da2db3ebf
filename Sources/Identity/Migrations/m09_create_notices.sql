-- Kinds, states and subjects are not checked: a later release adds more. Who caused a notice may
-- have no account any more.
CREATE TABLE notices (
    id uuid CONSTRAINT notices_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT notices_user_id_fkey REFERENCES accounts ON DELETE CASCADE,
    kind text COLLATE "C" NOT NULL,
    cause text COLLATE "C" NOT NULL
        CONSTRAINT notices_cause_length CHECK (char_length(cause) BETWEEN 1 AND 120),
    actor uuid,
    challenge uuid,
    subject_kind text NOT NULL,
    subject uuid NOT NULL,
    name text CONSTRAINT notices_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    count integer NOT NULL DEFAULT 1
        CONSTRAINT notices_count_positive CHECK (count > 0),
    state text NOT NULL DEFAULT 'new',
    raised_at timestamptz NOT NULL,
    seen_at timestamptz,
    settled_at timestamptz,
    dismissed_at timestamptz,
    expires_at timestamptz,
    CONSTRAINT notices_once UNIQUE (user_id, kind, cause)
);

CREATE INDEX notices_by_user ON notices (user_id, raised_at DESC, id DESC);
CREATE INDEX notices_unsettled ON notices (user_id) WHERE state IN ('new', 'seen');
CREATE INDEX notices_by_subject ON notices (subject, kind);
CREATE INDEX notices_by_raised_at ON notices (raised_at);
CREATE INDEX notices_by_end ON notices ((coalesce(settled_at, seen_at, dismissed_at)));

-- Who was asked before there were notices still has to answer.
INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, raised_at)
SELECT gen_random_uuid(), asked, 'friendRequest', id::text, asker, 'friendRequest', id, created_at
FROM friend_requests WHERE state = 'requested';
