-- The networks that a person signed in from, as keyed digests.
CREATE TABLE known_networks (
    account uuid NOT NULL
        CONSTRAINT known_networks_account_fkey REFERENCES accounts ON DELETE CASCADE,
    digest bytea NOT NULL
        CONSTRAINT known_networks_digest_length CHECK (octet_length(digest) = 32),
    signed_in_at timestamptz NOT NULL,
    CONSTRAINT known_networks_pkey PRIMARY KEY (account, digest)
);

CREATE INDEX known_networks_by_signed_in_at ON known_networks (signed_in_at);
