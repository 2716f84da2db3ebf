-- Which replica delivers which part of the outbox, and until when by the database's clock.
CREATE TABLE outbox_leases (
    partition smallint NOT NULL,
    holder uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT outbox_leases_pkey PRIMARY KEY (partition),
    CONSTRAINT outbox_leases_partition_exists CHECK (partition BETWEEN 0 AND 15)
) WITH (fillfactor = 50);

INSERT INTO outbox_leases (partition, holder, expires_at)
SELECT partition, '00000000-0000-0000-0000-000000000000', '-infinity'
FROM generate_series(0, 15) AS partition;
