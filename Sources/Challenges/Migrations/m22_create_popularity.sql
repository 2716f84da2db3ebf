-- What people do with definitions and contests, from which is counted what many do at the moment.

-- Each act of a person with a thing, once: they take it on, complete it, like it. The first time
-- stays, also where they do it again.
CREATE TABLE popularity (
    target uuid NOT NULL,
    of text NOT NULL,
    user_id uuid NOT NULL,
    what text NOT NULL,
    at timestamptz NOT NULL,
    -- Whether it no longer holds: a like that was taken back, a completion that was voided.
    is_taken_back boolean NOT NULL DEFAULT false,
    CONSTRAINT popularity_pkey PRIMARY KEY (target, user_id, what),
    CONSTRAINT popularity_of_known CHECK (of IN ('definition', 'contest')),
    CONSTRAINT popularity_what_known CHECK (what IN ('join', 'completion', 'like'))
);
CREATE INDEX popularity_target ON popularity (target, at DESC) WHERE NOT is_taken_back;

-- The things with which people did something not long ago.
CREATE TABLE trends (
    target uuid NOT NULL,
    of text NOT NULL,
    -- NULL while too few people did something, or may see it, or nothing is counted yet.
    score bigint,
    people integer NOT NULL DEFAULT 0,
    computed_at timestamptz,
    -- When it is to be counted again.
    due_at timestamptz NOT NULL,
    CONSTRAINT trends_pkey PRIMARY KEY (target),
    CONSTRAINT trends_of_known CHECK (of IN ('definition', 'contest')),
    CONSTRAINT trends_people_not_negative CHECK (people >= 0)
);
CREATE INDEX trends_listed ON trends (of, score DESC, target DESC) WHERE score IS NOT NULL;
CREATE INDEX trends_due ON trends (due_at);

-- How far the rows from before these tables are taken over: each table is walked along its key.
CREATE TABLE popularity_walks (
    source text NOT NULL,
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    is_done boolean NOT NULL,
    CONSTRAINT popularity_walks_pkey PRIMARY KEY (source)
);
INSERT INTO popularity_walks (source, target, user_id, is_done)
SELECT source, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', false
FROM unnest(ARRAY['contest_counts', 'definition_uses', 'likes', 'participants']) AS walk(source);

-- Counts an act. The thing's row is locked first, by whoever counts: who computes it meanwhile sees
-- the act, or is told to do it again.
CREATE FUNCTION count_act(thing uuid, kind text, person uuid, act text, moment timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO trends (target, of, due_at) VALUES (thing, kind, moment)
    ON CONFLICT ON CONSTRAINT trends_pkey
    DO UPDATE SET due_at = least(trends.due_at, excluded.due_at);
    INSERT INTO popularity (target, of, user_id, what, at)
    VALUES (thing, kind, person, act, moment)
    ON CONFLICT ON CONSTRAINT popularity_pkey
    DO UPDATE SET is_taken_back = false WHERE popularity.is_taken_back;
END $$;

CREATE FUNCTION take_back_act(thing uuid, kind text, person uuid, act text, moment timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO trends (target, of, due_at) VALUES (thing, kind, moment)
    ON CONFLICT ON CONSTRAINT trends_pkey
    DO UPDATE SET due_at = least(trends.due_at, excluded.due_at);
    UPDATE popularity SET is_taken_back = true
    WHERE popularity.target = thing AND popularity.user_id = person AND popularity.what = act;
END $$;

-- The acts of participants, whichever release writes them.
CREATE FUNCTION participant_acted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.joined_at IS NOT NULL AND OLD.joined_at IS NULL THEN
        PERFORM count_act(NEW.challenge, 'contest', NEW.user_id, 'join', NEW.joined_at);
    END IF;
    IF NEW.completed_at IS NOT NULL AND OLD.completed_at IS NULL THEN
        PERFORM count_act(NEW.challenge, 'contest', NEW.user_id, 'completion', NEW.completed_at);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER participants_come AFTER INSERT ON participants
FOR EACH ROW WHEN (NEW.joined_at IS NOT NULL OR NEW.completed_at IS NOT NULL)
EXECUTE FUNCTION participant_acted();

CREATE TRIGGER participants_act AFTER UPDATE ON participants
FOR EACH ROW WHEN (OLD.joined_at IS NULL AND NEW.joined_at IS NOT NULL
    OR OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL)
EXECUTE FUNCTION participant_acted();

-- Those of who takes on a definition.
CREATE FUNCTION definition_acted() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- Triggers of one table fire in the order of their names: the counts come before the trends.
CREATE TRIGGER definition_uses_trend AFTER INSERT ON definition_uses
FOR EACH ROW EXECUTE FUNCTION definition_acted();

CREATE TRIGGER definition_uses_trend_on AFTER UPDATE ON definition_uses
FOR EACH ROW WHEN ((OLD.completed_at IS NULL) <> (NEW.completed_at IS NULL))
EXECUTE FUNCTION definition_acted();

CREATE FUNCTION like_acted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM count_act(NEW.target, NEW.of, NEW.user_id, 'like', NEW.liked_at);
    ELSE
        PERFORM take_back_act(OLD.target, OLD.of, OLD.user_id, 'like', OLD.liked_at);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER likes_trend AFTER INSERT OR DELETE ON likes
FOR EACH ROW EXECUTE FUNCTION like_acted();

-- Counts the likes of contests.
CREATE FUNCTION contest_liked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE contest_counts SET likes = likes + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    WHERE challenge = coalesce(NEW.target, OLD.target);
    RETURN NULL;
END $$;

CREATE TRIGGER likes_contest_come AFTER INSERT ON likes
FOR EACH ROW WHEN (NEW.of = 'contest') EXECUTE FUNCTION contest_liked();

CREATE TRIGGER likes_contest_go AFTER DELETE ON likes
FOR EACH ROW WHEN (OLD.of = 'contest') EXECUTE FUNCTION contest_liked();

-- What decides in which lists a contest is by its counts, so that one index has both. Lists check
-- the contest itself too.
ALTER TABLE contest_counts
    ADD COLUMN is_public boolean NOT NULL DEFAULT false,
    -- Public, and people may still join.
    ADD COLUMN is_open boolean NOT NULL DEFAULT false,
    ADD COLUMN category text;

CREATE FUNCTION contest_counts_shelve() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE TRIGGER contest_counts_shelf BEFORE INSERT OR UPDATE OF is_public ON contest_counts
FOR EACH ROW EXECUTE FUNCTION contest_counts_shelve();

CREATE FUNCTION contest_shelved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE contest_counts SET is_public = is_public WHERE challenge = NEW.challenge;
    RETURN NULL;
END $$;

CREATE TRIGGER contests_shelf AFTER UPDATE OF state, visibility, hidden_at, category ON contests
FOR EACH ROW WHEN ((OLD.state, OLD.visibility, OLD.hidden_at, OLD.category)
    IS DISTINCT FROM (NEW.state, NEW.visibility, NEW.hidden_at, NEW.category))
EXECUTE FUNCTION contest_shelved();

-- The words of a contest's texts, separated as those of definitions are.
CREATE FUNCTION contest_words(name text, caption text, description text)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector('simple', translate(name || ' ' || caption || ' ' || description,
        '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;
