-- What all migrations together make. Written by GOLDEN=record, never by hand.

CREATE TABLE activity_days (
    user_id uuid NOT NULL,
    day date NOT NULL,
    things integer NOT NULL,
    version bigint NOT NULL,
    proofs integer NOT NULL DEFAULT 0,
    CONSTRAINT activity_days_pkey PRIMARY KEY (user_id, day)
);

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
    kind text NOT NULL DEFAULT 'dare'::text,
    completed_at timestamp with time zone,
    seconds integer,
    CONSTRAINT assignments_pkey PRIMARY KEY (id),
    CONSTRAINT assignments_one_each UNIQUE (challenge, recipient),
    CONSTRAINT assignments_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges(id),
    CONSTRAINT assignments_attempts_counted CHECK ((attempts >= 0)),
    CONSTRAINT assignments_completed_verified CHECK (((state <> 'completed'::text) OR ((completed_at IS NOT NULL) AND (closed_at IS NOT NULL) AND (is_verified IS NOT NULL)))),
    CONSTRAINT assignments_done_verified CHECK (((state <> 'done'::text) OR ((closed_at IS NOT NULL) AND (is_verified IS NOT NULL)))),
    CONSTRAINT assignments_ended_closed CHECK (((state <> ALL (ARRAY['denied'::text, 'rejected'::text, 'expired'::text, 'withdrawn'::text, 'abandoned'::text, 'void'::text])) OR ((closed_at IS NOT NULL) AND (is_verified IS NULL)))),
    CONSTRAINT assignments_missed_closed CHECK (((state <> 'missed'::text) OR ((closed_at IS NOT NULL) AND (is_verified IS NULL) AND (completed_at IS NULL)))),
    CONSTRAINT assignments_open_not_closed CHECK (((state <> ALL (ARRAY['sent'::text, 'accepted'::text, 'submitted'::text])) OR ((closed_at IS NULL) AND (is_verified IS NULL)))),
    CONSTRAINT assignments_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
    CONSTRAINT assignments_seconds_range CHECK (((seconds >= 0) AND (seconds <= 31622400))),
    CONSTRAINT assignments_started_open CHECK (((state <> 'started'::text) OR ((answered_at IS NOT NULL) AND (closed_at IS NULL) AND (is_verified IS NULL)))),
    CONSTRAINT assignments_submitted_has_time CHECK (((state <> 'submitted'::text) OR (submitted_at IS NOT NULL))),
    CONSTRAINT assignments_two_people CHECK ((sender <> recipient)),
    CONSTRAINT assignments_workout_deadline CHECK (((kind <> 'workout'::text) OR (deadline IS NOT NULL)))
);
CREATE INDEX assignments_received ON assignments USING btree (recipient, sent_at DESC, id DESC);
CREATE INDEX assignments_received_closed ON assignments USING btree (recipient, closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX assignments_received_due ON assignments USING btree (recipient, COALESCE(deadline, 'infinity'::timestamp with time zone), id) WHERE (closed_at IS NULL);
CREATE INDEX assignments_sent ON assignments USING btree (sender, sent_at DESC, id DESC);
CREATE INDEX assignments_sent_closed ON assignments USING btree (sender, closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX assignments_sent_due ON assignments USING btree (sender, COALESCE(deadline, 'infinity'::timestamp with time zone), id) WHERE (closed_at IS NULL);
CREATE TRIGGER assignments_day_moves AFTER UPDATE ON assignments FOR EACH ROW WHEN (((old.state = ANY (ARRAY['done'::text, 'completed'::text])) <> (new.state = ANY (ARRAY['done'::text, 'completed'::text])))) EXECUTE FUNCTION assignment_day_changed();
CREATE TRIGGER assignments_proof_goes AFTER UPDATE ON assignments FOR EACH ROW WHEN (((old.state <> 'void'::text) AND (new.state = 'void'::text))) EXECUTE FUNCTION assignment_proof_goes();

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
CREATE TRIGGER attempt_media_change AFTER INSERT OR DELETE ON attempt_media FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION attempt_media_changed();

CREATE TABLE attempts (
    id uuid NOT NULL,
    assignment uuid NOT NULL,
    number smallint NOT NULL,
    note text,
    submitted_at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    reason text,
    decided_at timestamp with time zone,
    seconds integer,
    CONSTRAINT attempts_pkey PRIMARY KEY (id),
    CONSTRAINT attempts_number_once UNIQUE (assignment, number),
    CONSTRAINT attempts_assignment_fkey FOREIGN KEY (assignment) REFERENCES assignments(id),
    CONSTRAINT attempts_decided_at_end CHECK (((decided_at IS NULL) = (outcome = 'waiting'::text))),
    CONSTRAINT attempts_note_length CHECK ((char_length(note) <= 2000)),
    CONSTRAINT attempts_number_positive CHECK ((number > 0)),
    CONSTRAINT attempts_outcome_known CHECK ((outcome = ANY (ARRAY['waiting'::text, 'approved'::text, 'tryAgain'::text, 'rejected'::text, 'retracted'::text]))),
    CONSTRAINT attempts_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
    CONSTRAINT attempts_seconds_range CHECK (((seconds >= 0) AND (seconds <= 31622400)))
);

CREATE TABLE categories (
    id text NOT NULL,
    name text NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT categories_pkey PRIMARY KEY (id),
    CONSTRAINT categories_id_length CHECK (((char_length(id) >= 1) AND (char_length(id) <= 40))),
    CONSTRAINT categories_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
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
    definition uuid,
    copy_of uuid,
    caption text NOT NULL DEFAULT ''::text,
    category text,
    unit text,
    target numeric(18,6),
    target_seconds integer,
    whole_numbers boolean NOT NULL DEFAULT false,
    metric text,
    timer text NOT NULL DEFAULT 'none'::text,
    visibility text NOT NULL DEFAULT 'private'::text,
    hidden_at timestamp with time zone,
    CONSTRAINT challenges_pkey PRIMARY KEY (id),
    CONSTRAINT challenges_description_length CHECK ((char_length(description) <= 2000)),
    CONSTRAINT challenges_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT challenges_proof_known CHECK ((proof = ANY (ARRAY['none'::text, 'optional'::text, 'required'::text]))),
    CONSTRAINT challenges_target_positive CHECK ((target > (0)::numeric)),
    CONSTRAINT challenges_target_seconds_positive CHECK ((target_seconds > 0)),
    CONSTRAINT challenges_workout_deadline CHECK (((kind <> 'workout'::text) OR (deadline IS NOT NULL)))
);
CREATE INDEX challenges_author ON challenges USING btree (author, created_at DESC, id DESC) WHERE (kind = ANY (ARRAY['competition'::text, 'open'::text]));
CREATE INDEX challenges_words ON challenges USING gin (contest_words(name, caption, description)) WHERE (kind = ANY (ARRAY['competition'::text, 'open'::text]));
CREATE TRIGGER challenges_reauthored AFTER UPDATE OF author ON challenges FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['competition'::text, 'open'::text])) AND (old.author <> new.author))) EXECUTE FUNCTION contest_reauthored();
CREATE TRIGGER challenges_reworded AFTER UPDATE OF name, caption, description ON challenges FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['competition'::text, 'open'::text])) AND (((old.name IS DISTINCT FROM new.name) OR (old.caption IS DISTINCT FROM new.caption)) OR (old.description IS DISTINCT FROM new.description)))) EXECUTE FUNCTION contest_reworded();
CREATE CONSTRAINT TRIGGER challenges_trend AFTER UPDATE OF author ON challenges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.author IS DISTINCT FROM new.author)) EXECUTE FUNCTION contest_author_changed();

