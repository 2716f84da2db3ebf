-- Events that took effect here, so that their repetition takes none.
CREATE TABLE received_events (
    id uuid NOT NULL,
    received_at timestamptz NOT NULL,
    CONSTRAINT received_events_pkey PRIMARY KEY (id)
);

CREATE INDEX received_events_received_at ON received_events USING brin (received_at);
