-- concurrently
DROP INDEX IF EXISTS contests_zone_release;
-- Contests whose start and end may follow from their days.
CREATE INDEX CONCURRENTLY contests_zone_release ON contests (coalesce(zone_release, ''))
    WHERE state IN ('draft', 'scheduled', 'active')
        AND (whole_days OR starts_on IS NOT NULL OR ends_on IS NOT NULL);
DROP INDEX IF EXISTS contests_zone;
-- The time zones of contests that are not over.
CREATE INDEX CONCURRENTLY contests_zone ON contests (time_zone) WHERE closed_at IS NULL;
