-- Events on their way to other services. `sequence` is drawn at the insert, one by one (never give
-- the identity a CACHE: sessions would then draw out of order). `next_attempt_at` is empty until a
-- delivery has failed.
CREATE TABLE outbox (
    sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    id uuid NOT NULL,
    destination text NOT NULL,
    ordering_key uuid NOT NULL,
    partition smallint NOT NULL,
    call integer NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    last_fault text,
    CONSTRAINT outbox_pkey PRIMARY KEY (sequence),
    CONSTRAINT outbox_partition_exists CHECK (partition BETWEEN 0 AND 15)
) WITH (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);

CREATE INDEX outbox_order ON outbox (destination, sequence);

CREATE INDEX outbox_blocked ON outbox (destination, ordering_key, sequence)
WHERE next_attempt_at IS NOT NULL;
