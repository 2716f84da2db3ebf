-- One row for a pair of people: its lock orders whatever happens between the two.
CREATE TABLE relations (
    one uuid NOT NULL CONSTRAINT relations_one_fkey REFERENCES accounts,
    other uuid NOT NULL CONSTRAINT relations_other_fkey REFERENCES accounts,
    relation text NOT NULL DEFAULT 'none'
        CONSTRAINT relations_relation CHECK (relation IN ('none', 'friends', 'blocked')),
    version bigint NOT NULL DEFAULT 0,
    CONSTRAINT relations_pkey PRIMARY KEY (one, other),
    CONSTRAINT relations_order CHECK (one < other)
);

CREATE INDEX relations_by_other ON relations (other);

-- A request that was refused keeps when, even if it is withdrawn afterwards.
CREATE TABLE friend_requests (
    id uuid CONSTRAINT friend_requests_pkey PRIMARY KEY,
    asker uuid NOT NULL CONSTRAINT friend_requests_asker_fkey REFERENCES accounts,
    asked uuid NOT NULL CONSTRAINT friend_requests_asked_fkey REFERENCES accounts,
    state text NOT NULL CONSTRAINT friend_requests_state
        CHECK (state IN ('requested', 'accepted', 'declined', 'withdrawn')),
    declined_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT friend_requests_two_people CHECK (asker <> asked)
);

CREATE UNIQUE INDEX friend_requests_one_open ON friend_requests (asker, asked)
    WHERE state = 'requested';
CREATE INDEX friend_requests_by_asker ON friend_requests (asker, created_at DESC, id DESC);
CREATE INDEX friend_requests_by_asked ON friend_requests (asked, created_at DESC, id DESC);
