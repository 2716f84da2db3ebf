-- What people have chosen, as identityd last told; NULL where a release of it did not tell. The
-- zones ascend by their moments, and the last one may lie ahead.
ALTER TABLE people
    ADD COLUMN zone_names text[],
    ADD COLUMN zones_since timestamptz[],
    ADD COLUMN locale text,
    ADD COLUMN is_listed boolean,
    ADD COLUMN standing text,
    ADD CONSTRAINT people_zones CHECK (cardinality(zone_names) = cardinality(zones_since));
