-- Passkeys (WebAuthn): ways to sign in that belong to a device or to its vendor's account. `user_handle` is what a
-- passkey calls its user, the same for all of one account, and says nothing of it.
CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_ids (id),
  user_handle text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  synced boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Each is used once, for what it was given out for and by whom.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('add', 'prove', 'login')),
  -- The session that asked; a device where nobody is signed in yet.
  asked_by uuid NOT NULL,
  user_handle text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);
