-- What lists look for, in the rows that they look at: a list of what somebody made, or has a part
-- in, reads only what its viewer may see, in its order.

-- Who made what the contest is about.
ALTER TABLE contests ADD COLUMN author uuid;
-- When the contest was made, which never changes.
ALTER TABLE participants ADD COLUMN contest_created_at timestamptz;

-- Whichever release stores it: what a contest is about is stored before it.
CREATE OR REPLACE FUNCTION contest_worded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT contest_words(challenges.name, challenges.caption, challenges.description),
        challenges.author
    INTO NEW.words, NEW.author
    FROM challenges WHERE challenges.id = NEW.challenge;
    RETURN NEW;
END $$;

-- Whoever changes the author holds the contest alone.
CREATE FUNCTION contest_reauthored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE contests SET author = NEW.author WHERE challenge = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER challenges_reauthored AFTER UPDATE OF author ON challenges
FOR EACH ROW WHEN (NEW.kind IN ('competition', 'open') AND OLD.author <> NEW.author)
EXECUTE FUNCTION contest_reauthored();

CREATE FUNCTION participant_dated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.contest_created_at := (
        SELECT contests.created_at FROM contests WHERE contests.challenge = NEW.challenge);
    RETURN NEW;
END $$;

-- Not where a stored row is saved again, which is tried as an insertion too.
CREATE TRIGGER participants_dated BEFORE INSERT ON participants
FOR EACH ROW WHEN (NEW.version = 1) EXECUTE FUNCTION participant_dated();
