-- The earning rules `balanced` and `strict`: what the site pays an account of its own money is bounded by a starter
-- and a share of the revenue that this account has brought and that can no longer be taken back (ANTIBOT.md 10).

-- What an account's earning left to the site, by the day on which it was earned; what is taken back is off it again.
ALTER TABLE day_counters ADD COLUMN revenue bigint NOT NULL DEFAULT 0;

-- `allowance_used`: units of the site's own money that were paid in full (`allowance_part`). `reduced_paid`: units of
-- claims beyond the allowance, `reduced_today` of them on the UTC day `reduced_on`. `settled`: the revenue of all days
-- up to `settled_until`, added up by the first claim of a day.
ALTER TABLE users
  ADD COLUMN allowance_used bigint NOT NULL DEFAULT 0,
  ADD COLUMN reduced_paid bigint NOT NULL DEFAULT 0,
  ADD COLUMN reduced_on date,
  ADD COLUMN reduced_today bigint NOT NULL DEFAULT 0,
  ADD COLUMN settled bigint NOT NULL DEFAULT 0,
  ADD COLUMN settled_until date;

-- Nothing before is counted: neither what was paid nor what it brought. Infinitely long ago on a new site.
CREATE TABLE allowance_start (at timestamptz NOT NULL);
INSERT INTO allowance_start SELECT coalesce(max(at), '-infinity') FROM transfers;

-- How much of a payment of the site counts against the allowance: all of it unless its transfer says less, as a
-- reduced claim (nothing) and a shortlink whose provider pays for it do.
CREATE FUNCTION allowance_part(p_kind text, p_amount bigint, p_meta jsonb) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_kind IN ('faucet', 'bonus', 'challenge', 'coupon', 'link')
    THEN coalesce((p_meta ->> 'allowance')::bigint, p_amount) ELSE 0 END
$$;

-- What the site surely keeps of a price that other members paid, in whole units: half of what is left of it without the
-- bonus of an exchange and the reward, as the other half may be a referrer's (`commission_of`).
CREATE FUNCTION kept_of(p_cost bigint, p_reward bigint, p_bonus integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT div(greatest(0, div(p_cost::numeric * 1000000, 100 + p_bonus) - p_reward::numeric * 10000), 20000)::bigint
$$;

-- The revenue of an account up to and with a day.
CREATE FUNCTION settled_revenue(p_user uuid, p_until date) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(d.revenue), 0)::bigint FROM day_counters d WHERE d.user_id = p_user AND d.day <= p_until);
END $$;

-- What a claim pays that is worth so many units. `own`: how much of that is neither covered by revenue nor bounded by
-- the account alone, and so takes room in the budget. `reason` is null where it pays: 'allowance' where nothing is paid
-- beyond it, 'reduced' where all of today's reduced rewards of the account are paid.
CREATE FUNCTION faucet_pays(p_worth bigint, p_used bigint, p_settled bigint, p_reduced_today bigint, p_starter bigint,
  p_share integer, p_reduced bigint, p_reduced_day bigint, OUT pays bigint, OUT own bigint, OUT is_full boolean,
  OUT reason text)
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  is_full := p_used + p_worth <= p_starter + greatest(0, p_settled) * p_share / 100;
  IF is_full THEN
    pays := p_worth;
    own := least(p_worth, greatest(0, p_starter - p_used));
    RETURN;
  END IF;
  pays := greatest(0, least(p_worth, p_reduced, p_reduced_day - p_reduced_today));
  own := pays;
  IF pays = 0 THEN
    reason := CASE WHEN least(p_reduced, p_reduced_day) = 0 THEN 'allowance' ELSE 'reduced' END;
  END IF;
END $$;

