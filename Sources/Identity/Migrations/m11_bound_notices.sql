-- How far likes are merged in a notice: the moment of the newest one. NULL of other kinds, and in a
-- release without it.
ALTER TABLE notices ADD COLUMN counted_until timestamptz;

-- When an actor's acts made notices of a person, within 24 hours. A release without it makes notices
-- that are not counted here.
CREATE TABLE notice_actors (
    user_id uuid NOT NULL,
    actor uuid NOT NULL,
    times timestamptz[] NOT NULL,
    last_at timestamptz NOT NULL,
    CONSTRAINT notice_actors_pkey PRIMARY KEY (user_id, actor)
);

CREATE INDEX notice_actors_by_last ON notice_actors (last_at);

-- The present names of contests and definitions that were renamed.
CREATE TABLE subject_names (
    kind text NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL
        CONSTRAINT subject_names_length CHECK (char_length(name) BETWEEN 1 AND 80),
    version bigint NOT NULL,
    renamed_at timestamptz NOT NULL,
    CONSTRAINT subject_names_pkey PRIMARY KEY (kind, id)
);

CREATE INDEX subject_names_by_renamed_at ON subject_names (renamed_at);
