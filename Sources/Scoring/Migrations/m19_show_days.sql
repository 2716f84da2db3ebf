ALTER TABLE contest_boards
    -- The zone of its days; NULL if an earlier release told of it last.
    ADD COLUMN time_zone text,
    -- When it was cancelled: who completed it before has the medal. NULL if it was not, or before
    -- this column.
    ADD COLUMN cancelled_at timestamptz;
