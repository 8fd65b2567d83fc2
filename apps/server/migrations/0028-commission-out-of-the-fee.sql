-- What other members pay for (views of ads, tasks) earns the referrer at most half of what the site keeps of it, so
-- that no circle of an owner, a worker and a referrer ever costs the site anything. Fees are rounded up.

-- Ten-thousandths of a unit for the referrer, for the sources whose rewards other members pay for.
ALTER TABLE day_counters ADD COLUMN commission bigint NOT NULL DEFAULT 0 CHECK (commission >= 0);

-- A fee that is rounded up may be all of a payment of one unit.
ALTER TABLE deposit_payments DROP CONSTRAINT deposit_payments_check, ADD CHECK (fee >= 0 AND fee <= amount);

-- What is left of a price that may have been paid with the bonus of an exchange, less the reward; at most half of that.
CREATE FUNCTION commission_of(p_cost bigint, p_reward bigint, p_basis_points integer, p_bonus integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(p_reward::numeric * p_basis_points,
    div(greatest(0, div(p_cost::numeric * 1000000, 100 + p_bonus) - p_reward::numeric * 10000), 2))::bigint
$$;

-- As before, and where the leg says what others paid (`cost`), what of it the referrer gets is counted with it, by the
-- rate (`basisPoints`) and the bonus of an exchange (`bonus`) of the moment.
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
    INSERT INTO day_counters AS d (user_id, day, source, count, earned, commission)
      VALUES (p_user, (p_at AT TIME ZONE 'UTC')::date, p_source, 1, v_amount,
        CASE WHEN p_leg ? 'cost' THEN commission_of((p_leg ->> 'cost')::bigint, v_amount,
          (p_leg ->> 'basisPoints')::integer, (p_leg ->> 'bonus')::integer) ELSE 0 END)
      ON CONFLICT (user_id, day, source) DO UPDATE SET count = d.count + 1, earned = d.earned + EXCLUDED.earned,
        commission = d.commission + EXCLUDED.commission;
  ELSE
    SELECT u.total_earned, u.exp, u.level INTO total_earned, exp, level FROM users u WHERE u.id = p_user;
  END IF;
  RETURN NEXT;
END $$;

-- As before; the reward says what the advertiser paid for the view.
DROP FUNCTION ptc_verify(uuid, uuid, uuid, integer, integer, uuid, uuid, timestamptz);
CREATE FUNCTION ptc_verify(p_ticket uuid, p_user uuid, p_campaign uuid, p_exp integer, p_slack_ms integer,
  p_reward_id uuid, p_fee_id uuid, p_at timestamptz,
  p_basis_points integer, p_bonus integer)
RETURNS TABLE (outcome text, wait integer, reward bigint, balance bigint, level integer, level_before integer,
  views_left integer, owner uuid, available_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  t ptc_views%ROWTYPE;
  c campaigns%ROWTYPE;
  v_done integer;
BEGIN
  SELECT * INTO t FROM ptc_views v WHERE v.id = p_ticket AND v.user_id = p_user AND v.campaign_id = p_campaign
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN outcome := 'no-ticket'; RETURN NEXT; RETURN; END IF;
  IF t.status <> 'open' THEN outcome := 'used'; RETURN NEXT; RETURN; END IF;
  IF t.expires_at <= p_at THEN outcome := 'expired'; RETURN NEXT; RETURN; END IF;
  PERFORM 1 FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
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
  IF t.price > t.reward THEN
    PERFORM 1 FROM ledger_post(jsonb_build_array(jsonb_build_object('id', p_fee_id, 'key', 'ptc-fee:' || p_ticket,
      'kind', 'ptc-fee', 'debit', 'escrow:' || p_campaign, 'credit', 'house:fee', 'amount', t.price - t.reward,
      'ref', p_ticket)), p_at);
  END IF;
  SELECT r.balance, r.level, r.level_before INTO balance, level, level_before
    FROM reward_credit(jsonb_build_object('id', p_reward_id, 'key', 'ptc:' || p_ticket, 'kind', 'ptc',
      'debit', 'escrow:' || p_campaign, 'credit', 'main:' || p_user, 'amount', t.reward, 'ref', p_ticket,
      'cost', t.price, 'basisPoints', p_basis_points, 'bonus', p_bonus),
      p_user, 'ptc', p_exp, p_at) r;
  outcome := 'paid';
  reward := t.reward;
  RETURN NEXT;
END $$;

-- Days that are not settled yet were earned under the rule of before.
UPDATE day_counters SET commission = earned
    * coalesce((SELECT (value #>> '{}')::bigint FROM settings WHERE name = 'referral_commission'), 1000)
  WHERE source IN ('ptc', 'task') AND day > coalesce((SELECT max(day) FROM referral_settlements), current_date - 62);
