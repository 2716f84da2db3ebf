-- How to turn a picture upright, as in EXIF. The previous release stores none: upright.
ALTER TABLE objects
    ADD COLUMN orientation smallint NOT NULL DEFAULT 1,
    ADD CONSTRAINT objects_orientation_exists CHECK (orientation BETWEEN 1 AND 8) NOT VALID;
