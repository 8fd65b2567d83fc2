-- Challenges, answers, traps and what speaks against an account.

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  -- Null for a guest, whose challenge is bound to the device instead.
  user_id uuid REFERENCES users (id),
  -- Eight bytes of the session's token hash, or of the guest's device id.
  bound_to bytea NOT NULL,
  action text NOT NULL,
  family text NOT NULL CHECK (family IN ('order', 'image', 'pow')),
  pack text NOT NULL,
  seed bytea,
  level integer NOT NULL,
  answer_mac bytea,
  option_ids text[] NOT NULL,
  pow jsonb,
  pow_level integer NOT NULL,
  captcha_too boolean NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_key text,
  outcome text CHECK (outcome IN ('right', 'wrong', 'expired', 'replaced')),
  ip_net text NOT NULL,
  device_id uuid
);
-- One open challenge for each user, action and family: a new one voids the old.
CREATE UNIQUE INDEX challenges_open ON challenges (user_id, action, family) WHERE used_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX challenges_expires ON challenges (expires_at);

-- What each account answered, and where the sequential test stands (ANTIBOT.md 4).
CREATE TABLE answer_records (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  right_count integer NOT NULL DEFAULT 0,
  wrong_count integer NOT NULL DEFAULT 0,
  llr real NOT NULL DEFAULT 0,
  wrong_streak integer NOT NULL DEFAULT 0,
  last_wrong_at timestamptz,
  reloads integer NOT NULL DEFAULT 0,
  proof_missing boolean NOT NULL DEFAULT false,
  without_pictures boolean NOT NULL DEFAULT false,
  score real NOT NULL DEFAULT 0,
  score_at timestamptz,
  first_answer_at timestamptz
);

CREATE TABLE risk_marks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  family text NOT NULL,
  reason text NOT NULL,
  points real NOT NULL,
  detail text NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (user_id, reason)
);
CREATE INDEX risk_marks_user ON risk_marks (user_id);

CREATE TABLE trap_hits (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id uuid REFERENCES users (id),
  ip_net text NOT NULL,
  device_id uuid,
  trap text NOT NULL,
  sample jsonb NOT NULL
);
CREATE INDEX trap_hits_at ON trap_hits (at);
CREATE INDEX trap_hits_user ON trap_hits (user_id) WHERE user_id IS NOT NULL;

-- The first answer to a request that moves money, kept so that the same key gets it again.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users (id),
  key text NOT NULL,
  route text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
