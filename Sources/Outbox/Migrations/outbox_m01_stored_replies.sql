-- What a write answered, so that its repetition gets the same. `reply` is empty only while the
-- transaction that answers is under way.
CREATE TABLE stored_replies (
    user_id uuid NOT NULL,
    call integer NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    reply bytea,
    created_at timestamptz NOT NULL,
    CONSTRAINT stored_replies_pkey PRIMARY KEY (user_id, call, key)
);

CREATE INDEX stored_replies_created_at ON stored_replies USING brin (created_at);
