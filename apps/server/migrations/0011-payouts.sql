-- Payouts over real processors: what is signed before it is sent, nonce queues, rates, and balances of the hot wallets.

-- What a processor has to know of a method beyond its currency; the contract's `MethodOptions`.
ALTER TABLE withdraw_methods ADD COLUMN options jsonb NOT NULL DEFAULT '{}';
-- A rate that jumped too far to be taken at once, and how often it was seen.
ALTER TABLE withdraw_methods ADD COLUMN rate_jump numeric(40, 18) CHECK (rate_jump > 0);
ALTER TABLE withdraw_methods ADD COLUMN rate_jump_seen integer NOT NULL DEFAULT 0;

-- When a dry run wrote down what it would send.
ALTER TABLE withdrawals ADD COLUMN dry_run_at timestamptz;
-- When the provider of one whose fate is open was last asked.
ALTER TABLE withdrawals ADD COLUMN looked_at timestamptz;
CREATE INDEX withdrawals_open ON withdrawals (method_id) WHERE status IN ('approved', 'sending', 'unknown');
CREATE INDEX withdrawals_unknown ON withdrawals (looked_at) WHERE status = 'unknown';
-- FaucetPay knows no references. A lost answer is found by address, amount and time, so that only one at a time may
-- be on its way to one place.
CREATE UNIQUE INDEX withdrawals_one_by_one ON withdrawals (currency, address)
  WHERE status = 'sending' AND processor = 'faucetpay';

-- Two-phase payouts: only one at a time is being signed in a queue, since the next takes the inputs or the nonce that
-- this one leaves over. `prepared_at` says that its transaction is stored; from then on the next may begin.
ALTER TABLE payout_attempts ADD COLUMN queue text;
ALTER TABLE payout_attempts ADD COLUMN prepared_at timestamptz;
-- What the method said when it began: where a payment was sent does not change with the method.
ALTER TABLE payout_attempts ADD COLUMN options jsonb;
CREATE UNIQUE INDEX payout_attempts_queue ON payout_attempts (queue)
  WHERE outcome IS NULL AND prepared_at IS NULL AND queue IS NOT NULL;
CREATE INDEX payout_attempts_prepared ON payout_attempts (started_at)
  WHERE outcome IS NULL AND prepared_at IS NOT NULL;
CREATE INDEX payout_attempts_finished ON payout_attempts (processor, finished_at) WHERE outcome = 'paid';

-- A signed transaction, committed before the network sees it: sending it again is harmless. Several of one attempt
-- exclude each other on the chain, since they spend the same nonce.
CREATE TABLE payout_transactions (
  id uuid PRIMARY KEY,
  attempt_id uuid NOT NULL REFERENCES payout_attempts (id),
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  queue text NOT NULL,
  tx_id text NOT NULL UNIQUE,
  raw text NOT NULL,
  -- Whose nonce it is; neither for coins that are made of outputs.
  sender text,
  nonce bigint CHECK (nonce >= 0),
  fee numeric(40, 18),
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  answer text,
  CHECK ((sender IS NULL) = (nonce IS NULL))
);
CREATE INDEX payout_transactions_of ON payout_transactions (withdrawal_id, id);

-- What a stored transaction spends: an output, or a sender's nonce. No two withdrawals ever promise the same one.
CREATE TABLE payout_inputs (
  queue text NOT NULL,
  input text NOT NULL,
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  PRIMARY KEY (queue, input)
);
CREATE INDEX payout_inputs_of ON payout_inputs (withdrawal_id);

-- Processors, or currencies of one, that are not asked to pay: until then, or until they answer rightly again.
CREATE TABLE payout_halts (
  processor text NOT NULL,
  -- Empty: all of the processor.
  currency text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  until timestamptz,
  PRIMARY KEY (processor, currency)
);

-- What the hot wallets held when they were last asked.
CREATE TABLE payout_wallets (
  processor text NOT NULL,
  currency text NOT NULL,
  amount numeric(60, 18) CHECK (amount >= 0),
  -- When it last answered, and when it was last asked.
  at timestamptz,
  asked_at timestamptz NOT NULL,
  error text,
  PRIMARY KEY (processor, currency)
);
