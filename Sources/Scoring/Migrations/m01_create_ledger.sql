CREATE TABLE ledger (
    cause uuid NOT NULL,
    user_id uuid NOT NULL,
    rule text NOT NULL,
    points bigint NOT NULL,
    earned_at timestamptz NOT NULL,
    is_verified boolean NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ledger_pkey PRIMARY KEY (cause, user_id, rule),
    CONSTRAINT ledger_rule_known
        CHECK (rule IN ('complete', 'sent', 'complete_reversed', 'sent_reversed'))
);

CREATE INDEX ledger_user ON ledger (user_id, earned_at);

CREATE TABLE totals (
    user_id uuid NOT NULL,
    points bigint NOT NULL,
    reached_at timestamptz NOT NULL,
    CONSTRAINT totals_pkey PRIMARY KEY (user_id)
);
