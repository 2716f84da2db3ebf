-- Texts compare byte by byte: an index then serves prefixes and pages whatever the locale.
CREATE TABLE accounts (
    id uuid CONSTRAINT accounts_pkey PRIMARY KEY,
    username text COLLATE "C" NOT NULL CONSTRAINT accounts_username_key UNIQUE
        CONSTRAINT accounts_username_length CHECK (char_length(username) BETWEEN 3 AND 30),
    first_name text NOT NULL
        CONSTRAINT accounts_first_name_length CHECK (char_length(first_name) BETWEEN 1 AND 80),
    last_name text NOT NULL
        CONSTRAINT accounts_last_name_length CHECK (char_length(last_name) <= 80),
    full_name_folded text COLLATE "C" NOT NULL,
    last_name_folded text COLLATE "C" NOT NULL,
    email text,
    email_folded text COLLATE "C" CONSTRAINT accounts_email_key UNIQUE,
    password_hash text NOT NULL,
    avatar uuid,
    time_zone text NOT NULL,
    accepts_challenges boolean NOT NULL DEFAULT true,
    is_moderator boolean NOT NULL DEFAULT false,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    CONSTRAINT accounts_email_folded CHECK ((email IS NULL) = (email_folded IS NULL))
);

CREATE INDEX accounts_by_full_name ON accounts (full_name_folded);
CREATE INDEX accounts_by_last_name ON accounts (last_name_folded);