CREATE TABLE codes (
    code text NOT NULL,
    challenge uuid NOT NULL,
    made_by uuid NOT NULL,
    made_at timestamp with time zone NOT NULL,
    uses integer NOT NULL,
    uses_max integer,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT codes_pkey PRIMARY KEY (code),
    CONSTRAINT codes_contest_fkey FOREIGN KEY (challenge) REFERENCES contests(challenge),
    CONSTRAINT codes_uses_max_positive CHECK ((uses_max > 0)),
    CONSTRAINT codes_uses_range CHECK (((uses >= 0) AND ((uses_max IS NULL) OR (uses <= uses_max))))
);
CREATE INDEX codes_challenge ON codes USING btree (challenge);
CREATE INDEX codes_contest ON codes USING btree (challenge, made_at DESC, code) WHERE (revoked_at IS NULL);
CREATE INDEX codes_maker ON codes USING btree (made_by, expires_at) WHERE (revoked_at IS NULL);

CREATE TABLE completions (
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    note text NOT NULL,
    completed_at timestamp with time zone NOT NULL,
    CONSTRAINT completions_pkey PRIMARY KEY (challenge, user_id),
    CONSTRAINT completions_participant_fkey FOREIGN KEY (challenge, user_id) REFERENCES participants(challenge, user_id)
);

CREATE TABLE contest_counts (
    challenge uuid NOT NULL,
    joined integer NOT NULL,
    joins integer NOT NULL,
    likes bigint NOT NULL,
    is_public boolean NOT NULL DEFAULT false,
    is_open boolean NOT NULL DEFAULT false,
    category text,
    CONSTRAINT contest_counts_pkey PRIMARY KEY (challenge),
    CONSTRAINT contest_counts_contest_fkey FOREIGN KEY (challenge) REFERENCES contests(challenge),
    CONSTRAINT contest_counts_not_negative CHECK (((joined >= 0) AND (joins >= joined) AND (likes >= 0)))
);
CREATE INDEX contest_counts_category ON contest_counts USING btree (category, joins DESC, challenge DESC) WHERE is_public;
CREATE INDEX contest_counts_category_open ON contest_counts USING btree (category, joins DESC, challenge DESC) WHERE is_open;
CREATE INDEX contest_counts_open ON contest_counts USING btree (joins DESC, challenge DESC) WHERE is_open;
CREATE INDEX contest_counts_popular ON contest_counts USING btree (joins DESC, challenge DESC) WHERE is_public;
CREATE TRIGGER contest_counts_shelf BEFORE INSERT OR UPDATE OF is_public ON contest_counts FOR EACH ROW EXECUTE FUNCTION contest_counts_shelve();

CREATE TABLE contest_makings (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    author uuid NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT contest_makings_pkey PRIMARY KEY (id)
);
CREATE INDEX contest_makings_by_author ON contest_makings USING btree (author, made_at DESC);
CREATE INDEX contest_makings_old ON contest_makings USING btree (made_at);

