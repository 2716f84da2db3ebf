-- Pictures of attempts that this release writes or removes, for the previous one, which reads
-- `attempt_media`. Created after the others were taken over, so that none of them goes back.
CREATE FUNCTION attempt_photo_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM attempt_media WHERE attempt = OLD.subject AND media = OLD.media;
    ELSE
        INSERT INTO attempt_media (attempt, position, media, content_type, width, height)
        VALUES (NEW.subject, NEW.position, NEW.media, NEW.content_type, NEW.width, NEW.height)
        ON CONFLICT ON CONSTRAINT attempt_media_once DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER photos_come AFTER INSERT ON photos
FOR EACH ROW WHEN (NEW.of = 'attempt' AND pg_trigger_depth() = 0)
EXECUTE FUNCTION attempt_photo_changed();

CREATE TRIGGER photos_go AFTER DELETE ON photos
FOR EACH ROW WHEN (OLD.of = 'attempt' AND pg_trigger_depth() = 0)
EXECUTE FUNCTION attempt_photo_changed();

-- The same as before, now with the pictures of `photos`, and one column more at the end, where the
-- previous release does not see it.
CREATE OR REPLACE VIEW assignment_details AS
SELECT
    assignments.id, assignments.challenge, assignments.sender, assignments.recipient,
    assignments.state, assignments.deadline, assignments.sent_at, assignments.read_at,
    assignments.answered_at, assignments.submitted_at, assignments.closed_at,
    assignments.attempts, assignments.is_verified, assignments.reason, assignments.version,
    challenges.kind, challenges.name, challenges.description, challenges.author,
    challenges.proof, challenges.deadline AS first_deadline, challenges.created_at,
    attempts.id AS attempt, attempts.number, attempts.note,
    attempts.submitted_at AS attempted_at, attempts.outcome, attempts.reason AS attempt_reason,
    attempts.decided_at,
    photos.position, photos.media, photos.content_type, photos.width, photos.height,
    assignments.told_until,
    photos.taken
FROM assignments
JOIN challenges ON challenges.id = assignments.challenge
LEFT JOIN attempts ON attempts.assignment = assignments.id
LEFT JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id;
