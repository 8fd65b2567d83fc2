-- Who is mailed a summary of their notifications: how often, what it begins with, and when the next one is due. Who
-- wants none has no row.
CREATE TABLE mail_digests (
  user_id uuid PRIMARY KEY REFERENCES user_ids (id),
  rate text NOT NULL CHECK (rate IN ('daily', 'weekly')),
  since timestamptz NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX mail_digests_due ON mail_digests (due_at);
