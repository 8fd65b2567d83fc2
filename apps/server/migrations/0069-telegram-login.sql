-- Signing in with Telegram, beside Google. Accounts at Telegram have no address: they are shown by a name of theirs.
CREATE TABLE telegram_accounts (
  issuer text NOT NULL CHECK (length(issuer) <= 300),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id uuid NOT NULL UNIQUE REFERENCES user_ids (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);

-- A visit that began for one provider ends there: its state opens nothing at the other.
ALTER TABLE google_starts
  ADD COLUMN provider text NOT NULL DEFAULT 'google' CHECK (provider IN ('google', 'telegram'));
