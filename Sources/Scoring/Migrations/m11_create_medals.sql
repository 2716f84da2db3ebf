-- Kinds of medals, and what each is given for: rules are rows, and a release adds its own.
CREATE TABLE medals (
    id text NOT NULL,
    family text NOT NULL,
    -- The rank that earns it; NULL if no rank does.
    rank integer,
    -- How much it takes: for a rank, how many people must have scored.
    threshold integer,
    is_hidden boolean NOT NULL,
    is_progressive boolean NOT NULL,
    -- Whether it is given again for another cause.
    is_repeatable boolean NOT NULL,
    -- Since when it is given. What was done before earns it too, but nobody is told.
    since timestamptz NOT NULL,
    CONSTRAINT medals_pkey PRIMARY KEY (id)
);
-- Where there is no contest yet, nothing was done before.
INSERT INTO medals (id, family, rank, threshold, is_hidden, is_progressive, is_repeatable, since)
SELECT rule.*, CASE WHEN EXISTS (SELECT FROM contest_boards)
    OR EXISTS (SELECT FROM contest_players) THEN now() ELSE '-infinity'::timestamptz END
FROM (VALUES
    ('gold', 'rank', 1, 2, false, false, true),
    ('silver', 'rank', 2, 3, false, false, true),
    ('bronze', 'rank', 3, 4, false, false, true),
    ('firstCompetition', 'first', NULL, NULL, false, false, false),
    ('goal', 'goal', NULL, NULL, false, false, true)) AS rule;

-- The medals that people earned: one for each person, medal and cause. Never deleted, but void.
CREATE TABLE awards (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    medal text NOT NULL,
    -- The contest; empty where a medal is given once.
    cause text NOT NULL,
    challenge uuid,
    earned_at timestamptz NOT NULL,
    seen_at timestamptz,
    voided_at timestamptz,
    CONSTRAINT awards_pkey PRIMARY KEY (id),
    CONSTRAINT awards_once UNIQUE (user_id, medal, cause),
    CONSTRAINT awards_cause CHECK (octet_length(cause) <= 120)
);
CREATE INDEX awards_listed ON awards (user_id, earned_at, id) WHERE voided_at IS NULL;
CREATE INDEX awards_of_medal ON awards (user_id, medal, earned_at, id) WHERE voided_at IS NULL;
CREATE INDEX awards_new ON awards (user_id, id) WHERE seen_at IS NULL AND voided_at IS NULL;

-- The last result, by user, that was looked at for medals; and when the last one of all was.
ALTER TABLE contest_boards ADD COLUMN medals_after uuid, ADD COLUMN medals_at timestamptz;
-- Whether the completion of the contest by the player was looked at for a medal.
ALTER TABLE contest_players ADD COLUMN is_awarded boolean NOT NULL DEFAULT false;

-- Who was told last that they lost one of the first three ranks of a contest, and which.
CREATE TABLE podiums (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    rank integer NOT NULL,
    told_at timestamptz NOT NULL,
    CONSTRAINT podiums_pkey PRIMARY KEY (challenge, user_id)
);
