CREATE TABLE strays (
    sha256 bytea NOT NULL,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    CONSTRAINT strays_pkey PRIMARY KEY (sha256),
    CONSTRAINT strays_sha256_is_whole CHECK (octet_length(sha256) = 32)
);
CREATE INDEX strays_first_seen_at ON strays (first_seen_at);

CREATE TABLE file_walks (
    number smallint NOT NULL,
    began_at timestamptz NOT NULL,
    CONSTRAINT file_walks_pkey PRIMARY KEY (number),
    CONSTRAINT file_walks_is_one CHECK (number = 1)
);
