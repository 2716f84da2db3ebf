-- Personal goals that were reached: what others may know of their medals, also once they are deleted.
CREATE TABLE personal_goals (
    challenge uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    is_for_friends boolean NOT NULL,
    -- When it was reached as others are told.
    shown_at timestamptz NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT personal_goals_pkey PRIMARY KEY (challenge, user_id)
);
