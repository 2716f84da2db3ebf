-- The pictures from before the trigger. Apart from it, because this reads them all, and so must not
-- hold the lock of a trigger's creation; what is written meanwhile comes by the trigger.
INSERT INTO photos (id, media, owner, challenge, of, subject, position, content_type, width, height,
    taken, added_at)
SELECT gen_random_uuid(), attempt_media.media, assignments.recipient, assignments.challenge,
    'attempt', attempt_media.attempt, attempt_media.position, attempt_media.content_type,
    attempt_media.width, attempt_media.height, 'unknown', attempts.submitted_at
FROM attempt_media
JOIN attempts ON attempts.id = attempt_media.attempt
JOIN assignments ON assignments.id = attempts.assignment
ON CONFLICT ON CONSTRAINT photos_once DO NOTHING;
