-- Codes with which users bring others to the app, or make them friends, and who used them.
CREATE TABLE invites (
    code text COLLATE "C" CONSTRAINT invites_pkey PRIMARY KEY,
    owner uuid NOT NULL
        CONSTRAINT invites_owner_fkey REFERENCES accounts (id) ON DELETE CASCADE,
    kind text NOT NULL CONSTRAINT invites_kind CHECK (kind IN ('friend', 'app')),
    uses integer NOT NULL DEFAULT 0,
    uses_max integer NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT invites_code_length CHECK (char_length(code) = 16),
    CONSTRAINT invites_uses CHECK (uses BETWEEN 0 AND uses_max AND uses_max BETWEEN 1 AND 1000)
);
CREATE INDEX invites_by_owner ON invites (owner, made_at DESC, code);
CREATE INDEX invites_by_expires_at ON invites (expires_at);
-- Those that can still be used, of which a user has few.
CREATE INDEX invites_open ON invites (owner, expires_at)
    WHERE revoked_at IS NULL AND uses < uses_max;

CREATE TABLE invite_uses (
    invite text COLLATE "C" NOT NULL
        CONSTRAINT invite_uses_invite_fkey REFERENCES invites (code) ON DELETE CASCADE,
    user_id uuid NOT NULL
        CONSTRAINT invite_uses_user_id_fkey REFERENCES accounts (id) ON DELETE CASCADE,
    used_at timestamptz NOT NULL,
    CONSTRAINT invite_uses_pkey PRIMARY KEY (invite, user_id)
);
CREATE INDEX invite_uses_by_user ON invite_uses (user_id);