-- Takes revenue back that was counted on a day: the earning it came of was taken back.
CREATE FUNCTION revenue_take_back(p_user uuid, p_source text, p_day date, p_revenue bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_counters AS d (user_id, day, source, count, earned, revenue)
    VALUES (p_user, p_day, p_source, 0, 0, -p_revenue)
    ON CONFLICT (user_id, day, source) DO UPDATE SET revenue = d.revenue + EXCLUDED.revenue;
  UPDATE users u SET settled = u.settled - p_revenue WHERE u.id = p_user AND u.settled_until >= p_day;
END $$;

-- Undoes what a transfer counted for its user, as it was reversed. Under the user's lock.
CREATE FUNCTION allowance_reverse(p_transfer uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t transfers%ROWTYPE; v_user uuid; v_part bigint;
BEGIN
  SELECT * INTO STRICT t FROM transfers f WHERE f.id = p_transfer;
  IF t.credit NOT LIKE 'main:%' OR t.at <= (SELECT s.at FROM allowance_start s) THEN
    RETURN;
  END IF;
  v_user := substr(t.credit, 6)::uuid;
  v_part := allowance_part(t.kind, t.amount, t.meta);
  UPDATE users u SET allowance_used = u.allowance_used - v_part,
      reduced_paid = u.reduced_paid - CASE WHEN t.kind = 'faucet' THEN t.amount - v_part ELSE 0 END
    WHERE u.id = v_user AND t.kind IN ('faucet', 'bonus', 'challenge', 'coupon', 'link');
  IF t.meta ? 'revenue' THEN
    PERFORM revenue_take_back(v_user, t.kind, (t.at AT TIME ZONE 'UTC')::date, (t.meta ->> 'revenue')::bigint);
  END IF;
END $$;

-- As before, with what it left to the site.
DROP FUNCTION count_day(uuid, text, bigint, bigint, timestamptz);
CREATE FUNCTION count_day(p_user uuid, p_source text, p_amount bigint, p_commission bigint, p_revenue bigint,
  p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_counters AS d (user_id, day, source, count, earned, commission, revenue)
    VALUES (p_user, (p_at AT TIME ZONE 'UTC')::date, p_source, 1, p_amount, p_commission, p_revenue)
    ON CONFLICT (user_id, day, source) DO UPDATE SET count = d.count + 1, earned = d.earned + EXCLUDED.earned,
      commission = d.commission + EXCLUDED.commission, revenue = d.revenue + EXCLUDED.revenue;
  -- Where a clock was set back.
  IF p_revenue <> 0 THEN
    UPDATE users u SET settled = u.settled + p_revenue
      WHERE u.id = p_user AND u.settled_until >= (p_at AT TIME ZONE 'UTC')::date;
  END IF;
END $$;

-- As before. The transfer tells what it left to the site: `revenue` in the leg's `meta`, or half of what is kept of the
-- price that others paid (`cost`).
CREATE OR REPLACE FUNCTION reward_credit(p_leg jsonb, p_user uuid, p_source text, p_exp integer, p_at timestamptz)
RETURNS TABLE (is_new boolean, balance bigint, total_earned bigint, exp bigint, level integer, level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_leg ->> 'amount')::bigint; v_meta jsonb := p_leg -> 'meta';
  v_revenue bigint := coalesce((p_leg -> 'meta' ->> 'revenue')::bigint, 0); c record;
BEGIN
  SELECT u.level INTO STRICT level_before FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  IF p_leg ? 'cost' THEN
    v_revenue := kept_of((p_leg ->> 'cost')::bigint, v_amount, (p_leg ->> 'bonus')::integer);
    IF v_revenue > 0 THEN
      v_meta := coalesce(v_meta, '{}') || jsonb_build_object('revenue', v_revenue);
    END IF;
  END IF;
  IF p_leg ->> 'debit' LIKE 'house:%' AND p_leg ->> 'credit' = 'main:' || p_user THEN
    c := ledger_credit((p_leg ->> 'id')::uuid, p_leg ->> 'key', p_leg ->> 'kind', p_leg ->> 'debit', p_user, v_amount,
      p_leg ->> 'ref', v_meta, p_at);
    is_new := c.is_new; balance := c.balance;
  ELSE
    SELECT p.is_new, p.credit_balance INTO is_new, balance
      FROM ledger_post(jsonb_build_array(p_leg || jsonb_build_object('meta', v_meta)), p_at) p;
  END IF;
  IF is_new THEN
    UPDATE users u SET total_earned = u.total_earned + v_amount, exp = u.exp + p_exp, level = level_of(u.exp + p_exp),
        faucet_claim = u.faucet_claim + (p_source = 'faucet')::integer,
        allowance_used = u.allowance_used + allowance_part(p_source, v_amount, v_meta)
      WHERE u.id = p_user
      RETURNING u.total_earned, u.exp, u.level INTO total_earned, exp, level;
    PERFORM count_day(p_user, p_source, v_amount, CASE WHEN p_leg ? 'cost' THEN
      commission_of((p_leg ->> 'cost')::bigint, v_amount, (p_leg ->> 'basisPoints')::integer,
        (p_leg ->> 'bonus')::integer) ELSE 0 END, v_revenue, p_at);
  ELSE
    SELECT u.total_earned, u.exp, u.level INTO total_earned, exp, level FROM users u WHERE u.id = p_user;
  END IF;
  RETURN NEXT;
END $$;

-- As before (0032); `p_meta` goes with the reward.
DROP FUNCTION ledger_pay_from_escrow(text, uuid, text, uuid, bigint, uuid, bigint, text, timestamptz);
CREATE FUNCTION ledger_pay_from_escrow(p_escrow text, p_user uuid, p_kind text, p_reward_id uuid, p_reward bigint,
  p_fee_id uuid, p_fee bigint, p_ref text, p_meta jsonb, p_at timestamptz, OUT balance bigint)
LANGUAGE plpgsql SET runnel.ledger = 'on' AS $$
DECLARE
  v_main text := 'main:' || p_user; v_left bigint; v_debt bigint;
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
  INSERT INTO transfers (id, key, kind, debit, credit, amount, debit_after, credit_after, ref, meta, at)
    SELECT p_fee_id, p_kind || '-fee:' || p_ref, p_kind || '-fee', p_escrow, 'house:fee', p_fee, v_left + p_reward,
      NULL, p_ref, NULL, p_at WHERE p_fee > 0
    UNION ALL SELECT p_reward_id, p_kind || ':' || p_ref, p_kind, p_escrow, v_main, p_reward, v_left, balance, p_ref,
      p_meta, p_at;
  IF v_debt > 0 THEN
    PERFORM repay_debts(ARRAY[v_main], jsonb_build_array(
      jsonb_build_object('id', p_reward_id, 'debit', p_escrow, 'credit', v_main, 'ref', p_ref)), p_at);
    SELECT a.balance INTO STRICT balance FROM accounts a WHERE a.name = v_main;
  END IF;
END $$;

-- As before (0032), with what the view left to the site.
CREATE OR REPLACE FUNCTION ptc_verify(p_ticket uuid, p_user uuid, p_campaign uuid, p_exp integer, p_slack_ms integer,
  p_reward_id uuid, p_fee_id uuid, p_at timestamptz, p_basis_points integer, p_bonus integer)
RETURNS TABLE (outcome text, wait integer, reward bigint, balance bigint, level integer, level_before integer,
  views_left integer, owner uuid, available_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  t ptc_views%ROWTYPE; c campaigns%ROWTYPE; v_done integer; v_level integer; v_revenue bigint;
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
  v_revenue := kept_of(t.price, t.reward, p_bonus);
  balance := ledger_pay_from_escrow('escrow:' || p_campaign, p_user, 'ptc', p_reward_id, t.reward, p_fee_id,
    t.price - t.reward, p_ticket::text, CASE WHEN v_revenue > 0 THEN jsonb_build_object('revenue', v_revenue) END,
    p_at);
  UPDATE users u SET total_earned = u.total_earned + t.reward, exp = u.exp + p_exp, level = level_of(u.exp + p_exp)
    WHERE u.id = p_user RETURNING u.level INTO ptc_verify.level;
  PERFORM count_day(p_user, 'ptc', t.reward, commission_of(t.price, t.reward, p_basis_points, p_bonus), v_revenue,
    p_at);
  level_before := v_level; outcome := 'paid'; reward := t.reward;
  RETURN NEXT;
END $$;

-- A claim as before (0044). `p_starter` null: it pays in full as long as the budget has room, whatever its account
-- brought. Else it pays what `faucet_pays` says of the revenue up to `p_settled_until`, and takes room only for what is
-- not covered by revenue; where it pays nothing everything is undone (RN012, with the reason).
-- `is_full`: not reduced; a reduced claim leaves the kept fraction as it is.
DROP FUNCTION faucet_claim(uuid, uuid, uuid, bigint[], integer, integer, integer, integer, timestamptz, text, bigint,
  integer[], integer, integer);
CREATE FUNCTION faucet_claim(p_id uuid, p_claim uuid, p_user uuid, p_worths bigint[], p_percent integer, p_exp integer,
  p_timer integer, p_day_limit integer, p_at timestamptz, p_net text, p_budget bigint, p_reserves integer[],
  p_net_percent integer, p_commission integer, p_starter bigint, p_share integer, p_reduced bigint,
  p_reduced_day bigint, p_settled_until date, OUT paid_level integer, OUT worth bigint, OUT is_new boolean,
  OUT balance bigint, OUT total_earned bigint, OUT exp bigint, OUT level integer, OUT level_before integer,
  OUT is_full boolean)
LANGUAGE plpgsql AS $$
DECLARE
  v_exact bigint; v_fraction bigint; v_amount bigint; v_own bigint; v_settled bigint;
  v_day date := (p_at AT TIME ZONE 'UTC')::date; u record; f record; c record;
BEGIN
  SELECT o.level, o.exp, o.last_claim_at, o.faucet_fraction, o.trust_level, o.referrer_id,
      o.allowance_used, o.reduced_on, o.reduced_today, o.settled, o.settled_until INTO STRICT u
    FROM users o WHERE o.id = p_user FOR NO KEY UPDATE;
  IF u.last_claim_at > p_at - make_interval(secs => p_timer) THEN
    RETURN;
  END IF;
  IF p_day_limit > 0 AND EXISTS (SELECT FROM day_counters d WHERE d.user_id = p_user AND d.source = 'faucet'
      AND d.day = v_day AND d.count >= p_day_limit) THEN
    RETURN;
  END IF;
  v_exact := u.faucet_fraction + p_worths[least(u.level, cardinality(p_worths))];
  v_fraction := v_exact % 10000;
  worth := v_exact / 10000;
  v_amount := worth - worth * (100 - p_percent) / 100;
  v_own := v_amount; is_full := true;
  IF p_starter IS NOT NULL THEN
    v_settled := CASE WHEN u.settled_until = p_settled_until THEN u.settled
      ELSE settled_revenue(p_user, p_settled_until) END;
    f := faucet_pays(v_amount, u.allowance_used, v_settled, CASE WHEN u.reduced_on = v_day THEN u.reduced_today
      ELSE 0 END, p_starter, p_share, p_reduced, p_reduced_day);
    IF f.reason IS NOT NULL THEN
      RAISE EXCEPTION 'the claim of % has no allowance', p_user USING ERRCODE = 'RN012', DETAIL = f.reason;
    END IF;
    v_amount := f.pays; v_own := f.own; is_full := f.is_full;
    IF NOT is_full THEN
      v_fraction := u.faucet_fraction;
      worth := v_amount;
    END IF;
  END IF;
  c := ledger_credit(p_id, 'faucet:' || p_claim, 'faucet', 'house:faucet', p_user, v_amount, p_claim::text,
    CASE WHEN NOT is_full THEN '{"allowance": 0}'::jsonb END, p_at);
  UPDATE users o SET last_claim_at = p_at, faucet_fraction = v_fraction, total_earned = o.total_earned + v_amount,
      exp = u.exp + p_exp, level = level_of(u.exp + p_exp), faucet_claim = o.faucet_claim + 1,
      allowance_used = o.allowance_used + CASE WHEN is_full THEN v_amount ELSE 0 END,
      reduced_paid = o.reduced_paid + CASE WHEN is_full THEN 0 ELSE v_amount END,
      reduced_today = CASE WHEN is_full THEN o.reduced_today WHEN o.reduced_on = v_day THEN o.reduced_today + v_amount
        ELSE v_amount END,
      reduced_on = CASE WHEN is_full THEN o.reduced_on ELSE v_day END,
      settled = coalesce(v_settled, o.settled),
      settled_until = CASE WHEN p_starter IS NULL THEN o.settled_until ELSE p_settled_until END
    WHERE o.id = p_user
    RETURNING o.total_earned, o.exp, o.level INTO total_earned, exp, level;
  PERFORM count_day(p_user, 'faucet', v_amount, 0, 0, p_at);
  -- Last, as others may wait for what it locks until the commit.
  IF v_own > 0 THEN
    PERFORM faucet_budget_take(u.trust_level, p_net, faucet_cost(v_own, u.referrer_id, p_commission), p_budget,
      faucet_reserves(p_reserves, v_own, p_budget, p_at), p_net_percent, p_at);
  END IF;
  paid_level := u.level; level_before := u.level; is_new := c.is_new; balance := c.balance;
END $$;
