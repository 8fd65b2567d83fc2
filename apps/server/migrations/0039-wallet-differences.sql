-- What a wallet has sent without the books, or the books have and the wallet does not, as the last comparison found it.
CREATE TABLE wallet_differences (
  processor text NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('unbooked', 'missing')),
  key text NOT NULL,
  withdrawal_id uuid REFERENCES withdrawals (id),
  tx_id text,
  address text,
  amount text,
  at timestamptz,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (processor, currency, kind, key)
);
