-- What a user owes stands beside the main balance, where the ledger locks it: every posting that credits one of the
-- user's spendable accounts repays it first, whatever the credit is for.

ALTER TABLE accounts ADD COLUMN debt bigint NOT NULL DEFAULT 0,
  ADD CHECK (debt >= 0 AND (debt = 0 OR name LIKE 'main:%'));
CREATE INDEX accounts_in_debt ON accounts (owner) WHERE debt > 0;
-- The movement that it arose from; null in rows from before.
ALTER TABLE debts ADD COLUMN key text UNIQUE;

-- An id after another one, as near to it as can be: the repayment stands right behind what it was taken from.
CREATE FUNCTION id_after(p_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (left(p_id::text, 26)
    || lpad(to_hex((('x' || right(p_id::text, 10))::bit(40)::bigint + 1) & 1099511627775), 10, '0'))::uuid
$$;

-- Repays what users owe out of what is on these accounts, from the main balance first. The accounts are locked, a
-- deposit account together with its main account. `p_legs` is the posting that filled them.
CREATE FUNCTION repay_debts(p_accounts text[], p_legs jsonb, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own record;
  leg record;
  v_repaid bigint;
BEGIN
  FOR own IN
    SELECT a.name, a.balance, split_part(a.name, ':', 1) AS kind, 'main:' || a.owner AS main FROM accounts a
      WHERE a.name = ANY (p_accounts) AND a.balance > 0 AND (a.name LIKE 'main:%' OR a.name LIKE 'deposit:%')
      ORDER BY a.name DESC
  LOOP
    SELECT least(a.debt, own.balance) INTO STRICT v_repaid FROM accounts a WHERE a.name = own.main;
    CONTINUE WHEN v_repaid = 0;
    SELECT l.id, l.ref INTO STRICT leg FROM jsonb_to_recordset(p_legs) AS l(id uuid, debit text, credit text, ref text)
      ORDER BY coalesce(own.name IN (l.debit, l.credit), false) DESC, l.id DESC LIMIT 1;
    INSERT INTO transfers (id, key, kind, debit, credit, amount, debit_after, ref, at)
      VALUES (id_after(leg.id), 'debt-repay:' || leg.id || ':' || own.kind, 'debt-repay', own.name, 'house:adjustment',
        v_repaid, own.balance - v_repaid, leg.ref, p_at);
    UPDATE accounts SET balance = balance - v_repaid WHERE name = own.name;
    UPDATE accounts SET debt = debt - v_repaid WHERE name = own.main;
  END LOOP;
END $$;

-- As before, and a user's debt is repaid in the same posting out of what it leaves on the main and the deposit balance.
-- Whoever owes therefore has nothing there. Where something was repaid, the balances told are those afterwards.
CREATE OR REPLACE FUNCTION ledger_post(p_legs jsonb, p_at timestamptz)
RETURNS TABLE (leg_key text, is_new boolean, debit_balance bigint, credit_balance bigint)
LANGUAGE plpgsql AS $$
DECLARE
  leg record;
  names text[];
  known integer;
  in_debt boolean;
  v_debit bigint;
  v_credit bigint;
  old transfers%ROWTYPE;
  fresh integer := 0;
  stale integer := 0;
BEGIN
  SELECT array_agg(DISTINCT name ORDER BY name) INTO names FROM (
    SELECT l ->> 'debit' AS name FROM jsonb_array_elements(p_legs) l
    UNION ALL SELECT l ->> 'credit' FROM jsonb_array_elements(p_legs) l
    -- The debt of who is credited there stands on the main account.
    UNION ALL SELECT 'main:' || substr(l ->> 'credit', 9) FROM jsonb_array_elements(p_legs) l
      WHERE l ->> 'credit' LIKE 'deposit:%') all_names;
  PERFORM 1 FROM accounts WHERE name = ANY (names) AND owner IS NOT NULL ORDER BY name FOR NO KEY UPDATE;
  SELECT count(*), coalesce(bool_or(debt > 0), false) INTO known, in_debt FROM accounts WHERE name = ANY (names);
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
    ELSE
      IF v_debit < leg.amount THEN
        RAISE EXCEPTION 'the balance of % is below the amount', leg.debit USING ERRCODE = 'RN002';
      END IF;
      fresh := fresh + 1;
      IF v_debit IS NOT NULL THEN
        UPDATE accounts SET balance = balance - leg.amount WHERE name = leg.debit RETURNING balance INTO v_debit;
      END IF;
      IF v_credit IS NOT NULL THEN
        UPDATE accounts SET balance = balance + leg.amount WHERE name = leg.credit RETURNING balance INTO v_credit;
      END IF;
    END IF;
    IF NOT in_debt THEN
      leg_key := leg.key; is_new := stale = 0; debit_balance := v_debit; credit_balance := v_credit;
      RETURN NEXT;
    END IF;
  END LOOP;
  IF fresh > 0 AND stale > 0 THEN
    RAISE EXCEPTION 'only some legs of one posting were new' USING ERRCODE = 'RN004';
  END IF;
  IF in_debt THEN
    IF fresh > 0 THEN
      PERFORM repay_debts(names, p_legs, p_at);
    END IF;
    RETURN QUERY SELECT l.key, fresh > 0, (SELECT balance FROM accounts WHERE name = l.debit),
      (SELECT balance FROM accounts WHERE name = l.credit)
      FROM jsonb_to_recordset(p_legs) AS l(key text, debit text, credit text);
  END IF;
END $$;

-- As before; the ledger repays what is owed.
CREATE OR REPLACE FUNCTION reward_credit(p_leg jsonb, p_user uuid, p_source text, p_exp integer, p_at timestamptz)
RETURNS TABLE (is_new boolean, balance bigint, total_earned bigint, exp bigint, level integer, level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_leg ->> 'amount')::bigint;
BEGIN
  SELECT u.level INTO STRICT level_before FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  SELECT p.is_new, p.credit_balance INTO is_new, balance FROM ledger_post(jsonb_build_array(p_leg), p_at) p;
  IF is_new THEN
    UPDATE users u SET
      total_earned = u.total_earned + v_amount,
      exp = u.exp + p_exp,
      level = level_of(u.exp + p_exp),
      faucet_claim = u.faucet_claim + (p_source = 'faucet')::integer
      WHERE u.id = p_user
      RETURNING u.total_earned, u.exp, u.level INTO total_earned, exp, level;
    INSERT INTO day_counters AS d (user_id, day, source, count, earned)
      VALUES (p_user, (p_at AT TIME ZONE 'UTC')::date, p_source, 1, v_amount)
      ON CONFLICT (user_id, day, source) DO UPDATE SET count = d.count + 1, earned = d.earned + EXCLUDED.earned;
  ELSE
    SELECT u.total_earned, u.exp, u.level INTO total_earned, exp, level FROM users u WHERE u.id = p_user;
  END IF;
  RETURN NEXT;
END $$;

-- Sends every payout of somebody in debt that has not left back to a person. The rows are locked.
CREATE FUNCTION hold_payouts_in_debt(p_user uuid, p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  WITH held AS (
    UPDATE withdrawals SET status = 'review', approved_by = NULL, updated_at = p_at,
      review_reasons = array_append(array_remove(review_reasons, w.why), w.why)
      FROM (SELECT 'It was held because the account went into debt.' AS why) w
      WHERE user_id = p_user AND status = 'approved'
      RETURNING id
  )
  INSERT INTO withdrawal_events (id, withdrawal_id, status, at, note)
    SELECT coalesce(id_after((SELECT max(e.id::text)::uuid FROM withdrawal_events e WHERE e.withdrawal_id = h.id)),
      gen_random_uuid()), h.id, 'review', p_at, 'The account went into debt.' FROM held h
$$;

-- Takes something back that a user was given: from the main balance, then from the deposit balance, and what is on
-- neither becomes a debt. `p_leg` is the whole movement from the main account, as `ledger_post` reads it. The rest is
-- covered by the house, so that whoever gets it gets all of it; where that is the account which covers, nothing moves.
-- The moment a debt arises, payouts that have not left are held. A key seen before moves nothing.
-- Lock order: the user, withdrawals by their ids, accounts.
DROP FUNCTION take_back(jsonb, uuid, text, uuid, timestamptz);
CREATE FUNCTION take_back(p_leg jsonb, p_user uuid, p_reason text, p_deposit_id uuid, p_cover_id uuid, p_at timestamptz)
RETURNS TABLE (is_new boolean, taken bigint, became_debt bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_key text := p_leg ->> 'key';
  v_amount bigint := (p_leg ->> 'amount')::bigint;
  v_main bigint;
  v_deposit bigint;
  v_legs jsonb := '[]';
BEGIN
  IF p_leg ->> 'debit' <> 'main:' || p_user THEN
    RAISE EXCEPTION 'what is taken back begins at the main account, not at %', p_leg ->> 'debit';
  END IF;
  PERFORM 1 FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM transfers t WHERE t.key IN (v_key, v_key || ':deposit', 'debt-cover:' || v_key))
      OR EXISTS (SELECT FROM debts d WHERE d.key = v_key) THEN
    is_new := false; taken := 0; became_debt := 0;
    RETURN NEXT;
    RETURN;
  END IF;
  -- Also those that are on their way: one of them may be about to wait for its next try.
  PERFORM 1 FROM withdrawals w WHERE w.user_id = p_user AND w.status IN ('review', 'approved', 'sending')
    ORDER BY w.id FOR UPDATE;
  PERFORM 1 FROM accounts a WHERE a.owner IS NOT NULL
    AND a.name IN (p_leg ->> 'credit', 'deposit:' || p_user, 'main:' || p_user) ORDER BY a.name FOR NO KEY UPDATE;
  SELECT least(a.balance, v_amount) INTO STRICT v_main FROM accounts a WHERE a.name = 'main:' || p_user;
  SELECT least(a.balance, v_amount - v_main) INTO STRICT v_deposit FROM accounts a WHERE a.name = 'deposit:' || p_user;
  is_new := true;
  taken := v_main + v_deposit;
  became_debt := v_amount - taken;
  IF v_main > 0 THEN
    v_legs := v_legs || (p_leg || jsonb_build_object('amount', v_main));
  END IF;
  IF v_deposit > 0 THEN
    v_legs := v_legs || (p_leg || jsonb_build_object('id', p_deposit_id, 'key', v_key || ':deposit',
      'debit', 'deposit:' || p_user, 'amount', v_deposit));
  END IF;
  IF became_debt > 0 AND p_leg ->> 'credit' <> 'house:adjustment' THEN
    v_legs := v_legs || (p_leg || jsonb_build_object('id', p_cover_id, 'key', 'debt-cover:' || v_key,
      'kind', 'debt-cover', 'debit', 'house:adjustment', 'amount', became_debt));
  END IF;
  IF jsonb_array_length(v_legs) > 0 THEN
    PERFORM 1 FROM ledger_post(v_legs, p_at);
  END IF;
  IF became_debt > 0 THEN
    UPDATE accounts a SET debt = a.debt + became_debt WHERE a.name = 'main:' || p_user;
    INSERT INTO debts (id, user_id, amount, reason, ref, at, key)
      VALUES (p_cover_id, p_user, became_debt, p_reason, p_leg ->> 'ref', p_at, v_key);
    PERFORM hold_payouts_in_debt(p_user, p_at);
  END IF;
  RETURN NEXT;
END $$;

-- What is owed already: it moves, is repaid out of what there is, and holds payouts.
UPDATE accounts a SET debt = u.debt FROM users u WHERE u.debt > 0 AND a.name = 'main:' || u.id;
ALTER TABLE users DROP COLUMN debt;
DO $$
DECLARE
  v_user uuid;
BEGIN
  FOR v_user IN SELECT a.owner FROM accounts a WHERE a.debt > 0 LOOP
    PERFORM repay_debts(ARRAY['deposit:' || v_user, 'main:' || v_user], jsonb_build_array(
      jsonb_build_object('id', gen_random_uuid(), 'credit', 'deposit:' || v_user),
      jsonb_build_object('id', gen_random_uuid(), 'credit', 'main:' || v_user)), now());
    IF EXISTS (SELECT FROM accounts a WHERE a.name = 'main:' || v_user AND a.debt > 0) THEN
      PERFORM hold_payouts_in_debt(v_user, now());
    END IF;
  END LOOP;
END $$;
