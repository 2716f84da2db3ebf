-- What all migrations together make. Written by GOLDEN=record, never by hand.

CREATE TABLE claims (
    media uuid NOT NULL,
    cause text NOT NULL,
    user_id uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT claims_pkey PRIMARY KEY (media, cause),
    CONSTRAINT claims_media_fkey FOREIGN KEY (media) REFERENCES media(id) ON DELETE CASCADE
);
CREATE INDEX claims_until ON claims USING btree (until);

CREATE TABLE file_walks (
    number smallint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    CONSTRAINT file_walks_pkey PRIMARY KEY (number),
    CONSTRAINT file_walks_is_one CHECK ((number = 1))
);

CREATE TABLE holdings (
    owner uuid NOT NULL,
    pictures bigint NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT holdings_pkey PRIMARY KEY (owner),
    CONSTRAINT holdings_exist CHECK (((pictures >= 0) AND (bytes >= 0)))
);

CREATE TABLE media (
    id uuid NOT NULL,
    owner uuid NOT NULL,
    object bytea NOT NULL,
    upload_sha256 bytea NOT NULL,
    original_content_type text NOT NULL,
    captured_at timestamp with time zone,
    captured_zone_known boolean NOT NULL,
    camera text,
    created_at timestamp with time zone NOT NULL,
    idle_since timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT media_pkey PRIMARY KEY (id),
    CONSTRAINT media_object_fkey FOREIGN KEY (object) REFERENCES objects(sha256),
    CONSTRAINT media_upload_sha256_is_whole CHECK ((octet_length(upload_sha256) = 32))
);
CREATE INDEX media_idle_since ON media USING btree (idle_since);
CREATE INDEX media_object ON media USING btree (object);
CREATE INDEX media_owner ON media USING btree (owner, created_at);
CREATE TRIGGER media_counts_marked AFTER UPDATE OF deleted_at ON media FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION media_marked();
CREATE TRIGGER media_counts_removed AFTER DELETE ON media REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION media_removed();
CREATE TRIGGER media_counts_stored AFTER INSERT ON media REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION media_stored();

CREATE TABLE objects (
    sha256 bytea NOT NULL,
    content_type text NOT NULL,
    bytes bigint NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    orientation smallint NOT NULL DEFAULT 1,
    CONSTRAINT objects_pkey PRIMARY KEY (sha256),
    CONSTRAINT objects_has_bytes CHECK ((bytes > 0)),
    CONSTRAINT objects_has_pixels CHECK (((width > 0) AND (height > 0))),
    CONSTRAINT objects_orientation_exists CHECK (((orientation >= 1) AND (orientation <= 8))) NOT VALID,
    CONSTRAINT objects_sha256_is_whole CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT objects_type_is_known CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text])))
);
CREATE INDEX objects_uploaded_at ON objects USING btree (uploaded_at);

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

CREATE TABLE received_events (
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT received_events_pkey PRIMARY KEY (id)
);
CREATE INDEX received_events_received_at ON received_events USING brin (received_at);

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

CREATE TABLE strays (
    sha256 bytea NOT NULL,
    first_seen_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    CONSTRAINT strays_pkey PRIMARY KEY (sha256),
    CONSTRAINT strays_sha256_is_whole CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX strays_first_seen_at ON strays USING btree (first_seen_at);

CREATE TABLE timers (
    timer text NOT NULL,
    subject uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    traceparent text,
    CONSTRAINT timers_pkey PRIMARY KEY (timer, subject)
);
CREATE INDEX timers_due_at ON timers USING btree (due_at);

CREATE TABLE uploads (
    id uuid NOT NULL,
    owner uuid NOT NULL,
    bytes bigint NOT NULL,
    ends_by timestamp with time zone NOT NULL,
    CONSTRAINT uploads_pkey PRIMARY KEY (id),
    CONSTRAINT uploads_has_bytes CHECK ((bytes > 0))
);
CREATE INDEX uploads_owner ON uploads USING btree (owner);

CREATE TABLE uses (
    media uuid NOT NULL,
    cause text NOT NULL,
    used_at timestamp with time zone NOT NULL,
    CONSTRAINT uses_pkey PRIMARY KEY (media, cause),
    CONSTRAINT uses_media_fkey FOREIGN KEY (media) REFERENCES media(id)
);

CREATE OR REPLACE FUNCTION media_marked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    step integer := CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END;
BEGIN
    UPDATE holdings SET pictures = pictures + step,
        bytes = bytes + step * (SELECT objects.bytes FROM objects WHERE sha256 = NEW.object)
    WHERE owner = NEW.owner;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION media_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    owners uuid[] := ARRAY(SELECT DISTINCT owner FROM removed);
BEGIN
    PERFORM FROM holdings WHERE owner = ANY(owners) ORDER BY owner FOR NO KEY UPDATE;
    UPDATE holdings AS held
    SET pictures = held.pictures - less.pictures, bytes = held.bytes - less.bytes
    FROM (
        SELECT removed.owner, count(*) AS pictures, sum(objects.bytes) AS bytes
        FROM removed JOIN objects ON objects.sha256 = removed.object
        WHERE removed.deleted_at IS NULL
        GROUP BY removed.owner
    ) AS less
    WHERE held.owner = less.owner;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION media_stored()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO holdings AS held (owner, pictures, bytes)
    SELECT stored.owner, count(*), sum(objects.bytes)
    FROM stored JOIN objects ON objects.sha256 = stored.object
    WHERE stored.deleted_at IS NULL
    GROUP BY stored.owner ORDER BY stored.owner
    ON CONFLICT ON CONSTRAINT holdings_pkey DO UPDATE
    SET pictures = held.pictures + excluded.pictures, bytes = held.bytes + excluded.bytes;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION outbox_oldest(wanted text, among smallint[], busy uuid[], moment timestamp with time zone, at_most bigint)
 RETURNS SETOF outbox
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    -- Nothing may sort, so each ORDER BY forces the index that has its order. BETWEEN instead of =
    -- is on purpose: with an equality the primary key has the order too, and would be walked through
    -- the events of other destinations; this way only `outbox_order` has it. The order by key leaves
    -- only `outbox_blocked` to the inner query, also after a time when every event was blocked.
    RETURN QUERY
    SELECT * FROM outbox
    WHERE destination BETWEEN wanted AND wanted
    AND partition = ANY(among) AND ordering_key <> ALL(busy)
    AND ordering_key NOT IN (
        SELECT ordering_key FROM outbox
        WHERE destination = wanted AND next_attempt_at > moment ORDER BY ordering_key)
    ORDER BY destination, sequence LIMIT at_most;
END $function$;

CREATE OR REPLACE FUNCTION timers_take(names text[], moment timestamp with time zone)
 RETURNS SETOF timers
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    RETURN QUERY
    SELECT * FROM (
        SELECT * FROM timers WHERE due_at <= moment AND timer = ANY(names)
        ORDER BY due_at LIMIT 64
    ) AS due
    WHERE pg_try_advisory_xact_lock(hashtextextended(timer || subject::text, 7)) LIMIT 1;
END $function$;
