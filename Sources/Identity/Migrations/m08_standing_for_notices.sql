-- Whether a person is active.
ALTER TABLE accounts ADD COLUMN standing text NOT NULL DEFAULT 'active';
