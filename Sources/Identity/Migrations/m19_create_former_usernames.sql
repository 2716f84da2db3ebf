-- Usernames that their accounts have given up, which nobody else can have for a while.
CREATE TABLE former_usernames (
    username text COLLATE "C" NOT NULL,
    account uuid NOT NULL
        CONSTRAINT former_usernames_account_fkey REFERENCES accounts ON DELETE CASCADE,
    reserved_until timestamptz NOT NULL,
    CONSTRAINT former_usernames_pkey PRIMARY KEY (username)
);

CREATE INDEX former_usernames_by_account ON former_usernames (account);
CREATE INDEX former_usernames_by_reserved_until ON former_usernames (reserved_until);
