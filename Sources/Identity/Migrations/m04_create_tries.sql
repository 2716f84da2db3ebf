-- Failed sign-ins and registrations, by the digest of whom or what they are counted for.
CREATE TABLE tries (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT tries_pkey PRIMARY KEY,
    subject bytea NOT NULL,
    tried_at timestamptz NOT NULL
);

CREATE INDEX tries_by_subject ON tries (subject, tried_at);
CREATE INDEX tries_by_tried_at ON tries (tried_at);
