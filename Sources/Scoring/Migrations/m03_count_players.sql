-- The people who were known before their board was. Payments go on meanwhile: what they change is
-- written to `board_changes`, and what the count has seen of it is removed in the count's snapshot.
INSERT INTO totals (user_id, points, reached_at)
SELECT id, 0, 'epoch' FROM people ORDER BY id
ON CONFLICT ON CONSTRAINT totals_pkey DO NOTHING;

WITH seen AS (
    DELETE FROM board_changes WHERE board = 1
), scores AS (
    SELECT points, count(*) AS count FROM totals GROUP BY points
)
INSERT INTO board_counts (board, level, bucket, count)
SELECT 1, level, points >> 6 * level, sum(count)
FROM scores, generate_series(0, 8) AS step(level)
GROUP BY 1, 2, 3;
