-- Apart from adding the constraints, because this reads all rows, and so must not lock them.
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_open_not_closed;
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_done_verified;
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_ended_closed;
