-- What kind of challenge an assignment is part of: the previous release adds dares.
ALTER TABLE assignments
    ADD COLUMN kind text NOT NULL DEFAULT 'dare',
    ADD COLUMN completed_at timestamptz,
    -- The recipient's result: of the completion, or of the newest submission.
    ADD COLUMN seconds integer,
    ADD CONSTRAINT assignments_started_open CHECK (
        state <> 'started'
        OR (answered_at IS NOT NULL AND closed_at IS NULL AND is_verified IS NULL)) NOT VALID,
    ADD CONSTRAINT assignments_completed_verified CHECK (
        state <> 'completed' OR (
            completed_at IS NOT NULL AND closed_at IS NOT NULL AND is_verified IS NOT NULL
        )) NOT VALID,
    ADD CONSTRAINT assignments_missed_closed CHECK (
        state <> 'missed'
        OR (closed_at IS NOT NULL AND is_verified IS NULL AND completed_at IS NULL)) NOT VALID,
    ADD CONSTRAINT assignments_workout_deadline CHECK (
        kind <> 'workout' OR deadline IS NOT NULL) NOT VALID,
    ADD CONSTRAINT assignments_seconds_range CHECK (
        seconds BETWEEN 0 AND 31622400) NOT VALID;

ALTER TABLE attempts
    ADD COLUMN seconds integer,
    ADD CONSTRAINT attempts_seconds_range CHECK (seconds BETWEEN 0 AND 31622400) NOT VALID;

-- The same as before, and more columns at the end, where the previous release does not see them.
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
    attempts.seconds AS attempt_seconds
FROM assignments
JOIN challenges ON challenges.id = assignments.challenge
LEFT JOIN attempts ON attempts.assignment = assignments.id
LEFT JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id;
