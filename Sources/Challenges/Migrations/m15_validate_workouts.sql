-- Apart from adding the constraints, because this reads all rows, and so must not lock them.
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_started_open;
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_completed_verified;
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_missed_closed;
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_workout_deadline;
ALTER TABLE assignments VALIDATE CONSTRAINT assignments_seconds_range;
ALTER TABLE attempts VALIDATE CONSTRAINT attempts_seconds_range;
