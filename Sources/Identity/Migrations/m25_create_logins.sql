-- Accounts at providers, such as Facebook, with which users sign in. An account without a password
-- has the empty text in place of a hash, which no password matches.
CREATE TABLE logins (
    provider text COLLATE "C" NOT NULL,
    -- The account's id at the provider.
    subject text COLLATE "C" NOT NULL
        CONSTRAINT logins_subject_length CHECK (octet_length(subject) BETWEEN 1 AND 255),
    account uuid NOT NULL
        CONSTRAINT logins_account_fkey REFERENCES accounts (id) ON DELETE CASCADE,
    email text,
    linked_at timestamptz NOT NULL,
    CONSTRAINT logins_pkey PRIMARY KEY (provider, subject),
    CONSTRAINT logins_account_key UNIQUE (account, provider)
);

-- The digests of identity tokens that have signed somebody in, until they expire.
CREATE TABLE spent_tokens (
    digest bytea NOT NULL
        CONSTRAINT spent_tokens_digest_length CHECK (octet_length(digest) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT spent_tokens_pkey PRIMARY KEY (digest)
);
CREATE INDEX spent_tokens_by_expires_at ON spent_tokens (expires_at);
