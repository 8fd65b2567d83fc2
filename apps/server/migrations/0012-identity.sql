-- Who somebody is: Google accounts, the second step of a login, fresh proofs for dangerous acts, deleted accounts.

-- When the session last proved that its user is at the screen; a login is such a proof.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;

ALTER TABLE users
  -- Made by Google, and has not chosen its username yet.
  ADD COLUMN needs_init boolean NOT NULL DEFAULT false,
  -- Since when the second step is asked; beside the user, because every request of a person of the site looks at it.
  ADD COLUMN two_step_at timestamptz,
  ADD COLUMN deleted_at timestamptz,
  ADD CHECK (deleted_at IS NULL OR (password_hash IS NULL AND locked_at IS NOT NULL));

-- The account at Google that opens an account here, by the subject that never changes; addresses do.
CREATE TABLE google_accounts (
  subject text PRIMARY KEY CHECK (length(subject) BETWEEN 1 AND 255),
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  email text NOT NULL CHECK (length(email) <= 254),
  linked_at timestamptz NOT NULL
);

-- Visits to Google that are under way. Nonce and code verifier are derived from the state, of which only the hash is
-- kept, and the state works once, on the device that it was given to.
CREATE TABLE google_starts (
  state_hash bytea PRIMARY KEY,
  device_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('login', 'link', 'prove')),
  session_id uuid,
  redirect text CHECK (length(redirect) <= 500),
  ref text CHECK (length(ref) <= 20),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((purpose = 'login') = (session_id IS NULL))
);
CREATE INDEX google_starts_expires ON google_starts (expires_at);

-- Half a login: what is still missing is a code, or the password of the account that Google shall be linked to.
CREATE TABLE login_tickets (
  secret_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('two-step', 'google-link')),
  user_id uuid NOT NULL REFERENCES users (id),
  device_id uuid NOT NULL,
  google_subject text,
  google_email text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((purpose = 'google-link') = (google_subject IS NOT NULL AND google_email IS NOT NULL))
);
CREATE INDEX login_tickets_user ON login_tickets (user_id);
CREATE INDEX login_tickets_expires ON login_tickets (expires_at);

CREATE TABLE two_steps (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  -- Sealed with the site's key, together with whose it is.
  secret text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Counts only from here on.
  confirmed_at timestamptz,
  -- The half minute of the newest code that was taken: neither it nor an older one is taken again.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id),
  code_mac bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_mac)
);

-- Names of deleted accounts: nobody can take one again and be mistaken for who had it.
CREATE TABLE retired_names (
  name_hash bytea PRIMARY KEY,
  retired_at timestamptz NOT NULL
);
