-- concurrently
DROP INDEX IF EXISTS assignments_received_due;
-- What a person received and has not ended, the earliest deadline first, without one last. It is
-- closed_at, not the state, that says so: an update stays cheap as long as it changes no column of
-- an index or its condition, and a move that ends nothing changes neither closed_at nor, mostly,
-- the deadline.
CREATE INDEX CONCURRENTLY assignments_received_due
    ON assignments (recipient, coalesce(deadline, 'infinity'), id) WHERE closed_at IS NULL;
