-- Pictures that users submitted or logged as proof, and whether a day changed by a void or a removal
-- as false, which takes back what the day earned. Earlier releases write rows too, so triggers note it.
ALTER TABLE day_changes
    -- 1 for each picture that comes, -1 for each that is void.
    ADD COLUMN proofs integer NOT NULL DEFAULT 0,
    ADD COLUMN is_void boolean NOT NULL DEFAULT false;

ALTER TABLE activity_days
    -- How many pictures were submitted or logged on it, without void ones.
    ADD COLUMN proofs integer NOT NULL DEFAULT 0;

-- A picture that its owner deletes stays counted: what it earned is not taken back.
CREATE FUNCTION proof_comes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO day_changes (user_id, at, things, proofs) VALUES (NEW.owner, NEW.added_at, 0, 1);
    RETURN NULL;
END
$$;

CREATE TRIGGER photos_proof_comes AFTER INSERT ON photos
FOR EACH ROW WHEN (
    NEW.of IN ('attempt', 'entry', 'completion', 'goalEntry') AND NOT NEW.is_copy
) EXECUTE FUNCTION proof_comes();

-- As in `m47_count_days.sql`; an entry that is removed as false takes its pictures with it.
CREATE OR REPLACE FUNCTION entry_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.state IN ('counted', 'queried') THEN
        INSERT INTO day_changes (user_id, day, things, is_void)
        VALUES (OLD.user_id, OLD.local_day, -1, NEW.state = 'removed');
        IF NEW.state = 'removed' THEN
            INSERT INTO day_changes (user_id, at, things, proofs, is_void)
            SELECT owner, added_at, 0, -1, true FROM photos
            WHERE of = 'entry' AND subject = OLD.id AND NOT is_copy;
        END IF;
    END IF;
    IF NEW.state IN ('counted', 'queried') THEN
        INSERT INTO day_changes (user_id, day, things) VALUES (NEW.user_id, NEW.local_day, 1);
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION assignment_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state IN ('done', 'completed') THEN
        INSERT INTO day_changes (user_id, at, things, is_void)
        VALUES (OLD.recipient,
            coalesce(OLD.completed_at, OLD.submitted_at, OLD.closed_at), -1, NEW.state = 'void');
    ELSE
        INSERT INTO day_changes (user_id, at, things)
        VALUES (NEW.recipient,
            coalesce(NEW.completed_at, NEW.submitted_at, NEW.closed_at), 1);
    END IF;
    RETURN NULL;
END
$$;

-- A void takes the pictures of all attempts with it.
CREATE FUNCTION assignment_proof_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO day_changes (user_id, at, things, proofs, is_void)
    SELECT photos.owner, photos.added_at, 0, -1, true
    FROM attempts JOIN photos ON photos.of = 'attempt' AND photos.subject = attempts.id
    WHERE attempts.assignment = NEW.id AND NOT photos.is_copy;
    RETURN NULL;
END
$$;

CREATE TRIGGER assignments_proof_goes AFTER UPDATE ON assignments
FOR EACH ROW WHEN (OLD.state <> 'void' AND NEW.state = 'void')
EXECUTE FUNCTION assignment_proof_goes();

-- As for days, the pictures of the last five weeks before the upgrade count from here on. The
-- trigger keeps others from writing meanwhile, so that nothing is counted twice.
INSERT INTO day_changes (user_id, at, things, proofs)
SELECT owner, added_at, 0, 1 FROM photos
WHERE of IN ('attempt', 'entry', 'completion', 'goalEntry') AND NOT is_copy
    AND added_at >= now() - interval '35 days';
