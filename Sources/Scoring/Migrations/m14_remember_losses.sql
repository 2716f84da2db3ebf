-- What people lost while they were told of another loss not long before: they are told when that
-- silence ends.
ALTER TABLE podiums
    -- What the timer that ends the silence is set for; NULL as long as there was none.
    ADD COLUMN id uuid,
    -- The best rank that was lost since they were told; NULL if none was.
    ADD COLUMN lost_rank integer;
