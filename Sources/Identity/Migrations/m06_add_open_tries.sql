-- A try that is under way counts until it is closed or taken back, and for good once that time has
-- passed: its process has died.
ALTER TABLE tries ADD COLUMN open_until timestamptz;
