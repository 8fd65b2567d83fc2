-- Ways to be paid, withdrawals and every attempt to pay one.

CREATE TABLE withdraw_methods (
  id uuid PRIMARY KEY,
  currency text NOT NULL,
  name text NOT NULL,
  processor text NOT NULL,
  minimum bigint NOT NULL CHECK (minimum > 0),
  maximum bigint NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Units that one coin costs.
  rate numeric(40, 18) NOT NULL CHECK (rate > 0),
  rate_at timestamptz NOT NULL,
  rate_source text NOT NULL DEFAULT 'fixed' CHECK (rate_source IN ('fixed', 'feed')),
  decimals integer NOT NULL CHECK (decimals BETWEEN 0 AND 18),
  enabled boolean NOT NULL,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CHECK (maximum >= minimum),
  CHECK (fee < minimum)
);

CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  method_id uuid NOT NULL REFERENCES withdraw_methods (id),
  currency text NOT NULL,
  processor text NOT NULL,
  address text NOT NULL,
  -- The address in the form in which two spellings of one place are equal.
  address_key text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
  rate numeric(40, 18) NOT NULL,
  receives numeric(48, 18) NOT NULL CHECK (receives > 0),
  status text NOT NULL CHECK (status IN ('review', 'approved', 'sending', 'paid', 'rejected', 'failed', 'unknown')),
  reason text,
  review_reasons text[] NOT NULL,
  tx_id text,
  approved_by uuid REFERENCES users (id),
  not_before timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CHECK (status <> 'paid' OR tx_id IS NOT NULL),
  CHECK (status NOT IN ('rejected', 'failed', 'unknown') OR reason IS NOT NULL)
);
CREATE INDEX withdrawals_user ON withdrawals (user_id, id);
CREATE INDEX withdrawals_status ON withdrawals (status, id);
-- What was asked for on a day, by one user and by all, and the newest of all.
CREATE INDEX withdrawals_created ON withdrawals (created_at);
CREATE INDEX withdrawals_address ON withdrawals (address_key);
CREATE INDEX withdrawals_paid ON withdrawals (paid_at) WHERE status = 'paid';
CREATE INDEX withdrawals_tx ON withdrawals (currency, tx_id) WHERE tx_id IS NOT NULL;

CREATE TABLE withdrawal_events (
  id uuid PRIMARY KEY,
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  status text NOT NULL,
  at timestamptz NOT NULL,
  by_user uuid REFERENCES users (id),
  note text
);
CREATE INDEX withdrawal_events_of ON withdrawal_events (withdrawal_id, id);
CREATE TRIGGER withdrawal_events_are_facts BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The intent, written before a provider is called. At most one attempt of a withdrawal is open, and after one
-- whose answer was lost no other is ever begun by the machine.
CREATE TABLE payout_attempts (
  id uuid PRIMARY KEY,
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  processor text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  outcome text CHECK (outcome IN ('paid', 'refused', 'retry', 'unknown')),
  tx_id text,
  detail text
);
CREATE UNIQUE INDEX payout_attempts_once ON payout_attempts (withdrawal_id)
  WHERE outcome IS NULL OR outcome IN ('paid', 'unknown');

CREATE INDEX payout_attempts_open ON payout_attempts (started_at) WHERE outcome IS NULL;

-- What the sandbox processor holds instead of a blockchain: its own record of what it was told to send.
CREATE TABLE sandbox_payouts (
  reference text PRIMARY KEY,
  currency text NOT NULL,
  address text NOT NULL,
  amount numeric(48, 18) NOT NULL,
  tx_id text NOT NULL UNIQUE,
  at timestamptz NOT NULL
);
