-- The contests that a user made not long ago, of which only so many are made in a day. A row stays
-- when its contest is deleted; each new row takes some that no longer count away.
CREATE TABLE contest_makings (
    id bigint GENERATED ALWAYS AS IDENTITY,
    author uuid NOT NULL,
    made_at timestamptz NOT NULL,
    CONSTRAINT contest_makings_pkey PRIMARY KEY (id)
);
CREATE INDEX contest_makings_by_author ON contest_makings (author, made_at DESC);
CREATE INDEX contest_makings_old ON contest_makings (made_at);
