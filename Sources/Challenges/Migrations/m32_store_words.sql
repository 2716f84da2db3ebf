-- The words of a contest's texts, in the row that a search reads: taking them from the texts again
-- for each contest that might be found costs far more than to read them.
ALTER TABLE contests ADD COLUMN words tsvector;

-- Whichever release stores it: what a contest is about is stored before it.
CREATE FUNCTION contest_worded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.words := (
        SELECT contest_words(challenges.name, challenges.caption, challenges.description)
        FROM challenges WHERE challenges.id = NEW.challenge);
    RETURN NEW;
END $$;

CREATE TRIGGER contests_worded BEFORE INSERT ON contests
FOR EACH ROW EXECUTE FUNCTION contest_worded();

-- Whoever changes the texts holds the contest alone, and stores its row next.
CREATE FUNCTION contest_reworded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE contests SET words = contest_words(NEW.name, NEW.caption, NEW.description)
    WHERE challenge = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER challenges_reworded AFTER UPDATE OF name, caption, description ON challenges
FOR EACH ROW WHEN (NEW.kind IN ('competition', 'open')
    AND (OLD.name, OLD.caption, OLD.description)
        IS DISTINCT FROM (NEW.name, NEW.caption, NEW.description))
EXECUTE FUNCTION contest_reworded();