CREATE TABLE contests (
    challenge uuid NOT NULL,
    kind text NOT NULL,
    owner uuid NOT NULL,
    state text NOT NULL,
    visibility text NOT NULL,
    category text,
    hidden_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    time_zone text NOT NULL,
    whole_days boolean NOT NULL,
    aggregation text NOT NULL,
    direction text NOT NULL,
    score text NOT NULL,
    sources text NOT NULL,
    capacity integer,
    needs_approval boolean NOT NULL,
    members_may_invite boolean NOT NULL,
    locks_late boolean NOT NULL,
    author_plays boolean NOT NULL,
    author_target numeric(18,6),
    invitees uuid[] NOT NULL,
    ended_at timestamp with time zone,
    settles_at timestamp with time zone,
    closed_at timestamp with time zone,
    told_until timestamp with time zone,
    version bigint NOT NULL,
    words tsvector,
    author uuid,
    folded tsvector,
    starts_on date,
    ends_on date,
    zone_release text COLLATE "C",
    CONSTRAINT contests_pkey PRIMARY KEY (challenge),
    CONSTRAINT contests_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges(id),
    CONSTRAINT contests_capacity_range CHECK (((capacity >= 2) AND (capacity <= 1000000))),
    CONSTRAINT contests_closed CHECK (((closed_at IS NOT NULL) = (state = ANY (ARRAY['completed'::text, 'cancelled'::text])))),
    CONSTRAINT contests_published CHECK (((state = 'draft'::text) OR ((published_at IS NOT NULL) AND (starts_at IS NOT NULL)))),
    CONSTRAINT contests_settles CHECK (((state <> 'settling'::text) OR (settles_at IS NOT NULL))),
    CONSTRAINT contests_target_positive CHECK ((author_target > (0)::numeric)),
    CONSTRAINT contests_times CHECK (((ends_at IS NULL) OR (starts_at IS NULL) OR (starts_at < ends_at)))
);
CREATE INDEX contests_category ON contests USING btree (category, created_at DESC, challenge DESC) WHERE ((visibility = 'public'::text) AND (state <> 'draft'::text));
CREATE INDEX contests_category_open ON contests USING btree (category, created_at DESC, challenge DESC) WHERE ((visibility = 'public'::text) AND (state = ANY (ARRAY['scheduled'::text, 'active'::text])));
CREATE INDEX contests_folded_public ON contests USING gin (folded) WITH (fastupdate=off) WHERE ((visibility = 'public'::text) AND (state <> 'draft'::text));
CREATE INDEX contests_friends ON contests USING btree (owner, created_at DESC, challenge DESC) WHERE ((visibility = 'friends'::text) AND (state <> 'draft'::text));
CREATE INDEX contests_handed ON contests USING btree (owner, created_at DESC, challenge DESC) WHERE (owner <> author);
CREATE INDEX contests_open ON contests USING btree (created_at DESC, challenge DESC) WHERE ((visibility = 'public'::text) AND (state = ANY (ARRAY['scheduled'::text, 'active'::text])));
CREATE INDEX contests_owned ON contests USING btree (owner) WHERE (closed_at IS NULL);
CREATE INDEX contests_owner ON contests USING btree (owner, created_at DESC, challenge DESC);
CREATE INDEX contests_public ON contests USING btree (created_at DESC, challenge DESC) WHERE ((visibility = 'public'::text) AND (state <> 'draft'::text));
CREATE INDEX contests_shown ON contests USING btree (author, visibility, created_at DESC, challenge DESC) WHERE ((visibility = ANY (ARRAY['public'::text, 'friends'::text])) AND (state <> 'draft'::text));
CREATE INDEX contests_unfolded ON contests USING btree (challenge) WHERE (folded IS NULL);
CREATE INDEX contests_unfolded_public ON contests USING gin (words) WITH (fastupdate=off) WHERE ((folded IS NULL) AND (visibility = 'public'::text) AND (state <> 'draft'::text));
CREATE INDEX contests_words_public ON contests USING gin (words) WITH (fastupdate=off) WHERE ((visibility = 'public'::text) AND (state <> 'draft'::text));
CREATE INDEX contests_zone ON contests USING btree (time_zone) WHERE (closed_at IS NULL);
CREATE INDEX contests_zone_release ON contests USING btree (COALESCE(zone_release, ''::text)) WHERE ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'active'::text])) AND (whole_days OR (starts_on IS NOT NULL) OR (ends_on IS NOT NULL)));
CREATE TRIGGER contests_days_begin BEFORE INSERT ON contests FOR EACH ROW WHEN ((new.whole_days AND (new.starts_on IS NULL))) EXECUTE FUNCTION contest_days_follow();
CREATE TRIGGER contests_days_move BEFORE UPDATE ON contests FOR EACH ROW WHEN ((((((old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.whole_days IS DISTINCT FROM new.whole_days)) AND (NOT (((old.starts_on IS DISTINCT FROM new.starts_on) OR (old.ends_on IS DISTINCT FROM new.ends_on)) OR (old.zone_release IS DISTINCT FROM new.zone_release))))) EXECUTE FUNCTION contest_days_follow();
CREATE TRIGGER contests_shelf AFTER UPDATE OF state, visibility, hidden_at, category ON contests FOR EACH ROW WHEN (((((old.state IS DISTINCT FROM new.state) OR (old.visibility IS DISTINCT FROM new.visibility)) OR (old.hidden_at IS DISTINCT FROM new.hidden_at)) OR (old.category IS DISTINCT FROM new.category))) EXECUTE FUNCTION contest_shelved();
CREATE TRIGGER contests_trend AFTER UPDATE OF state, visibility, hidden_at ON contests FOR EACH ROW WHEN ((((old.visibility = 'public'::text) AND (old.state <> 'draft'::text) AND (old.hidden_at IS NULL)) <> ((new.visibility = 'public'::text) AND (new.state <> 'draft'::text) AND (new.hidden_at IS NULL)))) EXECUTE FUNCTION contest_trend_due();
CREATE TRIGGER contests_trend_completed AFTER UPDATE OF state ON contests FOR EACH ROW WHEN (((new.kind = 'competition'::text) AND (old.state <> 'completed'::text) AND (new.state = 'completed'::text))) EXECUTE FUNCTION competition_completed();
CREATE TRIGGER contests_worded BEFORE INSERT ON contests FOR EACH ROW EXECUTE FUNCTION contest_worded();

CREATE TABLE day_changes (
    number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    user_id uuid NOT NULL,
    day date,
    at timestamp with time zone,
    things integer NOT NULL,
    proofs integer NOT NULL DEFAULT 0,
    is_void boolean NOT NULL DEFAULT false,
    CONSTRAINT day_changes_pkey PRIMARY KEY (number),
    CONSTRAINT day_changes_when CHECK (((day IS NULL) <> (at IS NULL)))
);

CREATE TABLE definition_counts (
    definition uuid NOT NULL,
    likes bigint NOT NULL,
    users bigint NOT NULL,
    rating_sum bigint NOT NULL,
    ratings bigint NOT NULL,
    is_public boolean NOT NULL DEFAULT false,
    category text,
    CONSTRAINT definition_counts_pkey PRIMARY KEY (definition),
    CONSTRAINT definition_counts_definition_fkey FOREIGN KEY (definition) REFERENCES definitions(id),
    CONSTRAINT definition_counts_not_negative CHECK (((likes >= 0) AND (users >= 0) AND (ratings >= 0))),
    CONSTRAINT definition_counts_stars CHECK (((rating_sum >= ratings) AND (rating_sum <= (5 * ratings))))
);
CREATE INDEX definition_counts_category ON definition_counts USING btree (category, ((- users)), definition) WHERE is_public;
CREATE INDEX definition_counts_used ON definition_counts USING btree (((- users)), definition) WHERE is_public;
CREATE INDEX definition_counts_users ON definition_counts USING btree (users DESC, definition);
CREATE INDEX definition_counts_workouts ON definition_counts USING btree (((- users)), definition) WHERE (is_public AND (category IS NOT NULL));
CREATE TRIGGER definition_counts_shelf BEFORE INSERT OR UPDATE OF is_public ON definition_counts FOR EACH ROW EXECUTE FUNCTION definition_counts_shelve();

CREATE TABLE definition_names (
    definition uuid NOT NULL,
    locale text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    CONSTRAINT definition_names_pkey PRIMARY KEY (definition, locale),
    CONSTRAINT definition_names_definition_fkey FOREIGN KEY (definition) REFERENCES definitions(id),
    CONSTRAINT definition_names_description_length CHECK ((char_length(description) <= 2000)),
    CONSTRAINT definition_names_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);

CREATE TABLE definition_uses (
    definition uuid NOT NULL,
    user_id uuid NOT NULL,
    first_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    CONSTRAINT definition_uses_pkey PRIMARY KEY (definition, user_id),
    CONSTRAINT definition_uses_definition_fkey FOREIGN KEY (definition) REFERENCES definitions(id)
);
CREATE TRIGGER definition_uses_change AFTER INSERT OR DELETE ON definition_uses FOR EACH ROW EXECUTE FUNCTION definition_used();
CREATE TRIGGER definition_uses_come BEFORE INSERT ON definition_uses FOR EACH ROW EXECUTE FUNCTION definition_use_comes();
CREATE TRIGGER definition_uses_trend AFTER INSERT ON definition_uses FOR EACH ROW EXECUTE FUNCTION definition_acted();
CREATE TRIGGER definition_uses_trend_on AFTER UPDATE ON definition_uses FOR EACH ROW WHEN (((old.completed_at IS NULL) <> (new.completed_at IS NULL))) EXECUTE FUNCTION definition_acted();

CREATE TABLE definitions (
    id uuid NOT NULL,
    author uuid,
    preset text,
    name text NOT NULL,
    caption text NOT NULL,
    description text NOT NULL,
    category text,
    unit text,
    target numeric(18,6),
    target_seconds integer,
    whole_numbers boolean NOT NULL,
    metric text,
    timer text NOT NULL,
    proof text NOT NULL,
    visibility text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    version bigint NOT NULL,
    translations text NOT NULL,
    words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, translate(((((((name || ' '::text) || caption) || ' '::text) || description) || ' '::text) || translations), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~'::text, repeat(' '::text, 32)))) STORED,
    folded tsvector,
    CONSTRAINT definitions_pkey PRIMARY KEY (id),
    CONSTRAINT definitions_preset_once UNIQUE (preset),
    CONSTRAINT definitions_category_fkey FOREIGN KEY (category) REFERENCES categories(id),
    CONSTRAINT definitions_author_or_preset CHECK (((author IS NULL) = (preset IS NOT NULL))),
    CONSTRAINT definitions_caption_length CHECK ((char_length(caption) <= 200)),
    CONSTRAINT definitions_description_length CHECK ((char_length(description) <= 2000)),
    CONSTRAINT definitions_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT definitions_target_positive CHECK ((target > (0)::numeric)),
    CONSTRAINT definitions_target_seconds_positive CHECK ((target_seconds > 0)),
    CONSTRAINT definitions_target_whole CHECK (((NOT whole_numbers) OR (target = trunc(target)))),
    CONSTRAINT definitions_unit_length CHECK (((char_length(unit) >= 1) AND (char_length(unit) <= 40)))
);
CREATE INDEX definitions_author ON definitions USING btree (author, created_at DESC, id DESC) WHERE (state <> 'deleted'::text);
CREATE INDEX definitions_category ON definitions USING btree (category, created_at DESC, id DESC) WHERE (state = 'shown'::text);
CREATE INDEX definitions_folded_public ON definitions USING gin (folded) WITH (fastupdate=off) WHERE ((visibility = 'public'::text) AND (state <> 'deleted'::text));
CREATE INDEX definitions_newest ON definitions USING btree (created_at DESC, id DESC) WHERE (state = 'shown'::text);
CREATE INDEX definitions_public ON definitions USING btree (created_at DESC, id DESC) WHERE ((state = 'shown'::text) AND (visibility = 'public'::text));
CREATE INDEX definitions_public_category ON definitions USING btree (category, created_at DESC, id DESC) WHERE ((state = 'shown'::text) AND (visibility = 'public'::text));
CREATE INDEX definitions_shown ON definitions USING btree (author, visibility, created_at DESC, id DESC) WHERE ((visibility = ANY (ARRAY['public'::text, 'friends'::text])) AND (state = 'shown'::text));
CREATE INDEX definitions_unfolded ON definitions USING btree (id) WHERE (folded IS NULL);
CREATE INDEX definitions_unfolded_public ON definitions USING gin (words) WITH (fastupdate=off) WHERE ((folded IS NULL) AND (visibility = 'public'::text) AND (state <> 'deleted'::text));
CREATE INDEX definitions_words ON definitions USING gin (words) WHERE (state = 'shown'::text);
CREATE INDEX definitions_words_public ON definitions USING gin (words) WITH (fastupdate=off) WHERE ((visibility = 'public'::text) AND (state <> 'deleted'::text));
CREATE INDEX definitions_workouts ON definitions USING btree (created_at DESC, id DESC) WHERE ((state = 'shown'::text) AND (visibility = 'public'::text) AND (category IS NOT NULL));
CREATE TRIGGER definitions_reworded BEFORE UPDATE OF name, caption, description, translations ON definitions FOR EACH ROW WHEN (((NOT (old.folded IS DISTINCT FROM new.folded)) AND ((((old.name IS DISTINCT FROM new.name) OR (old.caption IS DISTINCT FROM new.caption)) OR (old.description IS DISTINCT FROM new.description)) OR (old.translations IS DISTINCT FROM new.translations)))) EXECUTE FUNCTION definition_reworded();
CREATE TRIGGER definitions_shelf AFTER UPDATE OF state, visibility, category ON definitions FOR EACH ROW WHEN ((((old.state IS DISTINCT FROM new.state) OR (old.visibility IS DISTINCT FROM new.visibility)) OR (old.category IS DISTINCT FROM new.category))) EXECUTE FUNCTION definition_shelved();
CREATE TRIGGER definitions_trend AFTER UPDATE OF visibility, state ON definitions FOR EACH ROW WHEN ((((old.visibility = 'public'::text) AND (old.state = 'shown'::text)) <> ((new.visibility = 'public'::text) AND (new.state = 'shown'::text)))) EXECUTE FUNCTION definition_trend_due();

CREATE TABLE entries (
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    amount numeric(18,6),
    occurred_at timestamp with time zone NOT NULL,
    local_day date NOT NULL,
    source text NOT NULL,
    device text,
    note text NOT NULL,
    audience text NOT NULL,
    state text NOT NULL,
    queried_by uuid,
    query_reason text,
    queried_at timestamp with time zone,
    judged text,
    judged_by uuid,
    created_at timestamp with time zone NOT NULL,
    edited_at timestamp with time zone,
    version bigint NOT NULL,
    CONSTRAINT entries_pkey PRIMARY KEY (id),
    CONSTRAINT entries_participant_fkey FOREIGN KEY (challenge, user_id) REFERENCES participants(challenge, user_id),
    CONSTRAINT entries_amount_positive CHECK ((amount > (0)::numeric)),
    CONSTRAINT entries_queried CHECK ((((queried_by IS NULL) = (queried_at IS NULL)) AND ((queried_by IS NULL) = (query_reason IS NULL)) AND ((state <> 'queried'::text) OR (queried_by IS NOT NULL))))
);
CREATE INDEX entries_newest ON entries USING btree (challenge, created_at DESC, id DESC);
CREATE INDEX entries_person ON entries USING btree (challenge, user_id, created_at, id);
CREATE INDEX entries_queried ON entries USING btree (challenge, id) WHERE (state = 'queried'::text);
CREATE INDEX entries_queries ON entries USING btree (challenge, queried_by) WHERE (state = 'queried'::text);
CREATE INDEX entries_wide ON entries USING btree (challenge, created_at DESC, id DESC) WHERE (audience = ANY (ARRAY['friends'::text, 'public'::text]));
CREATE TRIGGER entries_day_comes AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entry_day_changed();
CREATE TRIGGER entries_day_moves AFTER UPDATE ON entries FOR EACH ROW WHEN ((((old.state = ANY (ARRAY['counted'::text, 'queried'::text])) <> (new.state = ANY (ARRAY['counted'::text, 'queried'::text]))) OR (old.local_day <> new.local_day))) EXECUTE FUNCTION entry_day_changed();

CREATE TABLE entry_history (
    entry uuid NOT NULL,
    number integer NOT NULL,
    what text NOT NULL,
    by uuid,
    amount numeric(18,6),
    reason text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT entry_history_pkey PRIMARY KEY (entry, number),
    CONSTRAINT entry_history_entry_fkey FOREIGN KEY (entry) REFERENCES entries(id)
);

CREATE TABLE entry_votes (
    entry uuid NOT NULL,
    user_id uuid NOT NULL,
    removes boolean NOT NULL,
    voted_at timestamp with time zone NOT NULL,
    CONSTRAINT entry_votes_pkey PRIMARY KEY (entry, user_id),
    CONSTRAINT entry_votes_entry_fkey FOREIGN KEY (entry) REFERENCES entries(id)
);

CREATE TABLE goal_entries (
    id uuid NOT NULL,
    challenge uuid NOT NULL,
    amount numeric(18,6) NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    local_day date NOT NULL,
    source text NOT NULL,
    note text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    edited_at timestamp with time zone,
    version bigint NOT NULL,
    CONSTRAINT goal_entries_pkey PRIMARY KEY (id),
    CONSTRAINT goal_entries_goal_fkey FOREIGN KEY (challenge) REFERENCES goals(challenge),
    CONSTRAINT goal_entries_amount_positive CHECK ((amount > (0)::numeric)),
    CONSTRAINT goal_entries_note_length CHECK ((char_length(note) <= 2000))
);
CREATE INDEX goal_entries_days ON goal_entries USING btree (challenge, local_day);
CREATE INDEX goal_entries_newest ON goal_entries USING btree (challenge, created_at DESC, id DESC);
CREATE TRIGGER goal_entries_day_comes AFTER INSERT OR DELETE ON goal_entries FOR EACH ROW EXECUTE FUNCTION goal_entry_day_changed();
CREATE TRIGGER goal_entries_day_moves AFTER UPDATE ON goal_entries FOR EACH ROW WHEN ((old.local_day <> new.local_day)) EXECUTE FUNCTION goal_entry_day_changed();

CREATE TABLE goals (
    challenge uuid NOT NULL,
    owner uuid NOT NULL,
    state text NOT NULL,
    recurrence text NOT NULL,
    first_day date NOT NULL,
    window_days smallint,
    last_day date,
    rest_weekdays smallint[] NOT NULL,
    target numeric(18,6),
    next_target numeric(18,6),
    value numeric(18,6) NOT NULL,
    periods_met integer NOT NULL,
    period date,
    ends_at timestamp with time zone,
    met_at timestamp with time zone,
    is_flagged boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    version bigint NOT NULL,
    CONSTRAINT goals_pkey PRIMARY KEY (challenge),
    CONSTRAINT goals_challenge_fkey FOREIGN KEY (challenge) REFERENCES challenges(id),
    CONSTRAINT goals_closed_over CHECK (((closed_at IS NOT NULL) = (state <> ALL (ARRAY['active'::text, 'paused'::text])))),
    CONSTRAINT goals_period_open CHECK (((period IS NOT NULL) = ((recurrence <> 'once'::text) AND (closed_at IS NULL)))),
    CONSTRAINT goals_periods_met_counted CHECK ((periods_met >= 0)),
    CONSTRAINT goals_recurrence_known CHECK ((recurrence = ANY (ARRAY['once'::text, 'daily'::text, 'weekly'::text, 'monthly'::text]))),
    CONSTRAINT goals_rest_weekdays_range CHECK (((rest_weekdays <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint]) AND ((cardinality(rest_weekdays) = 0) OR (recurrence = 'daily'::text)))),
    CONSTRAINT goals_state_known CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text, 'expired'::text, 'abandoned'::text]))),
    CONSTRAINT goals_target_positive CHECK (((target > (0)::numeric) AND (next_target > (0)::numeric))),
    CONSTRAINT goals_window_range CHECK (((window_days IS NULL) OR ((recurrence = 'once'::text) AND ((window_days >= 1) AND (window_days <= 366)))))
);
CREATE INDEX goals_owner ON goals USING btree (owner, created_at DESC, challenge DESC);
CREATE INDEX goals_owner_closed ON goals USING btree (owner, closed_at DESC, challenge DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX goals_owner_due ON goals USING btree (owner, COALESCE(ends_at, 'infinity'::timestamp with time zone), challenge) WHERE (closed_at IS NULL);
CREATE TRIGGER goals_day_comes AFTER INSERT OR DELETE ON goals FOR EACH ROW EXECUTE FUNCTION goal_day_changed();
CREATE TRIGGER goals_day_moves AFTER UPDATE ON goals FOR EACH ROW WHEN ((old.met_at IS DISTINCT FROM new.met_at)) EXECUTE FUNCTION goal_day_changed();

CREATE TABLE health_days (
    user_id uuid NOT NULL,
    metric text NOT NULL,
    local_day date NOT NULL,
    source text NOT NULL,
    amount numeric(18,6) NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    is_manual boolean NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    freezes_at timestamp with time zone NOT NULL,
    CONSTRAINT health_days_pkey PRIMARY KEY (user_id, metric, local_day, source),
    CONSTRAINT health_days_not_negative CHECK ((amount >= (0)::numeric))
);

CREATE TABLE history_walks (
    source text NOT NULL,
    last uuid NOT NULL,
    day date NOT NULL,
    CONSTRAINT history_walks_pkey PRIMARY KEY (source)
);

CREATE TABLE likes (
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    of text NOT NULL,
    liked_at timestamp with time zone NOT NULL,
    CONSTRAINT likes_pkey PRIMARY KEY (target, user_id),
    CONSTRAINT likes_of_known CHECK ((of = ANY (ARRAY['definition'::text, 'contest'::text])))
);
CREATE INDEX likes_target ON likes USING btree (target, liked_at DESC, user_id DESC);
CREATE INDEX likes_user ON likes USING btree (user_id, liked_at DESC, target DESC);
CREATE TRIGGER likes_come AFTER INSERT ON likes FOR EACH ROW WHEN ((new.of = 'definition'::text)) EXECUTE FUNCTION definition_liked();
CREATE TRIGGER likes_contest_come AFTER INSERT ON likes FOR EACH ROW WHEN ((new.of = 'contest'::text)) EXECUTE FUNCTION contest_liked();
CREATE TRIGGER likes_contest_go AFTER DELETE ON likes FOR EACH ROW WHEN ((old.of = 'contest'::text)) EXECUTE FUNCTION contest_liked();
CREATE TRIGGER likes_go AFTER DELETE ON likes FOR EACH ROW WHEN ((old.of = 'definition'::text)) EXECUTE FUNCTION definition_liked();
CREATE TRIGGER likes_trend AFTER INSERT OR DELETE ON likes FOR EACH ROW EXECUTE FUNCTION like_acted();

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

CREATE TABLE participants (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    invited_by uuid,
    invited_at timestamp with time zone,
    by_code boolean NOT NULL,
    requested_at timestamp with time zone,
    joined_at timestamp with time zone,
    ended_at timestamp with time zone,
    target numeric(18,6),
    value numeric(18,6),
    score numeric(18,6),
    entries integer NOT NULL,
    reached_at timestamp with time zone,
    completed_at timestamp with time zone,
    is_flagged boolean NOT NULL,
    version bigint NOT NULL,
    returned_at timestamp with time zone,
    contest_created_at timestamp with time zone,
    CONSTRAINT participants_pkey PRIMARY KEY (challenge, user_id),
    CONSTRAINT participants_contest_fkey FOREIGN KEY (challenge) REFERENCES contests(challenge),
    CONSTRAINT participants_entries_range CHECK ((entries >= 0)),
    CONSTRAINT participants_joined CHECK (((state <> ALL (ARRAY['joined'::text, 'left'::text])) OR (joined_at IS NOT NULL))),
    CONSTRAINT participants_scored CHECK ((((entries > 0) = (value IS NOT NULL)) AND ((value IS NULL) = (score IS NULL)) AND ((value IS NULL) = (reached_at IS NULL)))),
    CONSTRAINT participants_target_positive CHECK ((target > (0)::numeric))
);
CREATE INDEX participants_joined ON participants USING btree (user_id, joined_at DESC, challenge DESC) WHERE (joined_at IS NOT NULL);
CREATE INDEX participants_parts ON participants USING btree (user_id, state, contest_created_at DESC, challenge DESC);
CREATE INDEX participants_state ON participants USING btree (challenge, state, user_id);
CREATE TRIGGER participants_act AFTER UPDATE ON participants FOR EACH ROW WHEN ((((old.joined_at IS NULL) AND (new.joined_at IS NOT NULL)) OR ((old.completed_at IS NULL) AND (new.completed_at IS NOT NULL)))) EXECUTE FUNCTION participant_acted();
CREATE TRIGGER participants_come AFTER INSERT ON participants FOR EACH ROW WHEN (((new.joined_at IS NOT NULL) OR (new.completed_at IS NOT NULL))) EXECUTE FUNCTION participant_acted();
CREATE TRIGGER participants_dated BEFORE INSERT ON participants FOR EACH ROW WHEN ((new.version = 1)) EXECUTE FUNCTION participant_dated();
CREATE TRIGGER participants_take_back AFTER UPDATE ON participants FOR EACH ROW WHEN (((old.completed_at IS NOT NULL) AND (new.completed_at IS NULL))) EXECUTE FUNCTION participant_took_back();
CREATE TRIGGER participants_use AFTER INSERT ON participants FOR EACH ROW WHEN (((new.joined_at IS NOT NULL) OR (new.completed_at IS NOT NULL))) EXECUTE FUNCTION participant_used();
CREATE TRIGGER participants_use_on AFTER UPDATE ON participants FOR EACH ROW WHEN ((((old.joined_at IS NULL) AND (new.joined_at IS NOT NULL)) OR ((old.completed_at IS NULL) AND (new.completed_at IS NOT NULL)))) EXECUTE FUNCTION participant_used();

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

CREATE TABLE periods (
    challenge uuid NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    state text NOT NULL,
    target numeric(18,6),
    value numeric(18,6) NOT NULL,
    is_marked boolean NOT NULL,
    met_at timestamp with time zone,
    rests boolean NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT periods_pkey PRIMARY KEY (challenge, starts_on),
    CONSTRAINT periods_goal_fkey FOREIGN KEY (challenge) REFERENCES goals(challenge),
    CONSTRAINT periods_met_has_time CHECK (((met_at IS NOT NULL) = (state = 'met'::text))),
    CONSTRAINT periods_order CHECK ((starts_on <= ends_on)),
    CONSTRAINT periods_state_known CHECK ((state = ANY (ARRAY['open'::text, 'met'::text, 'missed'::text, 'rested'::text])))
);
CREATE TRIGGER periods_day_comes AFTER INSERT OR DELETE ON periods FOR EACH ROW EXECUTE FUNCTION period_day_changed();
CREATE TRIGGER periods_day_moves AFTER UPDATE ON periods FOR EACH ROW WHEN (((old.met_at IS DISTINCT FROM new.met_at) OR (old.ends_on <> new.ends_on))) EXECUTE FUNCTION period_day_changed();

CREATE TABLE photos (
    id uuid NOT NULL,
    media uuid NOT NULL,
    owner uuid NOT NULL,
    challenge uuid,
    of text NOT NULL,
    subject uuid NOT NULL,
    "position" smallint NOT NULL,
    audience text NOT NULL DEFAULT 'participants'::text,
    content_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    seconds integer,
    taken text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    hidden_at timestamp with time zone,
    is_copy boolean NOT NULL DEFAULT false,
    orientation smallint NOT NULL DEFAULT 1,
    CONSTRAINT photos_pkey PRIMARY KEY (id),
    CONSTRAINT photos_once UNIQUE (subject, of, media),
    CONSTRAINT photos_orientation_exists CHECK (((orientation >= 1) AND (orientation <= 8))) NOT VALID,
    CONSTRAINT photos_position_from_zero CHECK (("position" >= 0))
);
CREATE INDEX photos_gallery ON photos USING btree (challenge, added_at DESC, id DESC) WHERE (of = ANY (ARRAY['contest'::text, 'entry'::text, 'completion'::text, 'gallery'::text]));
CREATE INDEX photos_goal ON photos USING btree (challenge, added_at DESC, id DESC) WHERE (of = ANY (ARRAY['goal'::text, 'goalEntry'::text]));
CREATE INDEX photos_goal_first ON photos USING btree (subject, "position", added_at, id) WHERE (of = 'goal'::text);
CREATE INDEX photos_owner ON photos USING btree (owner, added_at DESC, id DESC) WHERE ((of = ANY (ARRAY['attempt'::text, 'contest'::text, 'entry'::text, 'completion'::text, 'gallery'::text, 'own'::text])) AND (NOT is_copy));
CREATE INDEX photos_people ON photos USING btree (owner, added_at DESC, id DESC) WHERE ((of = ANY (ARRAY['attempt'::text, 'contest'::text, 'entry'::text, 'completion'::text, 'gallery'::text, 'goal'::text, 'goalEntry'::text, 'own'::text])) AND (NOT is_copy));
CREATE INDEX photos_person ON photos USING btree (challenge, owner, added_at DESC, id DESC) WHERE (of = ANY (ARRAY['contest'::text, 'entry'::text, 'completion'::text, 'gallery'::text]));
CREATE INDEX photos_wide ON photos USING btree (challenge, added_at DESC, id DESC) WHERE (audience = ANY (ARRAY['friends'::text, 'public'::text]));
CREATE TRIGGER photos_come AFTER INSERT ON photos FOR EACH ROW WHEN (((new.of = 'attempt'::text) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION attempt_photo_changed();
CREATE TRIGGER photos_copied BEFORE INSERT ON photos FOR EACH ROW WHEN ((new.of = 'contest'::text)) EXECUTE FUNCTION contest_photo_comes();
CREATE TRIGGER photos_go AFTER DELETE ON photos FOR EACH ROW WHEN (((old.of = 'attempt'::text) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION attempt_photo_changed();
CREATE TRIGGER photos_proof_comes AFTER INSERT ON photos FOR EACH ROW WHEN (((new.of = ANY (ARRAY['attempt'::text, 'entry'::text, 'completion'::text, 'goalEntry'::text])) AND (NOT new.is_copy))) EXECUTE FUNCTION proof_comes();

CREATE TABLE popularity (
    target uuid NOT NULL,
    of text NOT NULL,
    user_id uuid NOT NULL,
    what text NOT NULL,
    at timestamp with time zone NOT NULL,
    is_taken_back boolean NOT NULL DEFAULT false,
    CONSTRAINT popularity_pkey PRIMARY KEY (target, user_id, what),
    CONSTRAINT popularity_of_known CHECK ((of = ANY (ARRAY['definition'::text, 'contest'::text]))),
    CONSTRAINT popularity_what_known CHECK ((what = ANY (ARRAY['join'::text, 'completion'::text, 'like'::text])))
);
CREATE INDEX popularity_target ON popularity USING btree (target, at DESC) WHERE (NOT is_taken_back);

CREATE TABLE popularity_walks (
    source text NOT NULL,
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    is_done boolean NOT NULL,
    CONSTRAINT popularity_walks_pkey PRIMARY KEY (source)
);

CREATE TABLE ratings (
    definition uuid NOT NULL,
    user_id uuid NOT NULL,
    stars smallint NOT NULL,
    rated_at timestamp with time zone NOT NULL,
    CONSTRAINT ratings_pkey PRIMARY KEY (definition, user_id),
    CONSTRAINT ratings_definition_fkey FOREIGN KEY (definition) REFERENCES definitions(id),
    CONSTRAINT ratings_stars CHECK (((stars >= 1) AND (stars <= 5)))
);
CREATE TRIGGER ratings_change AFTER INSERT OR DELETE OR UPDATE ON ratings FOR EACH ROW EXECUTE FUNCTION definition_rated();

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

CREATE TABLE reminders (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    of text NOT NULL,
    subject uuid NOT NULL,
    minute_of_day smallint NOT NULL,
    weekdays smallint[] NOT NULL,
    is_on boolean NOT NULL,
    next_at timestamp with time zone,
    rung_on date,
    version bigint NOT NULL,
    CONSTRAINT reminders_pkey PRIMARY KEY (id),
    CONSTRAINT reminders_minute_range CHECK (((minute_of_day >= 0) AND (minute_of_day <= 1439))),
    CONSTRAINT reminders_next_on CHECK (((next_at IS NULL) OR is_on)),
    CONSTRAINT reminders_of_known CHECK ((of = ANY (ARRAY['assignment'::text, 'contest'::text, 'goal'::text]))),
    CONSTRAINT reminders_weekdays_range CHECK (((weekdays <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint]) AND ((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7))))
);
CREATE INDEX reminders_user ON reminders USING btree (user_id, minute_of_day, id);

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

CREATE TABLE timings (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    of text NOT NULL,
    subject uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    mode text NOT NULL,
    target_seconds integer,
    state text NOT NULL,
    starts timestamp with time zone[] NOT NULL,
    stops timestamp with time zone[] NOT NULL,
    elapsed_ms integer NOT NULL,
    finished_at timestamp with time zone,
    is_suspect boolean NOT NULL,
    is_verified boolean NOT NULL,
    is_unattended boolean NOT NULL,
    result_kind text,
    result uuid,
    refusal text,
    version bigint NOT NULL,
    CONSTRAINT timings_pkey PRIMARY KEY (id),
    CONSTRAINT timings_countdown_has_target CHECK (((mode <> 'countdown'::text) OR (target_seconds IS NOT NULL))),
    CONSTRAINT timings_elapsed_range CHECK (((elapsed_ms >= 0) AND (elapsed_ms <= 86400000))),
    CONSTRAINT timings_finished_has_time CHECK (((finished_at IS NOT NULL) = (state = 'finished'::text))),
    CONSTRAINT timings_mode_known CHECK ((mode = ANY (ARRAY['stopwatch'::text, 'countdown'::text]))),
    CONSTRAINT timings_of_known CHECK ((of = ANY (ARRAY['assignment'::text, 'contest'::text, 'goal'::text]))),
    CONSTRAINT timings_outcome_finished CHECK (((state = 'finished'::text) OR ((result IS NULL) AND (refusal IS NULL)))),
    CONSTRAINT timings_outcome_one CHECK (((result IS NULL) OR (refusal IS NULL))),
    CONSTRAINT timings_result_whole CHECK (((result_kind IS NULL) = (result IS NULL))),
    CONSTRAINT timings_running_open CHECK (((cardinality(starts) - cardinality(stops)) =
CASE
    WHEN (state = 'running'::text) THEN 1
    ELSE 0
END)),
    CONSTRAINT timings_segments_range CHECK (((cardinality(starts) >= 1) AND (cardinality(starts) <= 100))),
    CONSTRAINT timings_state_known CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'finished'::text, 'discarded'::text]))),
    CONSTRAINT timings_target_range CHECK (((target_seconds >= 1) AND (target_seconds <= 86400)))
);
CREATE UNIQUE INDEX timings_live ON timings USING btree (user_id, of, subject) WHERE (state = ANY (ARRAY['running'::text, 'paused'::text]));
CREATE INDEX timings_newest ON timings USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX timings_subject ON timings USING btree (user_id, of, subject);

