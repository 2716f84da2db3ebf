CREATE TABLE objects (
    sha256 bytea NOT NULL,
    content_type text NOT NULL,
    bytes bigint NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at timestamptz NOT NULL,
    uploaded_at timestamptz NOT NULL,
    CONSTRAINT objects_pkey PRIMARY KEY (sha256),
    CONSTRAINT objects_sha256_is_whole CHECK (octet_length(sha256) = 32),
    CONSTRAINT objects_type_is_known
        CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
    CONSTRAINT objects_has_bytes CHECK (bytes > 0),
    CONSTRAINT objects_has_pixels CHECK (width > 0 AND height > 0)
);
CREATE INDEX objects_uploaded_at ON objects (uploaded_at);
