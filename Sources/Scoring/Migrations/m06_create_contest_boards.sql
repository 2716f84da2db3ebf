-- Contests whose players are ranked, as challengesd last told of them. A player may be known before
-- the contest is, so nothing refers to a row of it.
CREATE TABLE contest_boards (
    challenge uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    owner uuid NOT NULL,
    visibility text NOT NULL,
    direction text NOT NULL,
    score text NOT NULL,
    goal numeric(18,6),
    state text NOT NULL,
    is_hidden boolean NOT NULL,
    -- Whether a player's value is shown to nobody else.
    hides_values boolean NOT NULL,
    version bigint NOT NULL,
    -- How many results are written, in the order of the board.
    results_written integer NOT NULL,
    -- When the last one was; NULL until then.
    frozen_at timestamptz,
    CONSTRAINT contest_boards_pkey PRIMARY KEY (challenge),
    CONSTRAINT contest_boards_results CHECK (
        state = 'completed' OR (results_written = 0 AND frozen_at IS NULL))
);
CREATE INDEX contest_boards_unfrozen ON contest_boards (challenge)
    WHERE state = 'completed' AND frozen_at IS NULL;

-- How people stand in contests. Nothing changes a row once its contest is completed.
CREATE TABLE contest_players (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    -- Left or removed while the contest settled: keeps the place on the board.
    is_kept boolean NOT NULL,
    -- Not active when the contest was completed: has no rank in the result.
    was_inactive boolean NOT NULL,
    value numeric(18,6),
    -- In millionths, for boards sort by it; NULL without an entry.
    score bigint,
    entries integer NOT NULL,
    target numeric(18,6),
    reached_at timestamptz,
    completed_at timestamptz,
    version bigint NOT NULL,
    CONSTRAINT contest_players_pkey PRIMARY KEY (challenge, user_id)
);

-- The boards of completed contests: written once, never changed. is_unranked, place, reached_at and
-- user_id are their order; place is the score in millionths, negated where higher scores win.
CREATE TABLE results (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    rank integer,
    value numeric(18,6),
    score bigint,
    entries integer NOT NULL,
    target numeric(18,6),
    completed_at timestamptz,
    is_unranked boolean NOT NULL,
    place bigint NOT NULL,
    reached_at timestamptz NOT NULL,
    CONSTRAINT results_pkey PRIMARY KEY (challenge, user_id),
    CONSTRAINT results_ranked CHECK (is_unranked = (rank IS NULL)),
    CONSTRAINT results_scored CHECK (is_unranked OR score IS NOT NULL)
);
CREATE INDEX results_order ON results (challenge, is_unranked, place, reached_at, user_id);
