-- How many pictures each user has, and how many bytes they have as stored.
CREATE TABLE holdings (
    owner uuid NOT NULL,
    pictures bigint NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT holdings_pkey PRIMARY KEY (owner),
    CONSTRAINT holdings_exist CHECK (pictures >= 0 AND bytes >= 0)
);

-- Rows are locked in the order of their owners, so that two statements never wait for each other.
CREATE FUNCTION media_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO holdings AS held (owner, pictures, bytes)
    SELECT stored.owner, count(*), sum(objects.bytes)
    FROM stored JOIN objects ON objects.sha256 = stored.object
    WHERE stored.deleted_at IS NULL
    GROUP BY stored.owner ORDER BY stored.owner
    ON CONFLICT ON CONSTRAINT holdings_pkey DO UPDATE
    SET pictures = held.pictures + excluded.pictures, bytes = held.bytes + excluded.bytes;
    RETURN NULL;
END $$;

CREATE FUNCTION media_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owners uuid[] := ARRAY(SELECT DISTINCT owner FROM removed);
BEGIN
    PERFORM FROM holdings WHERE owner = ANY(owners) ORDER BY owner FOR NO KEY UPDATE;
    UPDATE holdings AS held
    SET pictures = held.pictures - less.pictures, bytes = held.bytes - less.bytes
    FROM (
        SELECT removed.owner, count(*) AS pictures, sum(objects.bytes) AS bytes
        FROM removed JOIN objects ON objects.sha256 = removed.object
        WHERE removed.deleted_at IS NULL
        GROUP BY removed.owner
    ) AS less
    WHERE held.owner = less.owner;
    RETURN NULL;
END $$;

-- A picture that is marked as deleted does not count.
CREATE FUNCTION media_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    step integer := CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END;
BEGIN
    UPDATE holdings SET pictures = pictures + step,
        bytes = bytes + step * (SELECT objects.bytes FROM objects WHERE sha256 = NEW.object)
    WHERE owner = NEW.owner;
    RETURN NULL;
END $$;

CREATE TRIGGER media_counts_stored AFTER INSERT ON media
REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION media_stored();

CREATE TRIGGER media_counts_removed AFTER DELETE ON media
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION media_removed();

CREATE TRIGGER media_counts_marked AFTER UPDATE OF deleted_at ON media
FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
EXECUTE FUNCTION media_marked();

-- What was stored before. The triggers keep `media` locked against writers until the commit.
INSERT INTO holdings (owner, pictures, bytes)
SELECT media.owner, count(*), sum(objects.bytes)
FROM media JOIN objects ON objects.sha256 = media.object
WHERE media.deleted_at IS NULL
GROUP BY media.owner;
