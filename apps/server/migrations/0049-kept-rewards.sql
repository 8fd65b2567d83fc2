-- Rewards that are kept for single accounts. The reserve of a trust level (0044) is open to whoever has that level: a
-- farm that waits until its accounts are Known could take all of it before any other member came. So of each day's
-- budget that part is given out beforehand, to each account what it is used to claim, in the order in which accounts
-- came: whoever comes later, in whatever number, takes nothing of it.

-- What of a day's budget is kept, all accounts together.
CREATE TABLE faucet_kept_days (
  day date PRIMARY KEY,
  kept bigint NOT NULL CHECK (kept > 0)
);

-- What is kept for an account, and what of it the account has not claimed yet. `since`: the first of the days on which
-- something was kept for it, without a gap.
CREATE TABLE faucet_kept (
  day date NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  kept bigint NOT NULL CHECK (kept > 0),
  unused bigint NOT NULL CHECK (unused BETWEEN 0 AND kept),
  since date NOT NULL,
  PRIMARY KEY (user_id, day)
) WITH (fillfactor = 50);
CREATE INDEX faucet_kept_day ON faucet_kept (day);

-- Keeps up to `p_percent` of a day's budget for accounts of Known and above that were active in the last week; before
-- the day has begun, and once. Each gets one and a half times what the faucet paid it a day in the last two weeks, 60
-- claims at most: Trusted accounts first, then in the order in which they were first kept something. A tenth of the
-- budget is for all others in equal shares, up to 20 claims; where that is less than a claim, by lot.
CREATE FUNCTION faucet_keep(p_day date, p_budget bigint, p_percent integer, p_reward bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_start timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  v_pool bigint := p_budget * p_percent / 100;
  v_shared bigint := least(v_pool, p_budget / 10);
BEGIN
  -- As `faucet_hour_begin`, which reckons with what is kept.
  PERFORM pg_advisory_xact_lock(hashtext('faucet hour'), 0);
  IF EXISTS (SELECT FROM faucet_kept_days k WHERE k.day = p_day)
      OR EXISTS (SELECT FROM faucet_hours h WHERE h.hour >= v_start AND h.hour < v_start + interval '1 day') THEN
    RETURN 0;
  END IF;
  WITH known AS (
    SELECT u.id, u.trust_level >= 2 AS is_trusted, coalesce(k.since, p_day) AS since, least(60 * p_reward,
      (SELECT coalesce(sum(d.earned), 0) FROM day_counters d WHERE d.user_id = u.id AND d.source = 'faucet'
        AND d.day >= p_day - 14 AND d.day < p_day) * 3 / 28)::bigint AS usual
    FROM users u LEFT JOIN faucet_kept k ON k.user_id = u.id AND k.day = p_day - 1
    WHERE u.trust_level >= 1 AND u.trust_on >= p_day - 7 AND u.locked_at IS NULL AND u.deleted_at IS NULL),
  settled AS (
    SELECT s.id, s.since, s.usual FROM (
      SELECT n.*, sum(n.usual) OVER (ORDER BY n.is_trusted DESC, n.since, n.id) AS upto FROM known n
      WHERE n.usual >= p_reward) s WHERE s.upto <= v_pool - v_shared),
  others AS (
    SELECT n.id, n.since, greatest(p_reward, least(20 * p_reward, v_shared / count(*) OVER ())) AS share,
      row_number() OVER (ORDER BY md5(n.id::text || p_day)) AS place
    FROM known n WHERE NOT EXISTS (SELECT FROM settled s WHERE s.id = n.id)),
  given AS (
    SELECT id, since, usual AS kept FROM settled
    UNION ALL SELECT id, since, share FROM others WHERE place * share <= v_shared)
  INSERT INTO faucet_kept (day, user_id, kept, unused, since) SELECT p_day, id, kept, kept, since FROM given;
  INSERT INTO faucet_kept_days (day, kept)
    SELECT p_day, sum(k.kept) FROM faucet_kept k WHERE k.day = p_day HAVING count(*) > 0;
  RETURN (SELECT count(*)::integer FROM faucet_kept k WHERE k.day = p_day);
END $$;

-- What of a day's budget the hours don't give out, as it is kept. Where the budget was lowered below that, nothing more
-- is kept on that day: then it is what was claimed of it.
CREATE FUNCTION faucet_kept_of(p_day date, p_budget bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_kept bigint := (SELECT k.kept FROM faucet_kept_days k WHERE k.day = p_day);
BEGIN
  IF v_kept > p_budget THEN
    RETURN (SELECT sum(k.kept - k.unused)::bigint FROM faucet_kept k WHERE k.day = p_day);
  END IF;
  RETURN coalesce(v_kept, 0);
END $$;

-- Whether so much is kept for an account and not claimed yet.
CREATE FUNCTION faucet_is_kept(p_user uuid, p_amount bigint, p_budget bigint, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM faucet_kept k JOIN faucet_kept_days d USING (day) WHERE k.user_id = p_user
    AND k.day = (p_at AT TIME ZONE 'UTC')::date AND k.unused >= p_amount AND d.kept <= p_budget);
END $$;

-- As before (0044), less what is kept.
CREATE OR REPLACE FUNCTION faucet_hour_left(p_hour timestamptz, p_budget bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT greatest(0, greatest(0, p_budget - faucet_kept_of((p_hour AT TIME ZONE 'UTC')::date, p_budget))
    * (extract(hour FROM p_hour AT TIME ZONE 'UTC')::bigint + 1) / 24
    - coalesce(sum(h.by_new + h.by_known + h.by_trusted), 0)::bigint)
  FROM faucet_hours h WHERE h.hour >= utc_day(p_hour) AND h.hour < utc_day(p_hour) + interval '1 day'
$$;

-- As before (0044); what is kept for single accounts is a part of the reserves.
CREATE OR REPLACE FUNCTION faucet_reserves(p_reserves integer[], p_amount bigint, p_budget bigint, p_at timestamptz)
RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_left bigint := p_budget - faucet_kept_of((p_at AT TIME ZONE 'UTC')::date, p_budget);
  v_hour bigint := greatest(1, v_left / 24);
  -- Percent of what is left: New accounts get no less than without what is kept.
  v_most_known integer;
  -- More of them than this would not be given more.
  v_most bigint := 1 + v_hour / (20 * greatest(p_amount, 1));
  v_known bigint;
  v_trusted bigint;
BEGIN
  IF p_budget = 0 OR p_reserves[1] = 0 THEN
    RETURN p_reserves;
  END IF;
  v_most_known := greatest(0, 100 - (100 - p_reserves[1]) * p_budget / greatest(1, v_left));
  SELECT count(*) INTO v_known FROM (SELECT FROM users u
    WHERE u.trust_level >= 1 AND u.trust_on >= (p_at AT TIME ZONE 'UTC')::date - 7 LIMIT v_most) known;
  SELECT count(*) INTO v_trusted FROM (SELECT FROM users u
    WHERE u.trust_level >= 2 AND u.trust_on >= (p_at AT TIME ZONE 'UTC')::date - 7 LIMIT v_most) trusted;
  RETURN ARRAY[least(v_most_known, (v_known * 20 * p_amount * 100 + v_hour - 1) / v_hour),
    least(p_reserves[2], v_most_known, (v_trusted * 20 * p_amount * 100 + v_hour - 1) / v_hour)];
END $$;

-- Takes a claim's part of what its network gets of a day; Trusted accounts are not counted (0044).
CREATE FUNCTION faucet_network_take(p_trust integer, p_net text, p_amount bigint, p_budget bigint,
  p_net_percent integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_used bigint;
BEGIN
  IF p_trust < 2 THEN
    INSERT INTO faucet_networks AS n (day, net, used) VALUES ((p_at AT TIME ZONE 'UTC')::date, p_net, p_amount)
      ON CONFLICT (day, net) DO UPDATE SET used = n.used + EXCLUDED.used
      RETURNING n.used INTO v_used;
    IF v_used > faucet_network_share(p_net, p_budget, p_net_percent) THEN
      RAISE EXCEPTION 'the share of the network % is used up', p_net USING ERRCODE = 'RN011',
        DETAIL = 'network ' || extract(epoch FROM utc_day(p_at) + interval '1 day')::bigint;
    END IF;
  END IF;
END $$;

-- Takes what a claim costs out of what is kept for its account. False: so much is not.
CREATE FUNCTION faucet_kept_take(p_user uuid, p_trust integer, p_net text, p_amount bigint, p_budget bigint,
  p_net_percent integer, p_at timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_budget = 0 OR p_trust = 0 THEN
    RETURN false;
  END IF;
  UPDATE faucet_kept k SET unused = k.unused - p_amount WHERE k.user_id = p_user
    AND k.day = (p_at AT TIME ZONE 'UTC')::date AND k.unused >= p_amount
    AND EXISTS (SELECT FROM faucet_kept_days d WHERE d.day = k.day AND d.kept <= p_budget);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM faucet_network_take(p_trust, p_net, p_amount, p_budget, p_net_percent, p_at);
  RETURN true;
END $$;

-- As before (0044).
CREATE OR REPLACE FUNCTION faucet_budget_take(p_trust integer, p_net text, p_amount bigint, p_budget bigint,
  p_reserves integer[], p_net_percent integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_hour timestamptz;
  v_seconds integer;
  v_slot smallint;
  r record;
BEGIN
  IF p_budget = 0 THEN
    RETURN;
  END IF;
  v_hour := faucet_hour_of(p_at);
  v_seconds := least(3599, greatest(0, extract(epoch FROM p_at - v_hour)))::integer;
  IF NOT EXISTS (SELECT FROM faucet_hours h WHERE h.hour = v_hour AND h.budget = p_budget) THEN
    PERFORM faucet_hour_begin(v_hour, p_budget, p_amount);
  END IF;
  PERFORM faucet_network_take(p_trust, p_net, p_amount, p_budget, p_net_percent, p_at);
  -- The part with the most room that no other claim holds at this moment; where all are held, one after the other.
  SELECT h.slot INTO v_slot FROM faucet_hours h WHERE h.hour = v_hour
      AND faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds) >= p_amount
    ORDER BY h.part - h.by_new - h.by_known - h.by_trusted DESC LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    SELECT h.slot INTO v_slot FROM faucet_hours h WHERE h.hour = v_hour
        AND faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds) >= p_amount
      ORDER BY h.slot LIMIT 1 FOR UPDATE;
  END IF;
  IF NOT FOUND THEN
    r := faucet_room(p_trust, p_net, p_amount, p_budget, p_reserves, p_net_percent, p_at);
    RAISE EXCEPTION 'the hour has no room for % units', p_amount USING ERRCODE = 'RN011', DETAIL = 'hour '
      || extract(epoch FROM coalesce(r.opens_at, v_hour + interval '1 hour'))::bigint;
  END IF;
  UPDATE faucet_hours h SET by_new = h.by_new + CASE WHEN p_trust = 0 THEN p_amount ELSE 0 END,
      by_known = h.by_known + CASE WHEN p_trust = 1 THEN p_amount ELSE 0 END,
      by_trusted = h.by_trusted + CASE WHEN p_trust >= 2 THEN p_amount ELSE 0 END
    WHERE h.hour = v_hour AND h.slot = v_slot;
END $$;

-- As before (0048); what is kept for the account is claimed first.
CREATE OR REPLACE FUNCTION faucet_claim(p_id uuid, p_claim uuid, p_user uuid, p_worths bigint[], p_percent integer,
  p_exp integer, p_timer integer, p_day_limit integer, p_at timestamptz, p_net text, p_budget bigint,
  p_reserves integer[], p_net_percent integer, p_commission integer, p_starter bigint, p_share integer,
  p_reduced bigint, p_reduced_day bigint, p_settled_until date, OUT paid_level integer, OUT worth bigint,
  OUT is_new boolean, OUT balance bigint, OUT total_earned bigint, OUT exp bigint, OUT level integer,
  OUT level_before integer, OUT is_full boolean)
LANGUAGE plpgsql AS $$
DECLARE
  v_exact bigint; v_fraction bigint; v_amount bigint; v_own bigint; v_cost bigint; v_settled bigint;
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
    v_cost := faucet_cost(v_own, u.referrer_id, p_commission);
    IF NOT faucet_kept_take(p_user, u.trust_level, p_net, v_cost, p_budget, p_net_percent, p_at) THEN
      PERFORM faucet_budget_take(u.trust_level, p_net, v_cost, p_budget,
        faucet_reserves(p_reserves, v_own, p_budget, p_at), p_net_percent, p_at);
    END IF;
  END IF;
  paid_level := u.level; level_before := u.level; is_new := c.is_new; balance := c.balance;
END $$;
