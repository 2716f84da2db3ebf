CREATE TABLE media (
    id uuid NOT NULL,
    owner uuid NOT NULL,
    object bytea NOT NULL,
    upload_sha256 bytea NOT NULL,
    original_content_type text NOT NULL,
    captured_at timestamptz,
    captured_zone_known boolean NOT NULL,
    camera text,
    created_at timestamptz NOT NULL,
    idle_since timestamptz NOT NULL,
    deleted_at timestamptz,
    CONSTRAINT media_pkey PRIMARY KEY (id),
    CONSTRAINT media_object_fkey FOREIGN KEY (object) REFERENCES objects (sha256),
    CONSTRAINT media_upload_sha256_is_whole CHECK (octet_length(upload_sha256) = 32)
);
CREATE INDEX media_object ON media (object);
CREATE INDEX media_idle_since ON media (idle_since);
