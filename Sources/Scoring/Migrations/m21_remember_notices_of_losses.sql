-- What people were told that they lost, and have not regained: their notices are taken back when they
-- do. A release without it tells people, and takes nothing back.
CREATE TABLE told_losses (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    -- Part of the notice's cause.
    told_at timestamptz NOT NULL,
    rank integer NOT NULL,
    CONSTRAINT told_losses_pkey PRIMARY KEY (challenge, user_id, told_at)
);

-- Whoever regained theirs before loses the notice with the next change of the board.
INSERT INTO told_losses (challenge, user_id, told_at, rank)
SELECT podiums.challenge, podiums.user_id, podiums.told_at, podiums.rank
FROM podiums
JOIN contest_boards AS board ON board.challenge = podiums.challenge
WHERE board.state NOT IN ('completed', 'cancelled');
