-- What everyone may see from now on, or no longer, is counted again at once, if people did
-- something with it not long ago. Its row of `trends` is locked, as by whoever counts an act: who
-- computes it meanwhile has seen the change, or does it again.
CREATE FUNCTION definition_trend_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE trends SET due_at = '-infinity' WHERE target = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER definitions_trend AFTER UPDATE OF visibility, state ON definitions
FOR EACH ROW WHEN ((OLD.visibility = 'public' AND OLD.state = 'shown')
    <> (NEW.visibility = 'public' AND NEW.state = 'shown'))
EXECUTE FUNCTION definition_trend_due();

CREATE FUNCTION contest_trend_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE trends SET due_at = '-infinity' WHERE target = NEW.challenge;
    RETURN NULL;
END $$;

-- After `contests_shelf`, by its name: the counts are locked before the trends.
CREATE TRIGGER contests_trend AFTER UPDATE OF state, visibility, hidden_at ON contests
FOR EACH ROW WHEN (
    (OLD.visibility = 'public' AND OLD.state <> 'draft' AND OLD.hidden_at IS NULL)
    <> (NEW.visibility = 'public' AND NEW.state <> 'draft' AND NEW.hidden_at IS NULL))
EXECUTE FUNCTION contest_trend_due();
