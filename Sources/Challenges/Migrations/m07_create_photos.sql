-- The pictures of everything that people show here: of attempts, of definitions, and of what a
-- challenge asks for. A later release adds more places, audiences and words: the service knows
-- which there are.
CREATE TABLE photos (
    id uuid NOT NULL,
    media uuid NOT NULL,
    owner uuid NOT NULL,
    -- The challenge that it is shown in; a definition's picture is shown in none.
    challenge uuid,
    -- What it is a picture of, and which of those.
    of text NOT NULL,
    subject uuid NOT NULL,
    -- The order in which the pictures were given, from 0.
    position smallint NOT NULL,
    audience text NOT NULL DEFAULT 'participants',
    content_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- Of a video.
    seconds integer,
    taken text NOT NULL,
    added_at timestamptz NOT NULL,
    hidden_at timestamptz,
    CONSTRAINT photos_pkey PRIMARY KEY (id),
    -- Its index also finds the pictures of a subject, of which there are only a few. The subject
    -- comes first, so that a plan never reads all of a place.
    CONSTRAINT photos_once UNIQUE (subject, of, media),
    CONSTRAINT photos_position_from_zero CHECK (position >= 0)
);

-- The previous release writes pictures of attempts to `attempt_media`. They come from there at once,
-- whoever writes them; what this table itself gave to that one does not come back.
CREATE FUNCTION attempt_media_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM photos
        WHERE of = 'attempt' AND subject = OLD.attempt AND media = OLD.media;
    ELSE
        INSERT INTO photos (id, media, owner, challenge, of, subject, position, content_type, width,
            height, taken, added_at)
        SELECT gen_random_uuid(), NEW.media, assignments.recipient, assignments.challenge, 'attempt',
            NEW.attempt, NEW.position, NEW.content_type, NEW.width, NEW.height, 'unknown',
            attempts.submitted_at
        FROM attempts JOIN assignments ON assignments.id = attempts.assignment
        WHERE attempts.id = NEW.attempt
        ON CONFLICT ON CONSTRAINT photos_once DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER attempt_media_change AFTER INSERT OR DELETE ON attempt_media
FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION attempt_media_changed();
