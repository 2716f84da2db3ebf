CREATE TABLE uses (
    media uuid NOT NULL,
    cause text NOT NULL,
    used_at timestamptz NOT NULL,
    CONSTRAINT uses_pkey PRIMARY KEY (media, cause),
    CONSTRAINT uses_media_fkey FOREIGN KEY (media) REFERENCES media (id)
);
