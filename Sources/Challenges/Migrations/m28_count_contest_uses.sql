-- Whoever joins a contest takes on the definition that it was made from, and whoever completes it
-- has completed a run of that.

-- Who is about to store a person's first use of a definition, or a completion, locks the counts of
-- the definition before the person's row, which a completion locks even if it is not the first. So
-- they wait for each other where they begin, also where one of them stores what several people do.
CREATE FUNCTION definition_use_comes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.completed_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM definition_uses AS stored
        WHERE stored.definition = NEW.definition AND stored.user_id = NEW.user_id)
    THEN
        PERFORM FROM definition_counts WHERE definition = NEW.definition FOR NO KEY UPDATE;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER definition_uses_come BEFORE INSERT ON definition_uses
FOR EACH ROW EXECUTE FUNCTION definition_use_comes();

-- What participants do, whichever release writes it.
CREATE FUNCTION participant_used() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- Triggers of one table fire in the order of their names: what is counted of the contest comes
-- before what is counted of its definition.
CREATE TRIGGER participants_use AFTER INSERT ON participants
FOR EACH ROW WHEN (NEW.joined_at IS NOT NULL OR NEW.completed_at IS NOT NULL)
EXECUTE FUNCTION participant_used();

CREATE TRIGGER participants_use_on AFTER UPDATE ON participants
FOR EACH ROW WHEN (OLD.joined_at IS NULL AND NEW.joined_at IS NOT NULL
    OR OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL)
EXECUTE FUNCTION participant_used();

-- How far those are taken over who joined before: `participants` is walked along its key. No row of
-- `popularity_walks`, because the previous release does not know this walk.
CREATE TABLE use_walks (
    source text NOT NULL,
    target uuid NOT NULL,
    user_id uuid NOT NULL,
    is_done boolean NOT NULL,
    CONSTRAINT use_walks_pkey PRIMARY KEY (source)
);
INSERT INTO use_walks (source, target, user_id, is_done) VALUES
    ('participants', '00000000-0000-0000-0000-000000000000',
        '00000000-0000-0000-0000-000000000000', false);
