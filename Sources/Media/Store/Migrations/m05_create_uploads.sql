CREATE TABLE uploads (
    id uuid NOT NULL,
    owner uuid NOT NULL,
    bytes bigint NOT NULL,
    ends_by timestamptz NOT NULL,
    CONSTRAINT uploads_pkey PRIMARY KEY (id),
    CONSTRAINT uploads_has_bytes CHECK (bytes > 0)
);
CREATE INDEX uploads_owner ON uploads (owner);
CREATE INDEX media_owner ON media (owner, created_at);
