-- concurrently
DROP INDEX IF EXISTS assignments_received_closed;
-- What a person received and what ended last first; also finds what was missed not long ago.
CREATE INDEX CONCURRENTLY assignments_received_closed
    ON assignments (recipient, closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
