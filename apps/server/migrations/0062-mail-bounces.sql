-- Addresses whose mail server refused for good, until one accepts a mail again.
CREATE TABLE mail_bounces (
  email text PRIMARY KEY,
  count integer NOT NULL CHECK (count > 0),
  reason text NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX mail_bounces_last_at ON mail_bounces (last_at);
