-- A completion that was taken back, because an entry was removed as false, no longer counts among
-- what people do with the contest.
CREATE FUNCTION participant_took_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM take_back_act(NEW.challenge, 'contest', NEW.user_id, 'completion', OLD.completed_at);
    RETURN NULL;
END $$;

CREATE TRIGGER participants_take_back AFTER UPDATE ON participants
FOR EACH ROW WHEN (OLD.completed_at IS NOT NULL AND NEW.completed_at IS NULL)
EXECUTE FUNCTION participant_took_back();
