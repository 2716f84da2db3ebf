-- Mail that is to be sent, and what was sent in the last days: one for each cause. Tickets are made
-- when a mail leaves, and are not in it.
CREATE TABLE mail (
    id uuid NOT NULL,
    cause text COLLATE "C" NOT NULL,
    -- NULL, as the address may be, for a mail that reaches nobody.
    account uuid,
    address text,
    template text NOT NULL,
    created_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    sent_at timestamptz,
    CONSTRAINT mail_pkey PRIMARY KEY (id),
    CONSTRAINT mail_cause_key UNIQUE (cause)
);

CREATE INDEX mail_due ON mail (due_at) WHERE sent_at IS NULL;
CREATE INDEX mail_by_sent_at ON mail (sent_at) WHERE sent_at IS NOT NULL;
