-- concurrently
DROP INDEX IF EXISTS assignments_sent_closed;
-- The same of what a person sent.
CREATE INDEX CONCURRENTLY assignments_sent_closed
    ON assignments (sender, closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
