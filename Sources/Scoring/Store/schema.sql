-- What all migrations together make. Written by GOLDEN=record, never by hand.

CREATE TABLE ledger (
    cause uuid NOT NULL,
    user_id uuid NOT NULL,
    rule text NOT NULL,
    points bigint NOT NULL,
    earned_at timestamp with time zone NOT NULL,
    is_verified boolean NOT NULL,
    recorded_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT ledger_pkey PRIMARY KEY (cause, user_id, rule),
    CONSTRAINT ledger_rule_known CHECK ((rule = ANY (ARRAY['complete'::text, 'sent'::text, 'complete_reversed'::text, 'sent_reversed'::text])))
);
CREATE INDEX ledger_user ON ledger USING btree (user_id, earned_at);

CREATE TABLE outbox (
    sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    id uuid NOT NULL,
    destination text NOT NULL,
    ordering_key uuid NOT NULL,
    partition smallint NOT NULL,
    call integer NOT NULL,
    body bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamp with time zone,
    last_fault text,
    traceparent text,
    CONSTRAINT outbox_pkey PRIMARY KEY (sequence),
    CONSTRAINT outbox_partition_exists CHECK (((partition >= 0) AND (partition <= 15)))
);
CREATE INDEX outbox_blocked ON outbox USING btree (destination, ordering_key, sequence) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX outbox_order ON outbox USING btree (destination, sequence);

CREATE TABLE outbox_leases (
    partition smallint NOT NULL,
    holder uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT outbox_leases_pkey PRIMARY KEY (partition),
    CONSTRAINT outbox_leases_partition_exists CHECK (((partition >= 0) AND (partition <= 15)))
);

CREATE TABLE people (
    id uuid NOT NULL,
    username text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    avatar uuid,
    version bigint NOT NULL,
    CONSTRAINT people_pkey PRIMARY KEY (id)
);

CREATE TABLE received_events (
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT received_events_pkey PRIMARY KEY (id)
);
CREATE INDEX received_events_received_at ON received_events USING brin (received_at);

CREATE TABLE relations (
    one uuid NOT NULL,
    other uuid NOT NULL,
    relation text NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT relations_pkey PRIMARY KEY (one, other),
    CONSTRAINT relations_ordered CHECK ((one < other))
);
CREATE INDEX relations_other ON relations USING btree (other);

CREATE TABLE stored_replies (
    user_id uuid NOT NULL,
    call integer NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    reply bytea,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT stored_replies_pkey PRIMARY KEY (user_id, call, key)
);
CREATE INDEX stored_replies_created_at ON stored_replies USING brin (created_at);

CREATE TABLE timers (
    timer text NOT NULL,
    subject uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    traceparent text,
    CONSTRAINT timers_pkey PRIMARY KEY (timer, subject)
);
CREATE INDEX timers_due_at ON timers USING btree (due_at);

CREATE TABLE totals (
    user_id uuid NOT NULL,
    points bigint NOT NULL,
    reached_at timestamp with time zone NOT NULL,
    CONSTRAINT totals_pkey PRIMARY KEY (user_id)
);
