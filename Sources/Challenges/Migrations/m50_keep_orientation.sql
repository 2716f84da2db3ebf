-- How to turn a picture upright, as in EXIF. The previous release stores none: upright.
ALTER TABLE photos
    ADD COLUMN orientation smallint NOT NULL DEFAULT 1,
    ADD CONSTRAINT photos_orientation_exists CHECK (orientation BETWEEN 1 AND 8) NOT VALID;

-- The same as before, and one column more at the end, where the previous release does not see it.
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
    photos.taken,
    challenges.definition, challenges.copy_of, challenges.caption, challenges.category,
    challenges.unit, challenges.target, challenges.target_seconds, challenges.whole_numbers,
    challenges.metric, challenges.timer, challenges.visibility,
    assignments.completed_at, assignments.seconds,
    attempts.seconds AS attempt_seconds,
    photos.orientation
FROM assignments
JOIN challenges ON challenges.id = assignments.challenge
LEFT JOIN attempts ON attempts.assignment = assignments.id
LEFT JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id;
