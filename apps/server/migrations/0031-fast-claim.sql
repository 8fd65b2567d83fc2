-- The hot path of the site: a solved human check and the claim that it opens, in as few statements, index entries and
-- page writes as the rules allow. What moves, and what is refused, is as before.

-- Room on each page, so that a row which changes stays on its page and no index learns of it.
ALTER TABLE users SET (fillfactor = 70);
ALTER TABLE accounts SET (fillfactor = 70);
ALTER TABLE answer_records SET (fillfactor = 70);
ALTER TABLE day_counters SET (fillfactor = 70);
ALTER TABLE challenges SET (fillfactor = 70);

-- Only reversals name another transfer; all others left an entry here that nobody ever looked for.
ALTER TABLE transfers DROP CONSTRAINT transfers_reverses_key;
CREATE UNIQUE INDEX transfers_reverses ON transfers (reverses) WHERE reverses IS NOT NULL;

-- Challenges come in the order of time, and are looked up by it in bulk only.
DROP INDEX challenges_expires;
CREATE INDEX challenges_expires ON challenges USING brin (expires_at) WITH (autosummarize = on);

-- Nobody removes users: a deleted account keeps its row. These checks looked each of them up once more.
ALTER TABLE day_counters DROP CONSTRAINT day_counters_user_id_fkey;
ALTER TABLE answer_records DROP CONSTRAINT answer_records_user_id_fkey;
ALTER TABLE challenges DROP CONSTRAINT challenges_user_id_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_user_id_fkey;

-- Credits one user from an account that keeps no balance: what `ledger_post` does with one such leg, without looking at
-- anything else. The same key again moves nothing. `balance` is what is there once a debt was repaid.
-- Errors as of `ledger_post`.
CREATE FUNCTION ledger_credit(p_id uuid, p_key text, p_kind text, p_debit text, p_user uuid, p_amount bigint,
  p_ref text, p_meta jsonb, p_at timestamptz, OUT is_new boolean, OUT balance bigint)
LANGUAGE plpgsql SET runnel.ledger = 'on' AS $$
DECLARE
  v_main text := 'main:' || p_user;
  v_debt bigint;
  v_is_plain boolean;
  old transfers%ROWTYPE;
BEGIN
  UPDATE accounts a SET balance = a.balance + p_amount WHERE a.name = v_main
    RETURNING a.balance, a.debt, EXISTS (SELECT FROM accounts f WHERE f.name = p_debit AND f.balance IS NULL)
    INTO balance, v_debt, v_is_plain;
  IF v_is_plain IS NOT TRUE THEN
    RAISE EXCEPTION 'a transfer names an account that does not exist: % or %', p_debit, v_main USING ERRCODE = 'RN003';
  END IF;
  INSERT INTO transfers (id, key, kind, debit, credit, amount, credit_after, ref, meta, at)
    VALUES (p_id, p_key, p_kind, p_debit, v_main, p_amount, balance, p_ref, p_meta, p_at)
    ON CONFLICT (key) DO NOTHING;
  is_new := FOUND;
  IF NOT is_new THEN
    SELECT * INTO STRICT old FROM transfers t WHERE t.key = p_key;
    IF (old.kind, old.debit, old.credit, old.amount) IS DISTINCT FROM (p_kind, p_debit, v_main, p_amount) THEN
      RAISE EXCEPTION 'the key % was used for another transfer', p_key USING ERRCODE = 'RN004';
    END IF;
    UPDATE accounts a SET balance = a.balance - p_amount WHERE a.name = v_main RETURNING a.balance INTO balance;
  ELSIF v_debt > 0 THEN
    PERFORM repay_debts(ARRAY[v_main], jsonb_build_array(
      jsonb_build_object('id', p_id, 'debit', p_debit, 'credit', v_main, 'ref', p_ref)), p_at);
    SELECT a.balance INTO STRICT balance FROM accounts a WHERE a.name = v_main;
  END IF;
END $$;

