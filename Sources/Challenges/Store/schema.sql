-- What all migrations together make. Written by GOLDEN=record, never by hand.

CREATE TABLE assignments (
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    "position" smallint NOT NULL,
    sender uuid NOT NULL,
    recipient uuid NOT NULL,
    state text NOT NULL,
    deadline timestamp with time zone,
    sent_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    answered_at timestamp with time zone,
    submitted_at timestamp with time zone,
    closed_at timestamp with time zone,
    attempts smallint NOT NULL,
    is_verified boolean,
    reason text,
    version bigint NOT NULL,
    told_until timestamp with time zone,
    CONSTRAINT assignments_pkey PRIMARY KEY (id),
    CONSTRAINT assignments_one_each UNIQUE (challenge, recipient),
    CONSTRAINT assignments_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges(id),
    CONSTRAINT assignments_attempts_counted CHECK ((attempts >= 0)),
    CONSTRAINT assignments_done_verified CHECK (((state <> 'done'::text) OR ((closed_at IS NOT NULL) AND (is_verified IS NOT NULL)))),
    CONSTRAINT assignments_ended_closed CHECK (((state <> ALL (ARRAY['denied'::text, 'rejected'::text, 'expired'::text, 'withdrawn'::text, 'abandoned'::text, 'void'::text])) OR ((closed_at IS NOT NULL) AND (is_verified IS NULL)))),
    CONSTRAINT assignments_open_not_closed CHECK (((state <> ALL (ARRAY['sent'::text, 'accepted'::text, 'submitted'::text])) OR ((closed_at IS NULL) AND (is_verified IS NULL)))),
    CONSTRAINT assignments_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
    CONSTRAINT assignments_submitted_has_time CHECK (((state <> 'submitted'::text) OR (submitted_at IS NOT NULL))),
    CONSTRAINT assignments_two_people CHECK ((sender <> recipient))
);
CREATE INDEX assignments_received ON assignments USING btree (recipient, sent_at DESC, id DESC);
CREATE INDEX assignments_sent ON assignments USING btree (sender, sent_at DESC, id DESC);

CREATE TABLE attempt_media (
    attempt uuid NOT NULL,
    "position" smallint NOT NULL,
    media uuid NOT NULL,
    content_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    CONSTRAINT attempt_media_pkey PRIMARY KEY (attempt, "position"),
    CONSTRAINT attempt_media_once UNIQUE (attempt, media),
    CONSTRAINT attempt_media_attempt_fkey FOREIGN KEY (attempt) REFERENCES attempts(id)
);

CREATE TABLE attempts (
    id uuid NOT NULL,
    assignment uuid NOT NULL,
    number smallint NOT NULL,
    note text,
    submitted_at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    reason text,
    decided_at timestamp with time zone,
    CONSTRAINT attempts_pkey PRIMARY KEY (id),
    CONSTRAINT attempts_number_once UNIQUE (assignment, number),
    CONSTRAINT attempts_assignment_fkey FOREIGN KEY (assignment) REFERENCES assignments(id),
    CONSTRAINT attempts_decided_at_end CHECK (((decided_at IS NULL) = (outcome = 'waiting'::text))),
    CONSTRAINT attempts_note_length CHECK ((char_length(note) <= 2000)),
    CONSTRAINT attempts_number_positive CHECK ((number > 0)),
    CONSTRAINT attempts_outcome_known CHECK ((outcome = ANY (ARRAY['waiting'::text, 'approved'::text, 'tryAgain'::text, 'rejected'::text, 'retracted'::text]))),
    CONSTRAINT attempts_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))
);

CREATE TABLE challenges (
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    author uuid NOT NULL,
    proof text NOT NULL,
    deadline timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT challenges_pkey PRIMARY KEY (id),
    CONSTRAINT challenges_description_length CHECK ((char_length(description) <= 2000)),
    CONSTRAINT challenges_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT challenges_proof_known CHECK ((proof = ANY (ARRAY['none'::text, 'optional'::text, 'required'::text])))
);

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
    zone_names text[],
    zones_since timestamp with time zone[],
    locale text,
    is_listed boolean,
    standing text,
    told_version bigint,
    CONSTRAINT people_pkey PRIMARY KEY (id),
    CONSTRAINT people_zones CHECK ((cardinality(zone_names) = cardinality(zones_since)))
);
CREATE INDEX people_lacking ON people USING btree (id) WHERE (told_version IS DISTINCT FROM version);

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

CREATE VIEW assignment_details AS
 SELECT assignments.id,
    assignments.challenge,
    assignments.sender,
    assignments.recipient,
    assignments.state,
    assignments.deadline,
    assignments.sent_at,
    assignments.read_at,
    assignments.answered_at,
    assignments.submitted_at,
    assignments.closed_at,
    assignments.attempts,
    assignments.is_verified,
    assignments.reason,
    assignments.version,
    challenges.kind,
    challenges.name,
    challenges.description,
    challenges.author,
    challenges.proof,
    challenges.deadline AS first_deadline,
    challenges.created_at,
    attempts.id AS attempt,
    attempts.number,
    attempts.note,
    attempts.submitted_at AS attempted_at,
    attempts.outcome,
    attempts.reason AS attempt_reason,
    attempts.decided_at,
    attempt_media."position",
    attempt_media.media,
    attempt_media.content_type,
    attempt_media.width,
    attempt_media.height,
    assignments.told_until
   FROM assignments
     JOIN challenges ON challenges.id = assignments.challenge
     LEFT JOIN attempts ON attempts.assignment = assignments.id
     LEFT JOIN attempt_media ON attempt_media.attempt = attempts.id;

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
