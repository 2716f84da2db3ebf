-- When a person who had left joined again last; NULL for who never left, and for who came back by
-- a release that does not remember it.
ALTER TABLE participants ADD COLUMN returned_at timestamptz;
