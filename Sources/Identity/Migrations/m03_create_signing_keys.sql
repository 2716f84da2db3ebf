CREATE TABLE signing_keys (
    id text CONSTRAINT signing_keys_pkey PRIMARY KEY,
    public_key bytea NOT NULL
        CONSTRAINT signing_keys_public_key_length CHECK (octet_length(public_key) = 32),
    sealed_private_key bytea NOT NULL,
    signs_until timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
