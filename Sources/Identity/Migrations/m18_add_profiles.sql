-- What people tell of themselves, and the address that they want. A release without these columns
-- leaves them as they are.
ALTER TABLE accounts
    ADD COLUMN display_name text,
    ADD COLUMN bio text NOT NULL DEFAULT '',
    ADD COLUMN default_visibility text NOT NULL DEFAULT 'private',
    ADD COLUMN terms_version text,
    -- NULL until the username is first changed.
    ADD COLUMN renamed_at timestamptz,
    -- NULL while nobody has proved that the address is theirs.
    ADD COLUMN email_verified_at timestamptz,
    -- The address that takes the place of `email` once it is proved.
    ADD COLUMN email_wanted text;
