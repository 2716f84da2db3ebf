-- What decides in which lists a definition is by its counts, so that one index has both. Lists
-- check the definition itself too.
ALTER TABLE definition_counts
    -- Shown, and public.
    ADD COLUMN is_public boolean NOT NULL DEFAULT false,
    ADD COLUMN category text;

CREATE FUNCTION definition_counts_shelve() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT definitions.state = 'shown' AND definitions.visibility = 'public', definitions.category
    INTO NEW.is_public, NEW.category
    FROM definitions WHERE definitions.id = NEW.definition;
    RETURN NEW;
END $$;

CREATE TRIGGER definition_counts_shelf BEFORE INSERT OR UPDATE OF is_public ON definition_counts
FOR EACH ROW EXECUTE FUNCTION definition_counts_shelve();

CREATE FUNCTION definition_shelved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE definition_counts SET is_public = is_public WHERE definition = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER definitions_shelf AFTER UPDATE OF state, visibility, category ON definitions
FOR EACH ROW WHEN ((OLD.state, OLD.visibility, OLD.category)
    IS DISTINCT FROM (NEW.state, NEW.visibility, NEW.category))
EXECUTE FUNCTION definition_shelved();