CREATE TABLE trends (
    target uuid NOT NULL,
    of text NOT NULL,
    score bigint,
    people integer NOT NULL DEFAULT 0,
    computed_at timestamp with time zone,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT trends_pkey PRIMARY KEY (target),
    CONSTRAINT trends_of_known CHECK ((of = ANY (ARRAY['definition'::text, 'contest'::text]))),
    CONSTRAINT trends_people_not_negative CHECK ((people >= 0))
);
CREATE INDEX trends_due ON trends USING btree (due_at);
CREATE INDEX trends_listed ON trends USING btree (of, score DESC, target DESC) WHERE (score IS NOT NULL);

CREATE TABLE units (
    unit text NOT NULL,
    cap numeric(18,6) NOT NULL,
    seconds integer,
    CONSTRAINT units_pkey PRIMARY KEY (unit),
    CONSTRAINT units_cap_positive CHECK ((cap > (0)::numeric)),
    CONSTRAINT units_length CHECK (((char_length(unit) >= 1) AND (char_length(unit) <= 40))),
    CONSTRAINT units_seconds_positive CHECK ((seconds > 0))
);

CREATE TABLE use_walks (
    source text NOT NULL,
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    is_done boolean NOT NULL,
    CONSTRAINT use_walks_pkey PRIMARY KEY (source)
);

