-- When each payout wallet was last compared with the ledger as a whole, and since when that fails.
CREATE TABLE wallet_comparisons (
  processor text NOT NULL,
  currency text NOT NULL,
  compared_at timestamptz,
  failing_since timestamptz,
  error text,
  PRIMARY KEY (processor, currency),
  CHECK ((failing_since IS NULL) = (error IS NULL))
);
