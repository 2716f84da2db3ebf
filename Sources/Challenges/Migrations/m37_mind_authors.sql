-- What an author does with a contest counts nothing for what is trending: a contest that gets another
-- author is counted again at once, if people did something with it not long ago. At the end of the
-- transaction, because its counts are locked before its trend.
CREATE FUNCTION contest_author_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE trends SET due_at = '-infinity' WHERE target = NEW.id;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER challenges_trend AFTER UPDATE OF author ON challenges
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD.author IS DISTINCT FROM NEW.author)
EXECUTE FUNCTION contest_author_changed();
