-- Until when the notices before an assignment's deadline were given, or are no longer to be.
ALTER TABLE assignments ADD COLUMN told_until timestamptz;

-- The timers of this release, for what the previous one has sent: they fire at once, and are then
-- scheduled for the next notice.
INSERT INTO timers (timer, subject, due_at)
SELECT 'challenges.assignment', subject, now() FROM timers WHERE timer = 'challenges.dare'
ON CONFLICT ON CONSTRAINT timers_pkey DO NOTHING;

-- A kind, or a state, of a later release is one more value: the service knows which there are. So
-- the constraints say what holds for the states that they name, and nothing of others.
ALTER TABLE challenges DROP CONSTRAINT challenges_kind_known;
ALTER TABLE assignments
    DROP CONSTRAINT assignments_state_known,
    DROP CONSTRAINT assignments_closed_at_end,
    DROP CONSTRAINT assignments_verified_when_done,
    ADD CONSTRAINT assignments_open_not_closed CHECK (
        state NOT IN ('sent', 'accepted', 'submitted')
        OR (closed_at IS NULL AND is_verified IS NULL)) NOT VALID,
    ADD CONSTRAINT assignments_done_verified CHECK (
        state <> 'done' OR (closed_at IS NOT NULL AND is_verified IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT assignments_ended_closed CHECK (
        state NOT IN ('denied', 'rejected', 'expired', 'withdrawn', 'abandoned', 'void')
        OR (closed_at IS NOT NULL AND is_verified IS NULL)) NOT VALID;

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
    attempt_media.position, attempt_media.media, attempt_media.content_type,
    attempt_media.width, attempt_media.height,
    assignments.told_until
FROM assignments
JOIN challenges ON challenges.id = assignments.challenge
LEFT JOIN attempts ON attempts.assignment = assignments.id
LEFT JOIN attempt_media ON attempt_media.attempt = attempts.id;
