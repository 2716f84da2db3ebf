-- What people have chosen, as identityd last told; NULL where a release of it did not tell. The
-- zones ascend by their moments, and the last one may lie ahead.
ALTER TABLE people
    ADD COLUMN zone_names text[],
    ADD COLUMN zones_since timestamptz[],
    ADD COLUMN locale text,
    ADD COLUMN is_listed boolean,
    ADD COLUMN standing text,
    -- The version of the card that told these. A release without these columns, or a card of one,
    -- raises the version alone: then they may be old.
    ADD COLUMN told_version bigint,
    ADD CONSTRAINT people_zones CHECK (cardinality(zone_names) = cardinality(zones_since));
