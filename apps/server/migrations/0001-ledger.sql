-- The books. Every unit that anybody sees came from a row of `transfers`; one row is double entry by itself.

CREATE TABLE accounts (
  name text PRIMARY KEY CHECK (name ~ '^[a-z]+(:[A-Za-z0-9_-]+)+$'),
  -- The user or thing that owns the balance; null for the house, payouts in flight and the outside world.
  owner uuid,
  -- Materialised for owned accounts only. The others keep no running balance, so that no row is hot.
  balance bigint CHECK (balance >= 0),
  opened_at timestamptz NOT NULL,
  CHECK ((owner IS NULL) = (balance IS NULL))
);
CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;

-- No foreign key to accounts: its check would lock the house's row for every reward. `ledger_post` looks instead.
CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE CHECK (length(key) BETWEEN 3 AND 200),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]*$'),
  debit text NOT NULL,
  credit text NOT NULL CHECK (credit <> debit),
  amount bigint NOT NULL CHECK (amount > 0),
  debit_after bigint CHECK (debit_after >= 0),
  credit_after bigint CHECK (credit_after >= 0),
  ref text,
  meta jsonb,
  reverses uuid UNIQUE REFERENCES transfers (id),
  at timestamptz NOT NULL
);
CREATE INDEX transfers_debit ON transfers (debit, id) WHERE debit_after IS NOT NULL;
CREATE INDEX transfers_credit ON transfers (credit, id) WHERE credit_after IS NOT NULL;
CREATE INDEX transfers_at ON transfers USING brin (at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are facts: they are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'RN001';
END $$;

CREATE TRIGGER transfers_are_facts BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Posts legs all or nothing. Each leg: {id, key, kind, debit, credit, amount, ref, meta, reverses}.
-- Locks the owned accounts in name order first, so that opposite transfers cannot deadlock. A set of keys that has
-- been posted before moves nothing and says so; a set of which only some were posted is an error of ours.
-- Errors: RN002 insufficient funds, RN003 unknown account, RN004 the key exists with other contents.
CREATE FUNCTION ledger_post(p_legs jsonb, p_at timestamptz)
RETURNS TABLE (leg_key text, is_new boolean, debit_balance bigint, credit_balance bigint)
LANGUAGE plpgsql AS $$
DECLARE
  leg record;
  names text[];
  known integer;
  v_debit bigint;
  v_credit bigint;
  old transfers%ROWTYPE;
  fresh integer := 0;
  stale integer := 0;
BEGIN
  SELECT array_agg(DISTINCT name ORDER BY name) INTO names FROM (
    SELECT l ->> 'debit' AS name FROM jsonb_array_elements(p_legs) l
    UNION ALL SELECT l ->> 'credit' FROM jsonb_array_elements(p_legs) l) all_names;
  PERFORM 1 FROM accounts WHERE name = ANY (names) AND owner IS NOT NULL ORDER BY name FOR NO KEY UPDATE;
  SELECT count(*) INTO known FROM accounts WHERE name = ANY (names);
  IF known <> cardinality(names) THEN
    RAISE EXCEPTION 'a transfer names an account that does not exist: %', names USING ERRCODE = 'RN003';
  END IF;

  FOR leg IN
    SELECT * FROM jsonb_to_recordset(p_legs) AS l(id uuid, key text, kind text, debit text, credit text,
      amount bigint, ref text, meta jsonb, reverses uuid)
  LOOP
    SELECT balance INTO v_debit FROM accounts WHERE name = leg.debit;
    SELECT balance INTO v_credit FROM accounts WHERE name = leg.credit;
    INSERT INTO transfers (id, key, kind, debit, credit, amount, debit_after, credit_after, ref, meta, reverses, at)
      VALUES (leg.id, leg.key, leg.kind, leg.debit, leg.credit, leg.amount,
        CASE WHEN v_debit >= leg.amount THEN v_debit - leg.amount WHEN v_debit IS NOT NULL THEN 0 END,
        v_credit + leg.amount, leg.ref, leg.meta, leg.reverses, p_at)
      ON CONFLICT (key) DO NOTHING;
    IF NOT FOUND THEN
      SELECT * INTO STRICT old FROM transfers WHERE key = leg.key;
      IF (old.kind, old.debit, old.credit, old.amount)
          IS DISTINCT FROM (leg.kind, leg.debit, leg.credit, leg.amount) THEN
        RAISE EXCEPTION 'the key % was used for another transfer', leg.key USING ERRCODE = 'RN004';
      END IF;
      stale := stale + 1;
      leg_key := leg.key; is_new := false; debit_balance := v_debit; credit_balance := v_credit;
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF v_debit < leg.amount THEN
      RAISE EXCEPTION 'the balance of % is below the amount', leg.debit USING ERRCODE = 'RN002';
    END IF;
    fresh := fresh + 1;
    IF v_debit IS NOT NULL THEN
      UPDATE accounts SET balance = balance - leg.amount WHERE name = leg.debit;
    END IF;
    IF v_credit IS NOT NULL THEN
      UPDATE accounts SET balance = balance + leg.amount WHERE name = leg.credit;
    END IF;
    leg_key := leg.key; is_new := true;
    debit_balance := v_debit - leg.amount; credit_balance := v_credit + leg.amount;
    RETURN NEXT;
  END LOOP;
  IF fresh > 0 AND stale > 0 THEN
    RAISE EXCEPTION 'only some legs of one posting were new' USING ERRCODE = 'RN004';
  END IF;
END $$;

-- Sums of closed UTC days for the accounts that keep no running balance; rolled up by a job, provable any time.
CREATE TABLE account_days (
  account text NOT NULL,
  day date NOT NULL,
  debited bigint NOT NULL,
  credited bigint NOT NULL,
  PRIMARY KEY (account, day)
);

CREATE TABLE reconciliations (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  balanced boolean NOT NULL,
  accounts bigint NOT NULL,
  transfers bigint NOT NULL,
  mismatches jsonb NOT NULL
);
CREATE INDEX reconciliations_at ON reconciliations (at DESC);

INSERT INTO accounts (name, opened_at)
  SELECT 'house:' || purpose, 'epoch' FROM unnest(ARRAY['faucet', 'bonus', 'challenge', 'coupon', 'link', 'offerwall',
    'referral', 'leaderboard', 'fee', 'adjustment']) AS purpose;