-- Counts what a user did and earned by a source on the UTC day of a moment.
CREATE FUNCTION count_day(p_user uuid, p_source text, p_amount bigint, p_commission bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_counters AS d (user_id, day, source, count, earned, commission)
    VALUES (p_user, (p_at AT TIME ZONE 'UTC')::date, p_source, 1, p_amount, p_commission)
    ON CONFLICT (user_id, day, source) DO UPDATE SET count = d.count + 1, earned = d.earned + EXCLUDED.earned,
      commission = d.commission + EXCLUDED.commission;
END $$;

-- As before; what the site itself pays goes the short way.
CREATE OR REPLACE FUNCTION reward_credit(p_leg jsonb, p_user uuid, p_source text, p_exp integer, p_at timestamptz)
RETURNS TABLE (is_new boolean, balance bigint, total_earned bigint, exp bigint, level integer, level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_leg ->> 'amount')::bigint;
  c record;
BEGIN
  SELECT u.level INTO STRICT level_before FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  IF p_leg ->> 'debit' LIKE 'house:%' AND p_leg ->> 'credit' = 'main:' || p_user THEN
    c := ledger_credit((p_leg ->> 'id')::uuid, p_leg ->> 'key', p_leg ->> 'kind', p_leg ->> 'debit', p_user, v_amount,
      p_leg ->> 'ref', p_leg -> 'meta', p_at);
    is_new := c.is_new;
    balance := c.balance;
  ELSE
    SELECT p.is_new, p.credit_balance INTO is_new, balance FROM ledger_post(jsonb_build_array(p_leg), p_at) p;
  END IF;
  IF is_new THEN
    UPDATE users u SET total_earned = u.total_earned + v_amount, exp = u.exp + p_exp, level = level_of(u.exp + p_exp),
        faucet_claim = u.faucet_claim + (p_source = 'faucet')::integer
      WHERE u.id = p_user
      RETURNING u.total_earned, u.exp, u.level INTO total_earned, exp, level;
    PERFORM count_day(p_user, p_source, v_amount, CASE WHEN p_leg ? 'cost' THEN
      commission_of((p_leg ->> 'cost')::bigint, v_amount, (p_leg ->> 'basisPoints')::integer,
        (p_leg ->> 'bonus')::integer) ELSE 0 END, p_at);
  ELSE
    SELECT u.total_earned, u.exp, u.level INTO total_earned, exp, level FROM users u WHERE u.id = p_user;
  END IF;
  RETURN NEXT;
END $$;

-- A faucet claim in one trip, as before: the turn is taken where the wait is over, and the reward follows. `p_worths`
-- says what a claim of each level is worth exactly, in ten-thousandths of a unit, the last for all above; a claim is
-- worth at least one unit. `worth` tells the whole units that this one brings; `p_percent` of them are paid, rounded
-- up. Two claims at once meet at the user's row: the second finds the wait begun by the first, and nothing is taken.
-- All is null: the wait or the day's limit is in the way.
DROP FUNCTION faucet_claim(jsonb, uuid, bigint[], integer, integer, integer, integer, timestamptz);
CREATE FUNCTION faucet_claim(p_id uuid, p_claim uuid, p_user uuid, p_worths bigint[], p_percent integer, p_exp integer,
  p_timer integer, p_day_limit integer, p_at timestamptz, OUT paid_level integer, OUT worth bigint, OUT is_new boolean,
  OUT balance bigint, OUT total_earned bigint, OUT exp bigint, OUT level integer, OUT level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_exact bigint;
  v_amount bigint;
  u record;
  c record;
BEGIN
  SELECT o.level, o.exp, o.last_claim_at, o.faucet_fraction INTO STRICT u
    FROM users o WHERE o.id = p_user FOR NO KEY UPDATE;
  IF u.last_claim_at > p_at - make_interval(secs => p_timer) THEN
    RETURN;
  END IF;
  IF p_day_limit > 0 AND EXISTS (SELECT FROM day_counters d WHERE d.user_id = p_user AND d.source = 'faucet'
      AND d.day = (p_at AT TIME ZONE 'UTC')::date AND d.count >= p_day_limit) THEN
    RETURN;
  END IF;
  v_exact := u.faucet_fraction + p_worths[least(u.level, cardinality(p_worths))];
  worth := v_exact / 10000;
  v_amount := worth - worth * (100 - p_percent) / 100;
  c := ledger_credit(p_id, 'faucet:' || p_claim, 'faucet', 'house:faucet', p_user, v_amount, p_claim::text, NULL, p_at);
  UPDATE users o SET last_claim_at = p_at, faucet_fraction = v_exact % 10000, total_earned = o.total_earned + v_amount,
      exp = u.exp + p_exp, level = level_of(u.exp + p_exp), faucet_claim = o.faucet_claim + 1
    WHERE o.id = p_user
    RETURNING o.total_earned, o.exp, o.level INTO total_earned, exp, level;
  PERFORM count_day(p_user, 'faucet', v_amount, 0, p_at);
  paid_level := u.level;
  level_before := u.level;
  is_new := c.is_new;
  balance := c.balance;
END $$;

-- What an answer does to the record of its user (ANTIBOT.md 4).
CREATE FUNCTION record_answer(p_user uuid, p_family text, p_right boolean, p_proof_missing boolean, p_now timestamptz,
  OUT streak integer, OUT llr real)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_records AS r (user_id, right_count, wrong_count, llr, wrong_streak, last_wrong_at, proof_missing,
      first_answer_at)
    VALUES (p_user, p_right::integer, (NOT p_right)::integer, CASE WHEN p_right THEN 0 ELSE 1.3218 END,
      (NOT p_right)::integer, CASE WHEN p_right THEN NULL ELSE p_now END, p_proof_missing, p_now)
    ON CONFLICT (user_id) DO UPDATE SET
      right_count = r.right_count + p_right::integer,
      wrong_count = r.wrong_count + (NOT p_right)::integer,
      llr = greatest(-3, r.llr + CASE WHEN p_right THEN -0.2733 ELSE 1.3218 END),
      wrong_streak = CASE WHEN p_right THEN 0 ELSE r.wrong_streak + 1 END,
      last_wrong_at = CASE WHEN p_right THEN r.last_wrong_at ELSE p_now END,
      reloads = CASE WHEN p_right THEN 0 ELSE r.reloads END,
      proof_missing = CASE WHEN p_family = 'order' THEN p_proof_missing ELSE r.proof_missing END,
      first_answer_at = coalesce(r.first_answer_at, p_now)
    RETURNING r.wrong_streak, r.llr INTO streak, llr;
END $$;

-- Answers a challenge, once, as before.
CREATE OR REPLACE FUNCTION challenge_answer(p_id uuid, p_bound bytea, p_action text, p_mac bytea, p_right boolean,
  p_spoiled boolean, p_key text, p_proof_missing boolean, p_now timestamptz)
RETURNS TABLE (outcome text, is_repeat boolean, captcha_too boolean, streak integer, llr real)
LANGUAGE plpgsql AS $$
DECLARE
  c challenges%ROWTYPE;
  r record;
  v_right boolean;
BEGIN
  is_repeat := false;
  SELECT * INTO c FROM challenges WHERE id = p_id AND bound_to = p_bound AND action = p_action FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'replay';
    RETURN NEXT;
    RETURN;
  END IF;
  captcha_too := c.captcha_too;
  v_right := CASE WHEN c.answer_mac IS NULL THEN p_right ELSE c.answer_mac = p_mac AND p_right END;
  IF c.used_at IS NOT NULL THEN
    is_repeat := c.outcome = 'right' AND v_right AND c.used_key = p_key;
    outcome := CASE WHEN is_repeat THEN 'right' WHEN c.outcome = 'replaced' THEN 'expired' ELSE 'replay' END;
    RETURN NEXT;
    RETURN;
  END IF;
  v_right := v_right AND NOT p_spoiled;
  outcome := CASE WHEN c.expires_at < p_now THEN 'expired' WHEN v_right THEN 'right' ELSE 'wrong' END;
  UPDATE challenges ch SET used_at = p_now, used_key = p_key, outcome = challenge_answer.outcome WHERE ch.id = p_id;
  IF c.user_id IS NOT NULL AND c.family IN ('order', 'image') AND outcome <> 'expired' THEN
    r := record_answer(c.user_id, c.family, v_right, p_proof_missing, p_now);
    streak := r.streak;
    llr := r.llr;
  END IF;
  RETURN NEXT;
END $$;

-- Uses a challenge up that is answered rightly, in the transaction of what it opens. Everything else is an error
-- (RN010) which ends that transaction and leaves the challenge as it was, for `challenge_answer` to judge and to
-- remember. `p_alone`: nothing else was solved beside it, so a challenge that asks for a captcha too does not pass.
CREATE FUNCTION challenge_pass(p_id uuid, p_bound bytea, p_action text, p_mac bytea, p_key text,
  p_proof_missing boolean, p_alone boolean, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_user uuid;
  v_family text;
BEGIN
  UPDATE challenges c SET used_at = p_now, used_key = p_key, outcome = 'right'
    WHERE c.id = p_id AND c.bound_to = p_bound AND c.action = p_action AND c.used_at IS NULL AND c.expires_at >= p_now
      AND (c.answer_mac IS NULL OR c.answer_mac = p_mac) AND NOT (c.captcha_too AND p_alone)
    RETURNING c.user_id, c.family INTO v_user, v_family;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the challenge % is not passed', p_id USING ERRCODE = 'RN010';
  END IF;
  IF v_user IS NOT NULL AND v_family IN ('order', 'image') THEN
    PERFORM record_answer(v_user, v_family, true, p_proof_missing, p_now);
  END IF;
END $$;
