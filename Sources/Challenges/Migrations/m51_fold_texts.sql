-- The words of texts as the service folds them, which no locale of the database changes. NULL while
-- they are still to be stored: where the previous release made the row or changed its texts. The
-- service stores them in steps.
ALTER TABLE contests ADD COLUMN folded tsvector;
ALTER TABLE definitions ADD COLUMN folded tsvector;

-- Where this release changes the texts, it stores the contest's row next, with its folded words.
CREATE OR REPLACE FUNCTION contest_reworded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE contests
    SET words = contest_words(NEW.name, NEW.caption, NEW.description), folded = NULL
    WHERE challenge = NEW.id;
    RETURN NULL;
END $$;

CREATE FUNCTION definition_reworded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.folded := NULL;
    RETURN NEW;
END $$;

-- The previous release leaves the folded words as they are. (Where this release changes a text
-- without changing its folded words, they are stored again in the next step.)
CREATE TRIGGER definitions_reworded BEFORE UPDATE OF name, caption, description, translations
ON definitions FOR EACH ROW WHEN (OLD.folded IS NOT DISTINCT FROM NEW.folded
    AND (OLD.name, OLD.caption, OLD.description, OLD.translations)
        IS DISTINCT FROM (NEW.name, NEW.caption, NEW.description, NEW.translations))
EXECUTE FUNCTION definition_reworded();
