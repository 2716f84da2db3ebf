-- Apart from adding the constraints, because this reads all rows, and so must not lock them.
ALTER TABLE challenges VALIDATE CONSTRAINT challenges_target_positive;
ALTER TABLE challenges VALIDATE CONSTRAINT challenges_target_seconds_positive;
ALTER TABLE challenges VALIDATE CONSTRAINT challenges_workout_deadline;
