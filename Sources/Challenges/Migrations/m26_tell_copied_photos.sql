-- Whether the picture of a contest's text came with somebody else's text: it is in the contest's
-- gallery, and not in that of the person whose picture it is.
ALTER TABLE photos ADD COLUMN is_copy boolean NOT NULL DEFAULT false;

-- Whichever release stores it: the contest is stored before its pictures.
CREATE FUNCTION contest_photo_comes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.is_copy := EXISTS (
        SELECT FROM contests
        WHERE contests.challenge = NEW.challenge AND contests.owner <> NEW.owner);
    RETURN NEW;
END $$;

CREATE TRIGGER photos_copied BEFORE INSERT ON photos
FOR EACH ROW WHEN (NEW.of = 'contest') EXECUTE FUNCTION contest_photo_comes();
