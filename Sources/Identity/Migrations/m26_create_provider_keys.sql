-- The keys of providers, and when a process last claimed to fetch them, for all processes.
CREATE TABLE provider_keys (
    provider text COLLATE "C" NOT NULL,
    claimed_at timestamptz NOT NULL,
    keys bytea CONSTRAINT provider_keys_length CHECK (octet_length(keys) <= 65536),
    fetched_at timestamptz,
    fresh_until timestamptz,
    CONSTRAINT provider_keys_pkey PRIMARY KEY (provider)
);
