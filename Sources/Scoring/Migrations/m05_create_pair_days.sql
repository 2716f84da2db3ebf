-- How many completed challenges between two people were paid on a day in UTC. Written only where the
-- operator caps them.
CREATE TABLE pair_days (
    one uuid NOT NULL,
    other uuid NOT NULL,
    day date NOT NULL,
    paid bigint NOT NULL,
    CONSTRAINT pair_days_pkey PRIMARY KEY (one, other, day),
    CONSTRAINT pair_days_ordered CHECK (one < other)
);
