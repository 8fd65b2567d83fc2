-- Push notifications: the key pair by which push services know this site (RFC 8292; the private half is sealed), the
-- browsers that asked for them, what their users want, and what waits to be sent.
CREATE TABLE push_keys (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  public_key text NOT NULL,
  private_key text NOT NULL,
  made_at timestamptz NOT NULL
);

-- It ends with the session that asked for it: who is signed out is told nothing more.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_ids (id),
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

CREATE TABLE push_settings (
  user_id uuid PRIMARY KEY REFERENCES user_ids (id),
  kinds_off text[] NOT NULL DEFAULT '{}',
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  told_claim_at timestamptz,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);

CREATE TABLE push_outbox (
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  about text NOT NULL,
  kind text NOT NULL,
  notification_id uuid REFERENCES notifications (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (subscription_id, about)
);
CREATE INDEX push_outbox_due ON push_outbox (due_at);
CREATE INDEX push_outbox_notification ON push_outbox (notification_id);
