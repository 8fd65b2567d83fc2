-- A paid view in as few statements as the ledger allows. What moves, and what is refused, is as before.

-- Pays a user out of an escrow, with the fee that the site keeps of the price: what `ledger_post` does with these two
-- legs. Both are new, as the row of what is paid for has been moved on under its lock; a key that was used is an
-- error. Lock order: escrow, main account. Errors as of `ledger_post`.
CREATE FUNCTION ledger_pay_from_escrow(p_escrow text, p_user uuid, p_kind text, p_reward_id uuid, p_reward bigint,
  p_fee_id uuid, p_fee bigint, p_ref text, p_at timestamptz, OUT balance bigint)
LANGUAGE plpgsql SET runnel.ledger = 'on' AS $$
DECLARE
  v_main text := 'main:' || p_user;
  v_left bigint;
  v_debt bigint;
BEGIN
  UPDATE accounts a SET balance = a.balance - p_reward - p_fee
    WHERE a.name = p_escrow AND a.owner IS NOT NULL AND a.balance >= p_reward + p_fee RETURNING a.balance INTO v_left;
  IF NOT FOUND THEN
    IF NOT EXISTS (SELECT FROM accounts a WHERE a.name = p_escrow AND a.owner IS NOT NULL) THEN
      RAISE EXCEPTION 'a transfer names an account that does not exist: %', p_escrow USING ERRCODE = 'RN003';
    END IF;
    RAISE EXCEPTION 'the balance of % is below the amount', p_escrow USING ERRCODE = 'RN002';
  END IF;
  UPDATE accounts a SET balance = a.balance + p_reward WHERE a.name = v_main RETURNING a.balance, a.debt
    INTO balance, v_debt;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a transfer names an account that does not exist: %', v_main USING ERRCODE = 'RN003';
  END IF;
  INSERT INTO transfers (id, key, kind, debit, credit, amount, debit_after, credit_after, ref, at)
    SELECT p_fee_id, p_kind || '-fee:' || p_ref, p_kind || '-fee', p_escrow, 'house:fee', p_fee, v_left + p_reward,
      NULL, p_ref, p_at WHERE p_fee > 0
    UNION ALL SELECT p_reward_id, p_kind || ':' || p_ref, p_kind, p_escrow, v_main, p_reward, v_left, balance, p_ref,
      p_at;
  IF v_debt > 0 THEN
    PERFORM repay_debts(ARRAY[v_main], jsonb_build_array(
      jsonb_build_object('id', p_reward_id, 'debit', p_escrow, 'credit', v_main, 'ref', p_ref)), p_at);
    SELECT a.balance INTO STRICT balance FROM accounts a WHERE a.name = v_main;
  END IF;
END $$;

-- As before.
CREATE OR REPLACE FUNCTION ptc_verify(p_ticket uuid, p_user uuid, p_campaign uuid, p_exp integer, p_slack_ms integer,
  p_reward_id uuid, p_fee_id uuid, p_at timestamptz,
  p_basis_points integer, p_bonus integer)
RETURNS TABLE (outcome text, wait integer, reward bigint, balance bigint, level integer, level_before integer,
  views_left integer, owner uuid, available_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  t ptc_views%ROWTYPE;
  c campaigns%ROWTYPE;
  v_done integer;
  v_level integer;
BEGIN
  SELECT * INTO t FROM ptc_views v WHERE v.id = p_ticket AND v.user_id = p_user AND v.campaign_id = p_campaign
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN outcome := 'no-ticket'; RETURN NEXT; RETURN; END IF;
  IF t.status <> 'open' THEN outcome := 'used'; RETURN NEXT; RETURN; END IF;
  IF t.expires_at <= p_at THEN outcome := 'expired'; RETURN NEXT; RETURN; END IF;
  SELECT u.level INTO STRICT v_level FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  SELECT * INTO STRICT c FROM campaigns k WHERE k.id = p_campaign FOR NO KEY UPDATE;
  v_done := least(watched_until(t, c.kind, p_at), (extract(epoch FROM p_at - t.opened_at) * 1000)::bigint);
  IF t.beats = 0 OR v_done < t.timer * 1000 - p_slack_ms OR p_at < t.opened_at + make_interval(secs => t.timer) THEN
    outcome := 'early';
    wait := greatest(1, t.timer - v_done / 1000,
      ceil(extract(epoch FROM t.opened_at + make_interval(secs => t.timer) - p_at))::integer);
    RETURN NEXT; RETURN;
  END IF;
  owner := c.user_id;
  IF c.status = 'completed' OR c.views_left = 0 THEN outcome := 'sold-out'; RETURN NEXT; RETURN; END IF;
  IF c.status <> 'active' THEN outcome := 'paused'; RETURN NEXT; RETURN; END IF;
  available_at := p_at + make_interval(secs => c.interval_seconds);
  INSERT INTO ptc_claims AS l (user_id, campaign_id, claimed_at, available_at)
    VALUES (p_user, p_campaign, p_at, ptc_verify.available_at)
    ON CONFLICT (user_id, campaign_id) DO UPDATE
      SET claimed_at = EXCLUDED.claimed_at, available_at = EXCLUDED.available_at WHERE l.available_at <= p_at;
  IF NOT FOUND THEN outcome := 'claimed'; RETURN NEXT; RETURN; END IF;
  UPDATE ptc_views v SET status = 'paid', paid_at = p_at, watched_ms = v_done, watching = false WHERE v.id = p_ticket;
  UPDATE campaigns k SET views_left = k.views_left - 1, updated_at = p_at,
    status = CASE WHEN k.views_left = 1 THEN 'completed' ELSE k.status END
    WHERE k.id = p_campaign RETURNING k.views_left INTO ptc_verify.views_left;
  balance := ledger_pay_from_escrow('escrow:' || p_campaign, p_user, 'ptc', p_reward_id, t.reward, p_fee_id,
    t.price - t.reward, p_ticket::text, p_at);
  UPDATE users u SET total_earned = u.total_earned + t.reward, exp = u.exp + p_exp, level = level_of(u.exp + p_exp)
    WHERE u.id = p_user RETURNING u.level INTO ptc_verify.level;
  PERFORM count_day(p_user, 'ptc', t.reward, commission_of(t.price, t.reward, p_basis_points, p_bonus), p_at);
  level_before := v_level;
  outcome := 'paid';
  reward := t.reward;
  RETURN NEXT;
END $$;
