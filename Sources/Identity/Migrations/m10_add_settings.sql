-- What a person has chosen. A release without these columns adds accounts without zones: they have
-- `time_zone` since `created_at`.
ALTER TABLE accounts
    ADD COLUMN zone_names text[] NOT NULL DEFAULT '{}',
    ADD COLUMN zones_since timestamptz[] NOT NULL DEFAULT '{}',
    ADD COLUMN zone_changed_at timestamptz,
    ADD COLUMN locale text NOT NULL DEFAULT 'en',
    ADD COLUMN is_listed boolean NOT NULL DEFAULT false,
    -- NULL until the first change.
    ADD COLUMN updated_at timestamptz,
    ADD CONSTRAINT accounts_zones CHECK (
        cardinality(zone_names) = cardinality(zones_since) AND cardinality(zone_names) <= 4);
