-- concurrently
DROP INDEX IF EXISTS assignments_sent_due;
-- The same of what a person sent.
CREATE INDEX CONCURRENTLY assignments_sent_due
    ON assignments (sender, coalesce(deadline, 'infinity'), id) WHERE closed_at IS NULL;
