-- What all migrations together make. Written by GOLDEN=record, never by hand.

CREATE TABLE accounts (
    id uuid NOT NULL,
    username text COLLATE "C" NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    full_name_folded text COLLATE "C" NOT NULL,
    last_name_folded text COLLATE "C" NOT NULL,
    email text,
    email_folded text COLLATE "C",
    password_hash text NOT NULL,
    avatar uuid,
    time_zone text NOT NULL,
    accepts_challenges boolean NOT NULL DEFAULT true,
    is_moderator boolean NOT NULL DEFAULT false,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamp with time zone NOT NULL,
    standing text NOT NULL DEFAULT 'active'::text,
    zone_names text[] NOT NULL DEFAULT '{}'::text[],
    zones_since timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
    zone_changed_at timestamp with time zone,
    locale text NOT NULL DEFAULT 'en'::text,
    is_listed boolean NOT NULL DEFAULT false,
    updated_at timestamp with time zone,
    display_name text,
    bio text NOT NULL DEFAULT ''::text,
    default_visibility text NOT NULL DEFAULT 'private'::text,
    terms_version text,
    renamed_at timestamp with time zone,
    email_verified_at timestamp with time zone,
    email_wanted text,
    full_name_search text COLLATE "C",
    last_name_search text COLLATE "C",
    name_pairs tsvector,
    CONSTRAINT accounts_pkey PRIMARY KEY (id),
    CONSTRAINT accounts_email_key UNIQUE (email_folded),
    CONSTRAINT accounts_username_key UNIQUE (username),
    CONSTRAINT accounts_email_folded CHECK (((email IS NULL) = (email_folded IS NULL))),
    CONSTRAINT accounts_first_name_length CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 80))),
    CONSTRAINT accounts_last_name_length CHECK ((char_length(last_name) <= 80)),
    CONSTRAINT accounts_username_length CHECK (((char_length(username) >= 3) AND (char_length(username) <= 30))),
    CONSTRAINT accounts_zones CHECK (((cardinality(zone_names) = cardinality(zones_since)) AND (cardinality(zone_names) <= 4)))
);
CREATE INDEX accounts_by_full_name ON accounts USING btree (full_name_folded);
CREATE INDEX accounts_by_full_name_search ON accounts USING btree (full_name_search);
CREATE INDEX accounts_by_last_name ON accounts USING btree (last_name_folded);
CREATE INDEX accounts_by_last_name_search ON accounts USING btree (last_name_search);
CREATE INDEX accounts_inactive ON accounts USING btree (standing) WHERE (standing <> 'active'::text);
CREATE INDEX accounts_name_pairs ON accounts USING gin (name_pairs) WITH (fastupdate=off) WHERE (name_pairs IS NOT NULL);
CREATE INDEX accounts_similar_full_name ON accounts USING gist (full_name_folded gist_trgm_ops (siglen='256'));
CREATE INDEX accounts_similar_full_name_search ON accounts USING gist (full_name_search gist_trgm_ops (siglen='256'));
CREATE INDEX accounts_similar_last_name ON accounts USING gist (last_name_folded gist_trgm_ops (siglen='256'));
CREATE INDEX accounts_similar_last_name_search ON accounts USING gist (last_name_search gist_trgm_ops (siglen='256'));
CREATE INDEX accounts_similar_username ON accounts USING gist (username gist_trgm_ops (siglen='256'));
CREATE INDEX accounts_unfolded_full_name ON accounts USING btree (full_name_folded) WHERE (full_name_search IS NULL);
CREATE INDEX accounts_unfolded_last_name ON accounts USING btree (last_name_folded) WHERE (full_name_search IS NULL);
CREATE TRIGGER accounts_refolded BEFORE UPDATE OF full_name_folded, last_name_folded ON accounts FOR EACH ROW WHEN ((((old.full_name_folded IS DISTINCT FROM new.full_name_folded) OR (old.last_name_folded IS DISTINCT FROM new.last_name_folded)) AND (NOT ((old.full_name_search IS DISTINCT FROM new.full_name_search) OR (old.last_name_search IS DISTINCT FROM new.last_name_search))))) EXECUTE FUNCTION account_refolded();
CREATE TRIGGER accounts_renamed AFTER UPDATE OF full_name_folded, username ON accounts FOR EACH ROW WHEN (((old.full_name_folded IS DISTINCT FROM new.full_name_folded) OR (old.username IS DISTINCT FROM new.username))) EXECUTE FUNCTION account_renamed();

