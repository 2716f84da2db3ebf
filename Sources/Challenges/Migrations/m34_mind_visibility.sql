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

-- When a competition is completed, everyone in it with an entry completes it at one moment. No row
-- is made of that for each of them: it is read where the contest is counted, which is due then.
CREATE FUNCTION competition_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO trends (target, of, due_at) VALUES (NEW.challenge, 'contest', NEW.closed_at)
    ON CONFLICT ON CONSTRAINT trends_pkey
    DO UPDATE SET due_at = least(trends.due_at, excluded.due_at);
    RETURN NULL;
END $$;

CREATE TRIGGER contests_trend_completed AFTER UPDATE OF state ON contests
FOR EACH ROW WHEN (NEW.kind = 'competition'
    AND OLD.state <> 'completed' AND NEW.state = 'completed')
EXECUTE FUNCTION competition_completed();
