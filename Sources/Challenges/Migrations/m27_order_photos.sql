-- concurrently
-- The pictures of contests from before the trigger.
UPDATE photos SET is_copy = true
FROM contests JOIN challenges ON challenges.id = contests.challenge
WHERE photos.of = 'contest' AND NOT photos.is_copy AND photos.challenge = contests.challenge
    AND photos.owner NOT IN (contests.owner, challenges.author);
DROP INDEX IF EXISTS photos_gallery;
-- The gallery of a contest, the newest first.
CREATE INDEX CONCURRENTLY photos_gallery ON photos (challenge, added_at DESC, id DESC)
    WHERE of IN ('contest', 'entry', 'completion', 'gallery');
DROP INDEX IF EXISTS photos_wide;
-- Those that people outside the contest may see: few of many.
CREATE INDEX CONCURRENTLY photos_wide ON photos (challenge, added_at DESC, id DESC)
    WHERE audience IN ('friends', 'public');
DROP INDEX IF EXISTS photos_person;
-- What one person shows in a contest.
CREATE INDEX CONCURRENTLY photos_person ON photos (challenge, owner, added_at DESC, id DESC)
    WHERE of IN ('contest', 'entry', 'completion', 'gallery');
DROP INDEX IF EXISTS photos_owner;
-- What one person shows anywhere.
CREATE INDEX CONCURRENTLY photos_owner ON photos (owner, added_at DESC, id DESC)
    WHERE of IN ('attempt', 'contest', 'entry', 'completion', 'gallery', 'own') AND NOT is_copy;
