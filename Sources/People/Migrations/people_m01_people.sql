-- People as identityd last told of them; `version` is the account's.
CREATE TABLE people (
    id uuid NOT NULL,
    username text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    avatar uuid,
    version bigint NOT NULL,
    CONSTRAINT people_pkey PRIMARY KEY (id)
);
