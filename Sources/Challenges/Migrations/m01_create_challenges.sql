-- What somebody challenged others to do. Every run keeps its own text, so nothing here changes.
CREATE TABLE challenges (
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    author uuid NOT NULL,
    proof text NOT NULL,
    deadline timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT challenges_pkey PRIMARY KEY (id),
    CONSTRAINT challenges_kind_known CHECK (kind IN ('dare')),
    CONSTRAINT challenges_proof_known CHECK (proof IN ('none', 'optional', 'required')),
    CONSTRAINT challenges_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT challenges_description_length CHECK (char_length(description) <= 2000)
);
