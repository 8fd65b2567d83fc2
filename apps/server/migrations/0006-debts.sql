-- What is taken back from people, and what they owe when it is spent already.

-- What was taken back from a user after it had been spent. Later earnings repay it first (`reward_credit`).
ALTER TABLE users ADD COLUMN debt bigint NOT NULL DEFAULT 0 CHECK (debt >= 0);

CREATE TABLE debts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  ref text,
  at timestamptz NOT NULL
);
CREATE INDEX debts_user ON debts (user_id, id);
CREATE TRIGGER debts_are_facts BEFORE UPDATE OR DELETE OR TRUNCATE ON debts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, and a user's debt is repaid out of the reward in the same breath.
CREATE OR REPLACE FUNCTION reward_credit(p_leg jsonb, p_user uuid, p_source text, p_exp integer, p_at timestamptz)
RETURNS TABLE (is_new boolean, balance bigint, total_earned bigint, exp bigint, level integer, level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_leg ->> 'amount')::bigint;
  v_debt bigint;
BEGIN
  SELECT u.level, u.debt INTO STRICT level_before, v_debt FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  SELECT p.is_new, p.credit_balance INTO is_new, balance FROM ledger_post(jsonb_build_array(p_leg), p_at) p;
  IF is_new THEN
    IF v_debt > 0 THEN
      v_debt := least(v_debt, v_amount);
      SELECT p.debit_balance INTO balance FROM ledger_post(jsonb_build_array(jsonb_build_object(
        'id', gen_random_uuid(), 'key', 'debt-repay:' || (p_leg ->> 'id'), 'kind', 'debt-repay',
        'debit', 'main:' || p_user, 'credit', 'house:adjustment', 'amount', v_debt, 'ref', p_leg ->> 'ref')), p_at) p;
    END IF;
    UPDATE users u SET
      total_earned = u.total_earned + v_amount,
      exp = u.exp + p_exp,
      level = level_of(u.exp + p_exp),
      faucet_claim = u.faucet_claim + (p_source = 'faucet')::integer,
      debt = u.debt - v_debt
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

-- Takes something back that a user was given: from what is spendable, and what is not there any more becomes a debt
-- that the house covers until it is repaid. `p_leg` is the whole movement from the user's account, as `ledger_post`
-- reads it. Tells how much of it became debt. A key seen before moves nothing. Lock order: the user, then accounts.
CREATE FUNCTION take_back(p_leg jsonb, p_user uuid, p_reason text, p_cover_id uuid, p_at timestamptz)
RETURNS TABLE (is_new boolean, taken bigint, became_debt bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_leg ->> 'amount')::bigint;
  v_balance bigint;
BEGIN
  PERFORM 1 FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM transfers t WHERE t.key IN (p_leg ->> 'key', 'debt-cover:' || (p_leg ->> 'key'))) THEN
    is_new := false; taken := 0; became_debt := 0;
    RETURN NEXT;
    RETURN;
  END IF;
  PERFORM 1 FROM accounts a WHERE a.name IN (p_leg ->> 'debit', p_leg ->> 'credit') AND a.owner IS NOT NULL
    ORDER BY a.name FOR NO KEY UPDATE;
  SELECT a.balance INTO STRICT v_balance FROM accounts a WHERE a.name = p_leg ->> 'debit';
  is_new := true;
  taken := least(v_balance, v_amount);
  became_debt := v_amount - taken;
  IF taken > 0 THEN
    PERFORM 1 FROM ledger_post(jsonb_build_array(p_leg || jsonb_build_object('amount', taken)), p_at);
  END IF;
  IF became_debt > 0 THEN
    PERFORM 1 FROM ledger_post(jsonb_build_array(p_leg || jsonb_build_object('id', p_cover_id,
      'key', 'debt-cover:' || (p_leg ->> 'key'), 'kind', 'debt-cover', 'debit', 'house:adjustment',
      'amount', became_debt)), p_at);
    UPDATE users u SET debt = u.debt + became_debt WHERE u.id = p_user;
    INSERT INTO debts (id, user_id, amount, reason, ref, at)
      VALUES (p_cover_id, p_user, became_debt, p_reason, p_leg ->> 'ref', p_at);
  END IF;
  RETURN NEXT;
END $$;
