-- What is older than the counters and the medals of `m25_count_milestones.sql`: lines of the ledger,
-- and friends. Both are looked at in steps, by users.
INSERT INTO catch_ups (name, last)
SELECT 'counters', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM ledger);
INSERT INTO catch_ups (name, last)
SELECT 'friends', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM relations);
