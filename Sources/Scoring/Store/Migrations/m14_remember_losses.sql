-- What people lost while they were told of another loss not long before: they are told when that
-- silence ends.
ALTER TABLE podiums
    -- Whose timer ends the silence; NULL as long as nothing was lost in one.
    ADD COLUMN id uuid,
    -- The best rank that was lost since they were told; NULL if none was.
    ADD COLUMN lost_rank integer;
