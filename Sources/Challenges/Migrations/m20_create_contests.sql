-- Contests: challenges that people join, log to, and are ranked in. What a contest is about stands
-- in its row of `challenges`, how it is run in a row of `contests`.
CREATE TABLE contests (
    challenge uuid NOT NULL,
    kind text NOT NULL,
    owner uuid NOT NULL,
    state text NOT NULL,
    visibility text NOT NULL,
    category text,
    hidden_at timestamptz,
    created_at timestamptz NOT NULL,
    published_at timestamptz,
    -- NULL in a draft that starts when it is published.
    starts_at timestamptz,
    ends_at timestamptz,
    time_zone text NOT NULL,
    -- Whether it lasts from the start of one day to the end of another in its zone.
    whole_days boolean NOT NULL,
    aggregation text NOT NULL,
    direction text NOT NULL,
    score text NOT NULL,
    sources text NOT NULL,
    -- NULL for any number.
    capacity integer,
    needs_approval boolean NOT NULL,
    members_may_invite boolean NOT NULL,
    locks_late boolean NOT NULL,
    author_plays boolean NOT NULL,
    -- What the author set for themselves before it was published.
    author_target numeric(18,6),
    -- Whom a draft will invite when it is published.
    invitees uuid[] NOT NULL,
    -- When its owner ended it; NULL if time does.
    ended_at timestamptz,
    -- Until when what happened before its end may be logged.
    settles_at timestamptz,
    closed_at timestamptz,
    -- Until when the notices before its end were given.
    told_until timestamptz,
    version bigint NOT NULL,
    CONSTRAINT contests_pkey PRIMARY KEY (challenge),
    CONSTRAINT contests_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges(id),
    CONSTRAINT contests_capacity_range CHECK (capacity BETWEEN 2 AND 1000000),
    CONSTRAINT contests_times CHECK (ends_at IS NULL OR starts_at IS NULL OR starts_at < ends_at),
    CONSTRAINT contests_published CHECK (
        state = 'draft' OR (published_at IS NOT NULL AND starts_at IS NOT NULL)),
    CONSTRAINT contests_settles CHECK (state <> 'settling' OR settles_at IS NOT NULL),
    CONSTRAINT contests_closed CHECK (
        (closed_at IS NOT NULL) = (state IN ('completed', 'cancelled'))),
    CONSTRAINT contests_target_positive CHECK (author_target > 0)
);
CREATE INDEX contests_owner ON contests (owner, created_at DESC, challenge DESC);
-- What a person owns that is not over. By this column and not by the state, so that a list of what
-- is active never scans all of it.
CREATE INDEX contests_owned ON contests (owner) WHERE closed_at IS NULL;
-- What everyone may see. Other contests are found by their owner, or by who has a part in them.
CREATE INDEX contests_public ON contests (created_at DESC, challenge DESC)
    WHERE visibility = 'public' AND state <> 'draft';
CREATE INDEX contests_open ON contests (created_at DESC, challenge DESC)
    WHERE visibility = 'public' AND state IN ('scheduled', 'active');

-- Counts that many people change, apart from the row that moves lock.
CREATE TABLE contest_counts (
    challenge uuid NOT NULL,
    -- Who is in it now.
    joined integer NOT NULL,
    -- Who ever was.
    joins integer NOT NULL,
    likes bigint NOT NULL,
    CONSTRAINT contest_counts_pkey PRIMARY KEY (challenge),
    CONSTRAINT contest_counts_contest_fkey FOREIGN KEY (challenge) REFERENCES contests(challenge),
    CONSTRAINT contest_counts_not_negative CHECK (joined >= 0 AND joins >= joined AND likes >= 0)
);

-- Who was asked, asked, is or was in a contest. value and score are those of the person's entries,
-- computed anew with each change of one.
CREATE TABLE participants (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    invited_by uuid,
    invited_at timestamptz,
    -- Whether a code let them in, and no person.
    by_code boolean NOT NULL,
    requested_at timestamptz,
    -- When they joined first; kept by who leaves.
    joined_at timestamptz,
    ended_at timestamptz,
    target numeric(18,6),
    value numeric(18,6),
    score numeric(18,6),
    entries integer NOT NULL,
    reached_at timestamptz,
    completed_at timestamptz,
    -- Whether what completed it no longer stands.
    is_flagged boolean NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT participants_pkey PRIMARY KEY (challenge, user_id),
    CONSTRAINT participants_contest_fkey FOREIGN KEY (challenge) REFERENCES contests(challenge),
    CONSTRAINT participants_entries_range CHECK (entries >= 0),
    CONSTRAINT participants_target_positive CHECK (target > 0),
    CONSTRAINT participants_joined CHECK (
        state NOT IN ('joined', 'left') OR joined_at IS NOT NULL),
    CONSTRAINT participants_scored CHECK ((entries > 0) = (value IS NOT NULL)
        AND (value IS NULL) = (score IS NULL) AND (value IS NULL) = (reached_at IS NULL))
);
CREATE INDEX participants_user ON participants (user_id, state, challenge);
CREATE INDEX participants_state ON participants (challenge, state, user_id);

