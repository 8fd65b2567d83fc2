-- Whose a destination is at a provider that pays only to its own users, as the provider said when it was entered. One
-- account has one name here, whichever of its addresses was entered.
CREATE TABLE payout_accounts (
  user_id uuid NOT NULL REFERENCES users (id),
  processor text NOT NULL,
  destination text NOT NULL,
  account text NOT NULL,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, processor, destination)
);
CREATE INDEX payout_accounts_destination ON payout_accounts (destination);
