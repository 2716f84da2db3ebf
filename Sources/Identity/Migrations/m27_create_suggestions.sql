-- Users whom other users may know.
CREATE TABLE suggestions (
    user_id uuid NOT NULL
        CONSTRAINT suggestions_user_id_fkey REFERENCES accounts (id) ON DELETE CASCADE,
    other uuid NOT NULL
        CONSTRAINT suggestions_other_fkey REFERENCES accounts (id) ON DELETE CASCADE,
    source text NOT NULL,
    dismissed_at timestamptz,
    CONSTRAINT suggestions_pkey PRIMARY KEY (user_id, other),
    CONSTRAINT suggestions_two_people CHECK (user_id <> other)
);
CREATE INDEX suggestions_by_other ON suggestions (other);