-- What people show for having completed an open contest that has no goal.
CREATE TABLE completions (
    -- By which its pictures are found: no client chooses it.
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    note text NOT NULL,
    completed_at timestamptz NOT NULL,
    CONSTRAINT completions_pkey PRIMARY KEY (challenge, user_id),
    CONSTRAINT completions_participant_fkey FOREIGN KEY (challenge, user_id)
        REFERENCES participants(challenge, user_id)
);

-- What people did for a contest.
CREATE TABLE entries (
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    -- NULL where nothing is counted.
    amount numeric(18,6),
    occurred_at timestamptz NOT NULL,
    -- The day on which it was for who did it.
    local_day date NOT NULL,
    source text NOT NULL,
    device text,
    note text NOT NULL,
    audience text NOT NULL,
    state text NOT NULL,
    queried_by uuid,
    query_reason text,
    queried_at timestamptz,
    judged text,
    -- NULL where votes or time judged.
    judged_by uuid,
    created_at timestamptz NOT NULL,
    edited_at timestamptz,
    version bigint NOT NULL,
    CONSTRAINT entries_pkey PRIMARY KEY (id),
    CONSTRAINT entries_participant_fkey FOREIGN KEY (challenge, user_id)
        REFERENCES participants(challenge, user_id),
    CONSTRAINT entries_amount_positive CHECK (amount > 0),
    CONSTRAINT entries_queried CHECK (
        (queried_by IS NULL) = (queried_at IS NULL)
        AND (queried_by IS NULL) = (query_reason IS NULL)
        AND (state <> 'queried' OR queried_by IS NOT NULL))
);
CREATE INDEX entries_person ON entries (challenge, user_id, created_at, id);
CREATE INDEX entries_newest ON entries (challenge, created_at DESC, id DESC);
-- Those that people outside the contest may see: few of many.
CREATE INDEX entries_wide ON entries (challenge, created_at DESC, id DESC)
    WHERE audience IN ('friends', 'public');
CREATE INDEX entries_queried ON entries (challenge, id) WHERE state = 'queried';

-- What became of an entry, in order.
CREATE TABLE entry_history (
    entry uuid NOT NULL,
    number integer NOT NULL,
    what text NOT NULL,
    by uuid,
    amount numeric(18,6),
    reason text,
    at timestamptz NOT NULL,
    CONSTRAINT entry_history_pkey PRIMARY KEY (entry, number),
    CONSTRAINT entry_history_entry_fkey FOREIGN KEY (entry) REFERENCES entries(id)
);

-- What participants think of a queried entry.
CREATE TABLE entry_votes (
    entry uuid NOT NULL,
    user_id uuid NOT NULL,
    removes boolean NOT NULL,
    voted_at timestamptz NOT NULL,
    CONSTRAINT entry_votes_pkey PRIMARY KEY (entry, user_id),
    CONSTRAINT entry_votes_entry_fkey FOREIGN KEY (entry) REFERENCES entries(id)
);

-- What lets in whoever has it.
CREATE TABLE codes (
    code text NOT NULL,
    challenge uuid NOT NULL,
    made_by uuid NOT NULL,
    made_at timestamptz NOT NULL,
    uses integer NOT NULL,
    uses_max integer,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT codes_pkey PRIMARY KEY (code),
    CONSTRAINT codes_contest_fkey FOREIGN KEY (challenge) REFERENCES contests(challenge),
    CONSTRAINT codes_uses_range CHECK (uses >= 0 AND (uses_max IS NULL OR uses <= uses_max)),
    CONSTRAINT codes_uses_max_positive CHECK (uses_max > 0)
);
CREATE INDEX codes_contest ON codes (challenge, made_at DESC, code) WHERE revoked_at IS NULL;
-- By which a draft that is deleted is found to have none.
CREATE INDEX codes_challenge ON codes (challenge);
CREATE INDEX codes_maker ON codes (made_by, expires_at) WHERE revoked_at IS NULL;
