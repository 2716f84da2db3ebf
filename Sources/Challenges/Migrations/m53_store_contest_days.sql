-- The first and the last day of a contest, and the release of the time zones by which its start and
-- end were derived from them.
ALTER TABLE contests
    ADD COLUMN starts_on date,
    ADD COLUMN ends_on date,
    ADD COLUMN zone_release text COLLATE "C";

-- The previous release writes the start and the end alone: of whole days, the days follow from them
-- here. The server's rules of a zone may be others than those of the service, by which a day then
-- begins up to an hour earlier or later. Of a start or end that is no longer at a midnight, there is no
-- day. By which release it was derived is unknown then: a newer process derives it again.
CREATE FUNCTION contest_days_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    begins timestamp;
    ends timestamp;
BEGIN
    begins := NEW.starts_at AT TIME ZONE NEW.time_zone;
    ends := NEW.ends_at AT TIME ZONE NEW.time_zone;
    IF NEW.whole_days THEN
        NEW.starts_on := (begins + interval '1 hour')::date;
        NEW.ends_on := (ends + interval '1 hour')::date - 1;
        NEW.zone_release := NULL;
        RETURN NEW;
    END IF;
    IF (OLD.starts_at, OLD.time_zone) IS DISTINCT FROM (NEW.starts_at, NEW.time_zone)
        AND begins IS DISTINCT FROM NEW.starts_on::timestamp
    THEN
        NEW.starts_on := NULL;
    END IF;
    IF (OLD.ends_at, OLD.time_zone) IS DISTINCT FROM (NEW.ends_at, NEW.time_zone)
        AND ends IS DISTINCT FROM (NEW.ends_on + 1)::timestamp
    THEN
        NEW.ends_on := NULL;
    END IF;
    RETURN NEW;
-- The server does not know the zone: the service finds the days.
EXCEPTION WHEN invalid_parameter_value THEN
    NEW.starts_on := NULL;
    NEW.ends_on := NULL;
    NEW.zone_release := NULL;
    RETURN NEW;
END
$$;

CREATE TRIGGER contests_days_begin BEFORE INSERT ON contests
FOR EACH ROW WHEN (NEW.whole_days AND NEW.starts_on IS NULL)
EXECUTE FUNCTION contest_days_follow();

CREATE TRIGGER contests_days_move BEFORE UPDATE ON contests
FOR EACH ROW WHEN (
    (OLD.starts_at, OLD.ends_at, OLD.time_zone, OLD.whole_days)
        IS DISTINCT FROM (NEW.starts_at, NEW.ends_at, NEW.time_zone, NEW.whole_days)
    AND (OLD.starts_on, OLD.ends_on, OLD.zone_release)
        IS NOT DISTINCT FROM (NEW.starts_on, NEW.ends_on, NEW.zone_release)
) EXECUTE FUNCTION contest_days_follow();
