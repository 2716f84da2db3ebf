CREATE TABLE claims (
    media uuid NOT NULL,
    cause text NOT NULL,
    user_id uuid NOT NULL,
    until timestamptz NOT NULL,
    CONSTRAINT claims_pkey PRIMARY KEY (media, cause),
    CONSTRAINT claims_media_fkey FOREIGN KEY (media) REFERENCES media (id) ON DELETE CASCADE
);
CREATE INDEX claims_until ON claims (until);
