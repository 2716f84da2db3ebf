CREATE TABLE sessions (
    id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
    account uuid NOT NULL CONSTRAINT sessions_account_fkey REFERENCES accounts,
    user_agent text,
    address text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz
);

CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX sessions_by_expires_at ON sessions (expires_at);
CREATE INDEX sessions_by_ended_at ON sessions (ended_at) WHERE ended_at IS NOT NULL;

-- A token's parent is the token that it was given for.
CREATE TABLE refresh_tokens (
    digest bytea CONSTRAINT refresh_tokens_pkey PRIMARY KEY
        CONSTRAINT refresh_tokens_digest_length CHECK (octet_length(digest) = 32),
    session uuid NOT NULL
        CONSTRAINT refresh_tokens_session_fkey REFERENCES sessions ON DELETE CASCADE,
    parent bytea,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);

CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session);
CREATE INDEX refresh_tokens_by_parent ON refresh_tokens (parent);
CREATE INDEX refresh_tokens_by_expires_at ON refresh_tokens (expires_at);

CREATE TABLE revocations (
    number bigint CONSTRAINT revocations_pkey PRIMARY KEY,
    session uuid NOT NULL,
    revoked_at timestamptz NOT NULL
);

CREATE INDEX revocations_by_revoked_at ON revocations (revoked_at);

-- The one row's lock puts revocations in the order of their numbers, without gaps.
CREATE TABLE revocation_counters (
    id integer CONSTRAINT revocation_counters_pkey PRIMARY KEY
        CONSTRAINT revocation_counters_single CHECK (id = 1),
    number bigint NOT NULL
);

INSERT INTO revocation_counters (id, number) VALUES (1, 0);
