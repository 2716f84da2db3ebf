-- What was mailed to an address, to be shown by whoever reads its mail; as digests.
CREATE TABLE tickets (
    digest bytea NOT NULL
        CONSTRAINT tickets_digest_length CHECK (octet_length(digest) = 32),
    kind text NOT NULL,
    account uuid NOT NULL
        CONSTRAINT tickets_account_fkey REFERENCES accounts ON DELETE CASCADE,
    -- The address that it went to, in the form in which addresses are compared.
    email text COLLATE "C" NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT tickets_pkey PRIMARY KEY (digest)
);

CREATE INDEX tickets_by_account ON tickets (account, kind);
CREATE INDEX tickets_by_expires_at ON tickets (expires_at);