CREATE TABLE wishes (
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    of text NOT NULL,
    wished_at timestamp with time zone NOT NULL,
    CONSTRAINT wishes_pkey PRIMARY KEY (target, user_id),
    CONSTRAINT wishes_of_known CHECK ((of = ANY (ARRAY['definition'::text, 'contest'::text])))
);
CREATE INDEX wishes_user ON wishes USING btree (user_id, wished_at DESC, target DESC);

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
    photos."position",
    photos.media,
    photos.content_type,
    photos.width,
    photos.height,
    assignments.told_until,
    photos.taken,
    challenges.definition,
    challenges.copy_of,
    challenges.caption,
    challenges.category,
    challenges.unit,
    challenges.target,
    challenges.target_seconds,
    challenges.whole_numbers,
    challenges.metric,
    challenges.timer,
    challenges.visibility,
    assignments.completed_at,
    assignments.seconds,
    attempts.seconds AS attempt_seconds,
    photos.orientation
   FROM assignments
     JOIN challenges ON challenges.id = assignments.challenge
     LEFT JOIN attempts ON attempts.assignment = assignments.id
     LEFT JOIN photos ON photos.of = 'attempt'::text AND photos.subject = attempts.id;

CREATE OR REPLACE FUNCTION active_users(last uuid, at_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
    person uuid := last;
BEGIN
    FOR number IN 1..at_most LOOP
        person := least(
            (SELECT user_id FROM participants WHERE user_id > person ORDER BY user_id LIMIT 1),
            (SELECT owner FROM goals WHERE owner > person ORDER BY owner LIMIT 1),
            (SELECT recipient FROM assignments WHERE recipient > person
                ORDER BY recipient LIMIT 1));
        EXIT WHEN person IS NULL;
        RETURN NEXT person;
    END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION activities_of(users uuid[])
 RETURNS TABLE(user_id uuid, day date, at timestamp with time zone, things integer, proofs integer)
 LANGUAGE sql
 STABLE
AS $function$
    SELECT entries.user_id, entries.local_day, NULL::timestamptz, count(*)::integer, 0
    FROM participants JOIN entries ON entries.challenge = participants.challenge
        AND entries.user_id = participants.user_id
    WHERE participants.user_id = ANY(users) AND entries.state IN ('counted', 'queried')
    GROUP BY entries.user_id, entries.local_day
    UNION ALL
    SELECT goals.owner, goal_entries.local_day, NULL, count(*)::integer, 0
    FROM goals JOIN goal_entries ON goal_entries.challenge = goals.challenge
    WHERE goals.owner = ANY(users)
    GROUP BY goals.owner, goal_entries.local_day
    UNION ALL
    SELECT goals.owner, CASE WHEN periods.starts_on = periods.ends_on THEN periods.starts_on END,
        CASE WHEN periods.starts_on < periods.ends_on THEN periods.met_at END, 1, 0
    FROM goals JOIN periods ON periods.challenge = goals.challenge
    WHERE goals.owner = ANY(users) AND periods.met_at IS NOT NULL
    UNION ALL
    SELECT goals.owner, NULL, goals.met_at, 1, 0 FROM goals
    WHERE goals.owner = ANY(users) AND goals.recurrence = 'once' AND goals.met_at IS NOT NULL
    UNION ALL
    SELECT assignments.recipient, NULL, coalesce(
        assignments.completed_at, assignments.submitted_at, assignments.closed_at), 1, 0
    FROM assignments
    WHERE assignments.recipient = ANY(users) AND assignments.state IN ('done', 'completed')
    UNION ALL
    SELECT photos.owner, NULL, photos.added_at, 0, 1 FROM photos
    WHERE photos.owner = ANY(users) AND NOT photos.is_copy
        AND photos.of IN ('attempt', 'entry', 'completion', 'goalEntry')
        AND NOT EXISTS (
            SELECT FROM entries
            WHERE photos.of = 'entry' AND entries.id = photos.subject
                AND entries.state = 'removed')
        AND NOT EXISTS (
            SELECT FROM attempts JOIN assignments ON assignments.id = attempts.assignment
            WHERE photos.of = 'attempt' AND attempts.id = photos.subject
                AND assignments.state = 'void')
    UNION ALL
    SELECT noted.user_id, noted.day, noted.at, -noted.things, -noted.proofs
    FROM day_changes AS noted WHERE noted.user_id = ANY(users)
    UNION ALL
    SELECT short.user_id, short.day, NULL, 0, 0
    FROM activity_days AS short WHERE short.user_id = ANY(users) AND short.things < 0
$function$;

CREATE OR REPLACE FUNCTION assignment_day_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF OLD.state IN ('done', 'completed') THEN
        INSERT INTO day_changes (user_id, at, things, is_void)
        VALUES (OLD.recipient,
            coalesce(OLD.completed_at, OLD.submitted_at, OLD.closed_at), -1, NEW.state = 'void');
    ELSE
        INSERT INTO day_changes (user_id, at, things)
        VALUES (NEW.recipient,
            coalesce(NEW.completed_at, NEW.submitted_at, NEW.closed_at), 1);
    END IF;
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION assignment_proof_goes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO day_changes (user_id, at, things, proofs, is_void)
    SELECT photos.owner, photos.added_at, 0, -1, true
    FROM attempts JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id
    WHERE attempts.assignment = NEW.id AND NOT photos.is_copy;
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION attempt_media_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM photos
        WHERE of = 'attempt' AND subject = OLD.attempt AND media = OLD.media;
    ELSE
        INSERT INTO photos (id, media, owner, challenge, of, subject, position, content_type, width,
            height, taken, added_at)
        SELECT gen_random_uuid(), NEW.media, assignments.recipient, assignments.challenge, 'attempt',
            NEW.attempt, NEW.position, NEW.content_type, NEW.width, NEW.height, 'unknown',
            attempts.submitted_at
        FROM attempts JOIN assignments ON assignments.id = attempts.assignment
        WHERE attempts.id = NEW.attempt
        ON CONFLICT ON CONSTRAINT photos_once DO NOTHING;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION attempt_photo_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM attempt_media WHERE attempt = OLD.subject AND media = OLD.media;
    ELSE
        INSERT INTO attempt_media (attempt, position, media, content_type, width, height)
        VALUES (NEW.subject, NEW.position, NEW.media, NEW.content_type, NEW.width, NEW.height)
        ON CONFLICT ON CONSTRAINT attempt_media_once DO NOTHING;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION competition_completed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO trends (target, of, due_at) VALUES (NEW.challenge, 'contest', NEW.closed_at)
    ON CONFLICT ON CONSTRAINT trends_pkey
    DO UPDATE SET due_at = least(trends.due_at, excluded.due_at);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_author_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE trends SET due_at = '-infinity' WHERE target = NEW.id;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_counts_shelve()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    SELECT shelf.is_public, shelf.is_public AND shelf.state IN ('scheduled', 'active'),
        shelf.category
    INTO NEW.is_public, NEW.is_open, NEW.category
    FROM (
        SELECT contests.state, contests.category, contests.visibility = 'public'
            AND contests.state <> 'draft' AND contests.hidden_at IS NULL AS is_public
        FROM contests WHERE contests.challenge = NEW.challenge
    ) AS shelf;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION contest_days_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    begins timestamp;
    ends timestamp;
BEGIN
    begins := NEW.starts_at AT TIME ZONE NEW.time_zone;
    ends := NEW.ends_at AT TIME ZONE NEW.time_zone;
    IF NEW.whole_days THEN
        NEW.starts_on := (begins + interval '1 hour')::date;
        NEW.ends_on := (ends + interval '1 hour')::date - 1;
        NEW.zone_release := NULL;
        RETURN NEW;
    END IF;
    IF (OLD.starts_at, OLD.time_zone) IS DISTINCT FROM (NEW.starts_at, NEW.time_zone)
        AND begins IS DISTINCT FROM NEW.starts_on::timestamp
    THEN
        NEW.starts_on := NULL;
    END IF;
    IF (OLD.ends_at, OLD.time_zone) IS DISTINCT FROM (NEW.ends_at, NEW.time_zone)
        AND ends IS DISTINCT FROM (NEW.ends_on + 1)::timestamp
    THEN
        NEW.ends_on := NULL;
    END IF;
    RETURN NEW;
-- The server does not know the zone: the service finds the days.
EXCEPTION WHEN invalid_parameter_value THEN
    NEW.starts_on := NULL;
    NEW.ends_on := NULL;
    NEW.zone_release := NULL;
    RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION contest_liked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE contest_counts SET likes = likes + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    WHERE challenge = coalesce(NEW.target, OLD.target);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_photo_comes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    NEW.is_copy := EXISTS (
        SELECT FROM contests
        WHERE contests.challenge = NEW.challenge AND contests.owner <> NEW.owner);
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION contest_reauthored()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE contests SET author = NEW.author WHERE challenge = NEW.id;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_reworded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE contests
    SET words = contest_words(NEW.name, NEW.caption, NEW.description), folded = NULL
    WHERE challenge = NEW.id;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_shelved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE contest_counts SET is_public = is_public WHERE challenge = NEW.challenge;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_trend_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE trends SET due_at = '-infinity' WHERE target = NEW.challenge;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION contest_worded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    SELECT contest_words(challenges.name, challenges.caption, challenges.description),
        challenges.author
    INTO NEW.words, NEW.author
    FROM challenges WHERE challenges.id = NEW.challenge;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION contest_words(name text, caption text, description text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    SELECT to_tsvector('simple', translate(name || ' ' || caption || ' ' || description,
        '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$function$;

CREATE OR REPLACE FUNCTION count_act(thing uuid, kind text, person uuid, act text, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO trends (target, of, due_at) VALUES (thing, kind, moment)
    ON CONFLICT ON CONSTRAINT trends_pkey
    DO UPDATE SET due_at = least(trends.due_at, excluded.due_at);
    INSERT INTO popularity (target, of, user_id, what, at)
    VALUES (thing, kind, person, act, moment)
    ON CONFLICT ON CONSTRAINT popularity_pkey
    DO UPDATE SET is_taken_back = false WHERE popularity.is_taken_back;
END $function$;

CREATE OR REPLACE FUNCTION definition_acted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM count_act(NEW.definition, 'definition', NEW.user_id, 'join', NEW.first_at);
    END IF;
    IF NEW.completed_at IS NOT NULL AND OLD.completed_at IS NULL THEN
        PERFORM count_act(
            NEW.definition, 'definition', NEW.user_id, 'completion', NEW.completed_at);
    END IF;
    IF NEW.completed_at IS NULL AND OLD.completed_at IS NOT NULL THEN
        PERFORM take_back_act(
            NEW.definition, 'definition', NEW.user_id, 'completion', OLD.completed_at);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION definition_counts_shelve()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    SELECT definitions.state = 'shown' AND definitions.visibility = 'public', definitions.category
    INTO NEW.is_public, NEW.category
    FROM definitions WHERE definitions.id = NEW.definition;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION definition_liked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE definition_counts SET likes = likes + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    WHERE definition = coalesce(NEW.target, OLD.target);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION definition_rated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE definition_counts SET
        rating_sum = rating_sum + coalesce(NEW.stars, 0) - coalesce(OLD.stars, 0),
        ratings = ratings + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END
    WHERE definition = coalesce(NEW.definition, OLD.definition);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION definition_reworded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    NEW.folded := NULL;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION definition_shelved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE definition_counts SET is_public = is_public WHERE definition = NEW.id;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION definition_trend_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE trends SET due_at = '-infinity' WHERE target = NEW.id;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION definition_use_comes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF NEW.completed_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM definition_uses AS stored
        WHERE stored.definition = NEW.definition AND stored.user_id = NEW.user_id)
    THEN
        PERFORM FROM definition_counts WHERE definition = NEW.definition FOR NO KEY UPDATE;
    END IF;
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION definition_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE definition_counts SET users = users + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    WHERE definition = coalesce(NEW.definition, OLD.definition);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION entry_day_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.state IN ('counted', 'queried') THEN
        INSERT INTO day_changes (user_id, day, things, is_void)
        VALUES (OLD.user_id, OLD.local_day, -1, NEW.state = 'removed');
        IF NEW.state = 'removed' THEN
            INSERT INTO day_changes (user_id, at, things, proofs, is_void)
            SELECT owner, added_at, 0, -1, true FROM photos
            WHERE of = 'entry' AND subject = OLD.id AND NOT is_copy;
        END IF;
    END IF;
    IF NEW.state IN ('counted', 'queried') THEN
        INSERT INTO day_changes (user_id, day, things) VALUES (NEW.user_id, NEW.local_day, 1);
    END IF;
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION goal_day_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.met_at IS NOT NULL AND OLD.recurrence = 'once' THEN
        INSERT INTO day_changes (user_id, at, things) VALUES (OLD.owner, OLD.met_at, -1);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.met_at IS NOT NULL AND NEW.recurrence = 'once' THEN
        INSERT INTO day_changes (user_id, at, things) VALUES (NEW.owner, NEW.met_at, 1);
    END IF;
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION goal_entry_day_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO day_changes (user_id, day, things)
        SELECT owner, OLD.local_day, -1 FROM goals WHERE challenge = OLD.challenge;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO day_changes (user_id, day, things)
        SELECT owner, NEW.local_day, 1 FROM goals WHERE challenge = NEW.challenge;
    END IF;
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION like_acted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM count_act(NEW.target, NEW.of, NEW.user_id, 'like', NEW.liked_at);
    ELSE
        PERFORM take_back_act(OLD.target, OLD.of, OLD.user_id, 'like', OLD.liked_at);
    END IF;
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

CREATE OR REPLACE FUNCTION participant_acted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF NEW.joined_at IS NOT NULL AND OLD.joined_at IS NULL THEN
        PERFORM count_act(NEW.challenge, 'contest', NEW.user_id, 'join', NEW.joined_at);
    END IF;
    IF NEW.completed_at IS NOT NULL AND OLD.completed_at IS NULL THEN
        PERFORM count_act(NEW.challenge, 'contest', NEW.user_id, 'completion', NEW.completed_at);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION participant_dated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    NEW.contest_created_at := (
        SELECT contests.created_at FROM contests WHERE contests.challenge = NEW.challenge);
    RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION participant_took_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM take_back_act(NEW.challenge, 'contest', NEW.user_id, 'completion', OLD.completed_at);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION participant_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO definition_uses (definition, user_id, first_at, completed_at)
    SELECT definitions.id, NEW.user_id, coalesce(NEW.joined_at, NEW.completed_at),
        NEW.completed_at
    FROM challenges JOIN definitions ON definitions.id = challenges.definition
    WHERE challenges.id = NEW.challenge
    ON CONFLICT ON CONSTRAINT definition_uses_pkey
    DO UPDATE SET completed_at = excluded.completed_at
    WHERE definition_uses.completed_at IS NULL AND excluded.completed_at IS NOT NULL;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION period_day_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.met_at IS NOT NULL THEN
        INSERT INTO day_changes (user_id, day, at, things)
        SELECT owner, CASE WHEN OLD.starts_on = OLD.ends_on THEN OLD.starts_on END,
            CASE WHEN OLD.starts_on < OLD.ends_on THEN OLD.met_at END, -1
        FROM goals WHERE challenge = OLD.challenge;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.met_at IS NOT NULL THEN
        INSERT INTO day_changes (user_id, day, at, things)
        SELECT owner, CASE WHEN NEW.starts_on = NEW.ends_on THEN NEW.starts_on END,
            CASE WHEN NEW.starts_on < NEW.ends_on THEN NEW.met_at END, 1
        FROM goals WHERE challenge = NEW.challenge;
    END IF;
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION proof_comes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO day_changes (user_id, at, things, proofs) VALUES (NEW.owner, NEW.added_at, 0, 1);
    RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION take_back_act(thing uuid, kind text, person uuid, act text, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO trends (target, of, due_at) VALUES (thing, kind, moment)
    ON CONFLICT ON CONSTRAINT trends_pkey
    DO UPDATE SET due_at = least(trends.due_at, excluded.due_at);
    UPDATE popularity SET is_taken_back = true
    WHERE popularity.target = thing AND popularity.user_id = person AND popularity.what = act;
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
