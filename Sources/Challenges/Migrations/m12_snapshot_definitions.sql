-- What a challenge keeps of the definition that it was made from, and which one it repeats. Nothing
-- refers to their rows: a definition or a challenge may go, and what was made of it stays.
-- The previous release adds dares with a text of their own, which is what the defaults say.
ALTER TABLE challenges
    ADD COLUMN definition uuid,
    ADD COLUMN copy_of uuid,
    ADD COLUMN caption text NOT NULL DEFAULT '',
    ADD COLUMN category text,
    ADD COLUMN unit text,
    ADD COLUMN target numeric(18,6),
    ADD COLUMN target_seconds integer,
    ADD COLUMN whole_numbers boolean NOT NULL DEFAULT false,
    ADD COLUMN metric text,
    ADD COLUMN timer text NOT NULL DEFAULT 'none',
    ADD COLUMN visibility text NOT NULL DEFAULT 'private',
    ADD COLUMN hidden_at timestamptz,
    ADD CONSTRAINT challenges_target_positive CHECK (target > 0) NOT VALID,
    ADD CONSTRAINT challenges_target_seconds_positive CHECK (target_seconds > 0) NOT VALID,
    ADD CONSTRAINT challenges_workout_deadline CHECK (
        kind <> 'workout' OR deadline IS NOT NULL) NOT VALID;