CREATE TABLE former_usernames (
    username text COLLATE "C" NOT NULL,
    account uuid NOT NULL,
    reserved_until timestamp with time zone NOT NULL,
    CONSTRAINT former_usernames_pkey PRIMARY KEY (username),
    CONSTRAINT former_usernames_account_fkey FOREIGN KEY (account) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX former_usernames_by_account ON former_usernames USING btree (account);
CREATE INDEX former_usernames_by_reserved_until ON former_usernames USING btree (reserved_until);

CREATE TABLE friend_requests (
    id uuid NOT NULL,
    asker uuid NOT NULL,
    asked uuid NOT NULL,
    state text NOT NULL,
    declined_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT friend_requests_pkey PRIMARY KEY (id),
    CONSTRAINT friend_requests_asked_fkey FOREIGN KEY (asked) REFERENCES accounts(id),
    CONSTRAINT friend_requests_asker_fkey FOREIGN KEY (asker) REFERENCES accounts(id),
    CONSTRAINT friend_requests_state CHECK ((state = ANY (ARRAY['requested'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
    CONSTRAINT friend_requests_two_people CHECK ((asker <> asked))
);
CREATE INDEX friend_requests_by_asked ON friend_requests USING btree (asked, created_at DESC, id DESC);
CREATE INDEX friend_requests_by_asker ON friend_requests USING btree (asker, created_at DESC, id DESC);
CREATE INDEX friend_requests_closed ON friend_requests USING btree (asker, asked) WHERE (state = ANY (ARRAY['declined'::text, 'withdrawn'::text]));
CREATE UNIQUE INDEX friend_requests_one_open ON friend_requests USING btree (asker, asked) WHERE (state = 'requested'::text);

CREATE TABLE invite_uses (
    invite text COLLATE "C" NOT NULL,
    user_id uuid NOT NULL,
    used_at timestamp with time zone NOT NULL,
    CONSTRAINT invite_uses_pkey PRIMARY KEY (invite, user_id),
    CONSTRAINT invite_uses_invite_fkey FOREIGN KEY (invite) REFERENCES invites(code) ON DELETE CASCADE,
    CONSTRAINT invite_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX invite_uses_by_user ON invite_uses USING btree (user_id);

CREATE TABLE invites (
    code text COLLATE "C" NOT NULL,
    owner uuid NOT NULL,
    kind text NOT NULL,
    uses integer NOT NULL DEFAULT 0,
    uses_max integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT invites_pkey PRIMARY KEY (code),
    CONSTRAINT invites_owner_fkey FOREIGN KEY (owner) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT invites_code_length CHECK ((char_length(code) = 16)),
    CONSTRAINT invites_kind CHECK ((kind = ANY (ARRAY['friend'::text, 'app'::text]))),
    CONSTRAINT invites_uses CHECK ((((uses >= 0) AND (uses <= uses_max)) AND ((uses_max >= 1) AND (uses_max <= 1000))))
);
CREATE INDEX invites_by_expires_at ON invites USING btree (expires_at);
CREATE INDEX invites_by_owner ON invites USING btree (owner, made_at DESC, code);
CREATE INDEX invites_open ON invites USING btree (owner, expires_at) WHERE ((revoked_at IS NULL) AND (uses < uses_max));

CREATE TABLE known_networks (
    account uuid NOT NULL,
    digest bytea NOT NULL,
    signed_in_at timestamp with time zone NOT NULL,
    CONSTRAINT known_networks_pkey PRIMARY KEY (account, digest),
    CONSTRAINT known_networks_account_fkey FOREIGN KEY (account) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT known_networks_digest_length CHECK ((octet_length(digest) = 32))
);
CREATE INDEX known_networks_by_signed_in_at ON known_networks USING btree (signed_in_at);

CREATE TABLE logins (
    provider text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    account uuid NOT NULL,
    email text,
    linked_at timestamp with time zone NOT NULL,
    CONSTRAINT logins_pkey PRIMARY KEY (provider, subject),
    CONSTRAINT logins_account_key UNIQUE (account, provider),
    CONSTRAINT logins_account_fkey FOREIGN KEY (account) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT logins_subject_length CHECK (((octet_length(subject) >= 1) AND (octet_length(subject) <= 255)))
);

CREATE TABLE mail (
    id uuid NOT NULL,
    cause text COLLATE "C" NOT NULL,
    account uuid,
    address text,
    template text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    sent_at timestamp with time zone,
    CONSTRAINT mail_pkey PRIMARY KEY (id),
    CONSTRAINT mail_cause_key UNIQUE (cause)
);
CREATE INDEX mail_by_sent_at ON mail USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX mail_due ON mail USING btree (due_at) WHERE (sent_at IS NULL);

CREATE TABLE notice_actors (
    user_id uuid NOT NULL,
    actor uuid NOT NULL,
    times timestamp with time zone[] NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT notice_actors_pkey PRIMARY KEY (user_id, actor)
);
CREATE INDEX notice_actors_by_last ON notice_actors USING btree (last_at);

CREATE TABLE notices (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    cause text COLLATE "C" NOT NULL,
    actor uuid,
    challenge uuid,
    subject_kind text NOT NULL,
    subject uuid NOT NULL,
    name text,
    count integer NOT NULL DEFAULT 1,
    state text NOT NULL DEFAULT 'new'::text,
    raised_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone,
    settled_at timestamp with time zone,
    dismissed_at timestamp with time zone,
    expires_at timestamp with time zone,
    counted_until timestamp with time zone,
    CONSTRAINT notices_pkey PRIMARY KEY (id),
    CONSTRAINT notices_once UNIQUE (user_id, kind, cause),
    CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT notices_cause_length CHECK (((char_length(cause) >= 1) AND (char_length(cause) <= 120))),
    CONSTRAINT notices_count_positive CHECK ((count > 0)),
    CONSTRAINT notices_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
CREATE INDEX notices_by_raised_at ON notices USING btree (raised_at);
CREATE INDEX notices_by_user ON notices USING btree (user_id, raised_at DESC, id DESC);
CREATE INDEX notices_counted_new ON notices USING btree (user_id, raised_at DESC) INCLUDE (expires_at) WHERE ((state = 'new'::text) AND (dismissed_at IS NULL));
CREATE INDEX notices_counted_open ON notices USING btree (kind, user_id, raised_at DESC) INCLUDE (expires_at) WHERE ((state = ANY (ARRAY['new'::text, 'seen'::text])) AND (dismissed_at IS NULL) AND (kind = ANY (ARRAY['reviewNeeded'::text, 'friendRequest'::text, 'deadlineNear'::text])));
CREATE INDEX notices_ended ON notices USING btree (COALESCE(settled_at, seen_at, dismissed_at)) WHERE (COALESCE(settled_at, seen_at, dismissed_at) IS NOT NULL);
CREATE INDEX notices_unsettled_by_subject ON notices USING btree (subject, kind) WHERE (state = ANY (ARRAY['new'::text, 'seen'::text]));

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

CREATE TABLE provider_keys (
    provider text COLLATE "C" NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    keys bytea,
    fetched_at timestamp with time zone,
    fresh_until timestamp with time zone,
    CONSTRAINT provider_keys_pkey PRIMARY KEY (provider),
    CONSTRAINT provider_keys_length CHECK ((octet_length(keys) <= 65536))
);

CREATE TABLE received_events (
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT received_events_pkey PRIMARY KEY (id)
);
CREATE INDEX received_events_received_at ON received_events USING brin (received_at);

CREATE TABLE refresh_tokens (
    digest bytea NOT NULL,
    session uuid NOT NULL,
    parent bytea,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT refresh_tokens_pkey PRIMARY KEY (digest),
    CONSTRAINT refresh_tokens_session_fkey FOREIGN KEY (session) REFERENCES sessions(id) ON DELETE CASCADE,
    CONSTRAINT refresh_tokens_digest_length CHECK ((octet_length(digest) = 32))
);
CREATE INDEX refresh_tokens_by_expires_at ON refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_by_parent ON refresh_tokens USING btree (parent);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens USING btree (session);

CREATE TABLE relations (
    one uuid NOT NULL,
    other uuid NOT NULL,
    relation text NOT NULL DEFAULT 'none'::text,
    version bigint NOT NULL DEFAULT 0,
    one_name text COLLATE "C",
    one_username text COLLATE "C",
    other_name text COLLATE "C",
    other_username text COLLATE "C",
    CONSTRAINT relations_pkey PRIMARY KEY (one, other),
    CONSTRAINT relations_one_fkey FOREIGN KEY (one) REFERENCES accounts(id),
    CONSTRAINT relations_other_fkey FOREIGN KEY (other) REFERENCES accounts(id),
    CONSTRAINT relations_order CHECK ((one < other)),
    CONSTRAINT relations_relation CHECK ((relation = ANY (ARRAY['none'::text, 'friends'::text, 'blocked'::text])))
);
CREATE INDEX relations_blocked_by_one ON relations USING btree (relation, one) WHERE (relation = 'blocked'::text);
CREATE INDEX relations_blocked_by_other ON relations USING btree (relation, other) WHERE (relation = 'blocked'::text);
CREATE INDEX relations_by_one_name ON relations USING btree (other, one_name, one_username) WHERE (relation = 'friends'::text);
CREATE INDEX relations_by_other ON relations USING btree (other);
CREATE INDEX relations_by_other_name ON relations USING btree (one, other_name, other_username) WHERE (relation = 'friends'::text);
CREATE TRIGGER relations_named BEFORE INSERT OR UPDATE OF relation ON relations FOR EACH ROW WHEN ((new.relation = 'friends'::text)) EXECUTE FUNCTION relation_named();

CREATE TABLE revocation_counters (
    id integer NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT revocation_counters_pkey PRIMARY KEY (id),
    CONSTRAINT revocation_counters_single CHECK ((id = 1))
);

CREATE TABLE revocations (
    number bigint NOT NULL,
    session uuid NOT NULL,
    revoked_at timestamp with time zone NOT NULL,
    CONSTRAINT revocations_pkey PRIMARY KEY (number)
);
CREATE INDEX revocations_by_revoked_at ON revocations USING btree (revoked_at);

CREATE TABLE sessions (
    id uuid NOT NULL,
    account uuid NOT NULL,
    user_agent text,
    address text,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT sessions_pkey PRIMARY KEY (id),
    CONSTRAINT sessions_account_fkey FOREIGN KEY (account) REFERENCES accounts(id)
);
CREATE INDEX sessions_by_account ON sessions USING btree (account);
CREATE INDEX sessions_by_ended_at ON sessions USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX sessions_by_expires_at ON sessions USING btree (expires_at);

CREATE TABLE signing_keys (
    id text NOT NULL,
    public_key bytea NOT NULL,
    sealed_private_key bytea NOT NULL,
    signs_until timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT signing_keys_pkey PRIMARY KEY (id),
    CONSTRAINT signing_keys_public_key_length CHECK ((octet_length(public_key) = 32))
);

CREATE TABLE spent_tokens (
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT spent_tokens_pkey PRIMARY KEY (digest),
    CONSTRAINT spent_tokens_digest_length CHECK ((octet_length(digest) = 32))
);
CREATE INDEX spent_tokens_by_expires_at ON spent_tokens USING btree (expires_at);

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

CREATE TABLE subject_names (
    kind text NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    version bigint NOT NULL,
    renamed_at timestamp with time zone NOT NULL,
    CONSTRAINT subject_names_pkey PRIMARY KEY (kind, id),
    CONSTRAINT subject_names_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
CREATE INDEX subject_names_by_renamed_at ON subject_names USING btree (renamed_at);

CREATE TABLE suggestions (
    user_id uuid NOT NULL,
    other uuid NOT NULL,
    source text NOT NULL,
    dismissed_at timestamp with time zone,
    CONSTRAINT suggestions_pkey PRIMARY KEY (user_id, other),
    CONSTRAINT suggestions_other_fkey FOREIGN KEY (other) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT suggestions_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT suggestions_two_people CHECK ((user_id <> other))
);
CREATE INDEX suggestions_by_other ON suggestions USING btree (other);

CREATE TABLE tickets (
    digest bytea NOT NULL,
    kind text NOT NULL,
    account uuid NOT NULL,
    email text COLLATE "C" NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT tickets_pkey PRIMARY KEY (digest),
    CONSTRAINT tickets_account_fkey FOREIGN KEY (account) REFERENCES accounts(id) ON DELETE CASCADE,
    CONSTRAINT tickets_digest_length CHECK ((octet_length(digest) = 32))
);
CREATE INDEX tickets_by_account ON tickets USING btree (account, kind);
CREATE INDEX tickets_by_expires_at ON tickets USING btree (expires_at);

CREATE TABLE timers (
    timer text NOT NULL,
    subject uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    traceparent text,
    CONSTRAINT timers_pkey PRIMARY KEY (timer, subject)
);
CREATE INDEX timers_due_at ON timers USING btree (due_at);

CREATE TABLE tries (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    subject bytea NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    open_until timestamp with time zone,
    CONSTRAINT tries_pkey PRIMARY KEY (id)
);
CREATE INDEX tries_by_subject ON tries USING btree (subject, tried_at);
CREATE INDEX tries_by_tried_at ON tries USING btree (tried_at);

CREATE OR REPLACE FUNCTION account_refolded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    NEW.full_name_search := NULL;
    NEW.last_name_search := NULL;
    NEW.name_pairs := NULL;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION account_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE relations SET one_name = NEW.full_name_folded, one_username = NEW.username
    WHERE one = NEW.id;
    UPDATE relations SET other_name = NEW.full_name_folded, other_username = NEW.username
    WHERE other = NEW.id;
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

CREATE OR REPLACE FUNCTION relation_named()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    SELECT one.full_name_folded, one.username, other.full_name_folded, other.username
    INTO NEW.one_name, NEW.one_username, NEW.other_name, NEW.other_username
    FROM accounts AS one CROSS JOIN accounts AS other
    WHERE one.id = NEW.one AND other.id = NEW.other;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION similar_accounts(wanted text, at_most bigint)
 RETURNS TABLE(account uuid, distance real)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    RETURN QUERY SELECT id, full_name_folded <-> wanted FROM accounts
        WHERE full_name_folded % wanted ORDER BY full_name_folded <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, last_name_folded <-> wanted FROM accounts
        WHERE last_name_folded % wanted ORDER BY last_name_folded <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, username <-> wanted FROM accounts
        WHERE username % wanted ORDER BY username <-> wanted LIMIT at_most;
END $function$;

CREATE OR REPLACE FUNCTION similar_people(wanted text, wanted_before text, at_most bigint)
 RETURNS TABLE(account uuid, distance real)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
    RETURN QUERY SELECT id, full_name_search <-> wanted FROM accounts
        WHERE full_name_search % wanted ORDER BY full_name_search <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, last_name_search <-> wanted FROM accounts
        WHERE last_name_search % wanted ORDER BY last_name_search <-> wanted LIMIT at_most;
    RETURN QUERY SELECT id, username <-> wanted FROM accounts
        WHERE username % wanted ORDER BY username <-> wanted LIMIT at_most;
    IF EXISTS (SELECT FROM accounts WHERE full_name_search IS NULL) THEN
        RETURN QUERY SELECT nearest.account, nearest.distance
            FROM similar_accounts(wanted_before, at_most) AS nearest
            JOIN accounts ON accounts.id = nearest.account
            WHERE accounts.full_name_search IS NULL;
    END IF;
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
