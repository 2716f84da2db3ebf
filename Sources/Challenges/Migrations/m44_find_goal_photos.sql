-- concurrently
DROP INDEX IF EXISTS photos_people;
-- What one person shows anywhere, of goals too. The previous release looks by photos_owner.
CREATE INDEX CONCURRENTLY photos_people ON photos (owner, added_at DESC, id DESC)
    WHERE of IN ('attempt', 'contest', 'entry', 'completion', 'gallery', 'goal', 'goalEntry', 'own')
        AND NOT is_copy;
DROP INDEX IF EXISTS photos_goal;
-- The gallery of a goal, the newest first.
CREATE INDEX CONCURRENTLY photos_goal ON photos (challenge, added_at DESC, id DESC)
    WHERE of IN ('goal', 'goalEntry');
DROP INDEX IF EXISTS photos_goal_first;
-- The first pictures of a goal.
CREATE INDEX CONCURRENTLY photos_goal_first ON photos (subject, position, added_at, id)
    WHERE of = 'goal';
