-- Addresses that people keep to be paid at, each under a name of its own.
CREATE TABLE payout_addresses (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  method_id uuid NOT NULL REFERENCES withdraw_methods (id),
  address text NOT NULL,
  address_key text NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, method_id, address_key)
);
