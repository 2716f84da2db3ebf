-- Whole assignments: one row for each picture of each attempt, and one where there is none. Read in
-- one statement, all of it is of one moment.
CREATE VIEW assignment_details AS
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
    attempt_media.position, attempt_media.media, attempt_media.content_type,
    attempt_media.width, attempt_media.height
FROM assignments
JOIN challenges ON challenges.id = assignments.challenge
LEFT JOIN attempts ON attempts.assignment = assignments.id
LEFT JOIN attempt_media ON attempt_media.attempt = attempts.id;
