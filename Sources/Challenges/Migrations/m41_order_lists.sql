-- concurrently
DROP INDEX IF EXISTS contests_shown;
-- What a person made and others may see, the newest first.
CREATE INDEX CONCURRENTLY contests_shown
    ON contests (author, visibility, created_at DESC, challenge DESC)
    WHERE visibility IN ('public', 'friends') AND state <> 'draft';
DROP INDEX IF EXISTS contests_friends;
-- What a person shows to their friends, the newest first.
CREATE INDEX CONCURRENTLY contests_friends ON contests (owner, created_at DESC, challenge DESC)
    WHERE visibility = 'friends' AND state <> 'draft';
DROP INDEX IF EXISTS contests_handed;
-- What somebody else made.
CREATE INDEX CONCURRENTLY contests_handed ON contests (owner, created_at DESC, challenge DESC)
    WHERE owner <> author;
DROP INDEX IF EXISTS contests_words_public;
-- What everyone may see, by the words of its texts. Other contests are found by their owner, or by
-- who has a part in them. Without a list of pending rows, which each search would read.
CREATE INDEX CONCURRENTLY contests_words_public ON contests USING gin (words)
    WITH (fastupdate = off) WHERE visibility = 'public' AND state <> 'draft';
-- No release has searched by it.
DROP INDEX IF EXISTS contests_words;
DROP INDEX IF EXISTS participants_parts;
-- What a person has a part in, by the state of that, the newest contests first.
CREATE INDEX CONCURRENTLY participants_parts
    ON participants (user_id, state, contest_created_at DESC, challenge DESC);
DROP INDEX IF EXISTS participants_user;
DROP INDEX IF EXISTS definitions_shown;
-- What a person made and others may see, the newest first.
CREATE INDEX CONCURRENTLY definitions_shown
    ON definitions (author, visibility, created_at DESC, id DESC)
    WHERE visibility IN ('public', 'friends') AND state = 'shown';
DROP INDEX IF EXISTS definitions_friends;
DROP INDEX IF EXISTS definitions_words_public;
-- What everyone may see, by its words. Not as definitions_words says it, which has what only its
-- authors see too: the server could take either for the other's searches.
CREATE INDEX CONCURRENTLY definitions_words_public ON definitions USING gin (words)
    WITH (fastupdate = off) WHERE visibility = 'public' AND state <> 'deleted';
