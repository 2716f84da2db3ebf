-- What two people are to each other, as identityd last told; `version` is the pair's.
CREATE TABLE relations (
    one uuid NOT NULL,
    other uuid NOT NULL,
    relation text NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT relations_pkey PRIMARY KEY (one, other),
    CONSTRAINT relations_ordered CHECK (one < other)
);

CREATE INDEX relations_other ON relations (other);
