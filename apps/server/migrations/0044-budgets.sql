-- The daily budget of the faucet (`faucet_day_max`), given out by the hour, with what is kept for the higher trust
-- levels and what one network may take. The rule stands here once: the claim moves these counters in its own
-- statement, and what pages say before a claim is read by the same functions.

-- What an hour has to give out, in a few parts, so that claims made at once do not wait for one row. `part` is what the
-- budget of that moment allowed; the rest is what was taken of it, by trust level.
CREATE TABLE faucet_hours (
  hour timestamptz NOT NULL,
  slot smallint NOT NULL,
  budget bigint NOT NULL CHECK (budget > 0),
  part bigint NOT NULL,
  by_new bigint NOT NULL DEFAULT 0 CHECK (by_new >= 0),
  by_known bigint NOT NULL DEFAULT 0 CHECK (by_known >= 0),
  by_trusted bigint NOT NULL DEFAULT 0 CHECK (by_trusted >= 0),
  PRIMARY KEY (hour, slot),
  CHECK (by_new + by_known + by_trusted <= part)
) WITH (fillfactor = 50);

-- What accounts below Trusted took of a day's budget from one network.
CREATE TABLE faucet_networks (
  day date NOT NULL,
  net text NOT NULL,
  used bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, net)
) WITH (fillfactor = 70);

-- How many times the share of one network this one has: it grows with the people who are known to use it.
ALTER TABLE networks ADD COLUMN commonness real NOT NULL DEFAULT 1 CHECK (commonness >= 1);

-- A site that ran before pays as before, until its owner sets a budget.
INSERT INTO settings (name, value, updated_at)
  SELECT 'faucet_day_max', '0'::jsonb, now() WHERE EXISTS (SELECT FROM users) ON CONFLICT (name) DO NOTHING;

-- What the claim calls is either inlined or keeps its plan: SQL functions that read tables would be planned each time.
CREATE FUNCTION utc_day(p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS
$$ SELECT date_trunc('day', p_at, 'UTC') $$;

-- What of the day's budget an hour may give out at most: the hours up to it have an equal share each, what is left of
-- earlier ones included. Another budget counts at once, for what is left of the day.
CREATE FUNCTION faucet_hour_left(p_hour timestamptz, p_budget bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, p_budget * (extract(hour FROM p_hour AT TIME ZONE 'UTC')::bigint + 1) / 24
    - coalesce(sum(h.by_new + h.by_known + h.by_trusted), 0)::bigint)
  FROM faucet_hours h WHERE h.hour >= utc_day(p_hour) AND h.hour < utc_day(p_hour) + interval '1 day'
$$;

-- In how many parts an hour is given out: each has room for some hundred claims.
CREATE FUNCTION faucet_slots(p_left bigint, p_amount bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$ SELECT least(16, greatest(1, p_left / (200 * greatest(p_amount, 1))))::integer $$;

-- What is still kept of a reserve of which some was used.
CREATE FUNCTION faucet_kept(p_reserve bigint, p_used bigint, p_seconds integer)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, least(p_reserve - p_used,
    CASE WHEN p_seconds >= 3000 THEN 2 * p_used * (3600 - p_seconds) / p_seconds END))
$$;

-- What of a part is open to a claim of a trust level: all that is left, less what is kept for the levels above it.
-- `p_reserves` are percent of the part: kept for Known and above, and for Trusted and above. In the last ten minutes of
-- the hour (`p_seconds` of it are over) no more is kept than twice what those levels take in such a time at the pace
-- of this hour.
CREATE FUNCTION faucet_open_to(p_trust integer, p_part bigint, p_by_new bigint, p_by_known bigint, p_by_trusted bigint,
  p_reserves integer[], p_seconds integer)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT p_part - p_by_new - p_by_known - p_by_trusted - CASE p_trust
    WHEN 0 THEN faucet_kept(p_part * p_reserves[1] / 100, p_by_known + p_by_trusted, p_seconds)
    WHEN 1 THEN faucet_kept(p_part * p_reserves[2] / 100, p_by_trusted, p_seconds)
    ELSE 0 END
$$;

-- The reserves, less what the accounts they are for cannot use: each account of these levels that was active in the
-- last week counts with 20 claims an hour. So a site without such accounts keeps nothing back from its newcomers.
CREATE FUNCTION faucet_reserves(p_reserves integer[], p_amount bigint, p_budget bigint, p_at timestamptz)
RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_hour bigint := greatest(1, p_budget / 24);
  -- More of them than this would not be given more.
  v_most bigint := 1 + v_hour / (20 * greatest(p_amount, 1));
  v_known bigint;
  v_trusted bigint;
BEGIN
  IF p_budget = 0 OR p_reserves[1] = 0 THEN
    RETURN p_reserves;
  END IF;
  SELECT count(*) INTO v_known FROM (SELECT FROM users u
    WHERE u.trust_level >= 1 AND u.trust_on >= (p_at AT TIME ZONE 'UTC')::date - 7 LIMIT v_most) known;
  SELECT count(*) INTO v_trusted FROM (SELECT FROM users u
    WHERE u.trust_level >= 2 AND u.trust_on >= (p_at AT TIME ZONE 'UTC')::date - 7 LIMIT v_most) trusted;
  RETURN ARRAY[least(p_reserves[1], (v_known * 20 * p_amount * 100 + v_hour - 1) / v_hour),
    least(p_reserves[2], (v_trusted * 20 * p_amount * 100 + v_hour - 1) / v_hour)];
END $$;

-- The hour that a claim is counted to: where clocks differ and another node has begun the next hour, that one, as it
-- gives out what this one had left. A day never takes from another one.
CREATE FUNCTION faucet_hour_of(p_at timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_hour timestamptz := date_trunc('hour', p_at, 'UTC');
BEGIN
  IF EXISTS (SELECT FROM faucet_hours h WHERE h.hour = v_hour + interval '1 hour'
      AND h.hour < utc_day(p_at) + interval '1 day') THEN
    RETURN v_hour + interval '1 hour';
  END IF;
  RETURN v_hour;
END $$;

CREATE FUNCTION faucet_network_share(p_net text, p_budget bigint, p_net_percent integer)
RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN least(p_budget, floor(p_budget::double precision * p_net_percent / 100
    * coalesce((SELECT n.commonness FROM networks n WHERE n.net = p_net), 1))::bigint);
END $$;

-- Whether a claim of this amount would find room, and else why not and when there may be some: `reason` is null where
-- it would.
CREATE FUNCTION faucet_room(p_trust integer, p_net text, p_amount bigint, p_budget bigint, p_reserves integer[],
  p_net_percent integer, p_at timestamptz, OUT reason text, OUT opens_at timestamptz)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_hour timestamptz := faucet_hour_of(p_at);
  v_seconds integer := least(3599, greatest(0, extract(epoch FROM p_at - v_hour)))::integer;
  v_left bigint;
  v_open bigint;
  v_whole bigint;
BEGIN
  IF p_budget = 0 THEN
    RETURN;
  END IF;
  IF p_trust < 2 AND coalesce((SELECT n.used FROM faucet_networks n WHERE n.day = (p_at AT TIME ZONE 'UTC')::date
      AND n.net = p_net), 0) + p_amount > faucet_network_share(p_net, p_budget, p_net_percent) THEN
    reason := 'network';
    opens_at := utc_day(p_at) + interval '1 day';
    RETURN;
  END IF;
  SELECT max(faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds)),
      max(h.part - h.by_new - h.by_known - h.by_trusted)
    INTO v_open, v_whole FROM faucet_hours h WHERE h.hour = v_hour AND h.budget = p_budget;
  IF v_open IS NULL THEN
    v_left := faucet_hour_left(v_hour, p_budget);
    v_whole := v_left / faucet_slots(v_left, p_amount);
    v_open := faucet_open_to(p_trust, v_whole, 0, 0, 0, p_reserves, v_seconds);
  END IF;
  IF v_open >= p_amount THEN
    RETURN;
  END IF;
  reason := 'hour';
  -- What is kept for others now is open to all in the last ten minutes.
  opens_at := v_hour + CASE WHEN v_whole >= p_amount AND v_seconds < 3000 THEN interval '50 minutes'
    ELSE interval '1 hour' END;
END $$;

-- Divides what an hour may give out into its parts. What earlier hours of the day had left goes over into it, so nobody
-- takes that there any more. Lock order: user, accounts, this, network, part.
CREATE FUNCTION faucet_hour_begin(p_hour timestamptz, p_budget bigint, p_amount bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_left bigint;
  v_slots integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('faucet hour'), 0);
  IF EXISTS (SELECT FROM faucet_hours h WHERE h.hour = p_hour AND h.budget = p_budget) THEN
    RETURN;
  END IF;
  PERFORM FROM faucet_hours h WHERE h.hour >= utc_day(p_hour) AND h.hour < utc_day(p_hour) + interval '1 day'
    ORDER BY h.hour, h.slot FOR UPDATE;
  UPDATE faucet_hours h SET part = h.by_new + h.by_known + h.by_trusted
    WHERE h.hour >= utc_day(p_hour) AND h.hour < utc_day(p_hour) + interval '1 day';
  UPDATE faucet_hours h SET budget = p_budget WHERE h.hour = p_hour;
  v_left := faucet_hour_left(p_hour, p_budget);
  v_slots := faucet_slots(v_left, p_amount);
  INSERT INTO faucet_hours AS h (hour, slot, budget, part)
    SELECT p_hour, slot, p_budget, v_left / v_slots + CASE slot WHEN 0 THEN v_left % v_slots ELSE 0 END
      FROM generate_series(0, v_slots - 1) slot
    ON CONFLICT (hour, slot) DO UPDATE SET part = h.part + EXCLUDED.part;
END $$;

-- Takes what a claim pays out of the budget. Where there is no room everything is undone (RN011): the wait is not begun
-- and a solved check is not used up. Its detail says why, as `faucet_room`, and when there may be room.
CREATE FUNCTION faucet_budget_take(p_trust integer, p_net text, p_amount bigint, p_budget bigint, p_reserves integer[],
  p_net_percent integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_hour timestamptz;
  v_seconds integer;
  v_slot smallint;
  v_used bigint;
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
  IF p_trust < 2 THEN
    INSERT INTO faucet_networks AS n (day, net, used) VALUES ((p_at AT TIME ZONE 'UTC')::date, p_net, p_amount)
      ON CONFLICT (day, net) DO UPDATE SET used = n.used + EXCLUDED.used
      RETURNING n.used INTO v_used;
    IF v_used > faucet_network_share(p_net, p_budget, p_net_percent) THEN
      RAISE EXCEPTION 'the share of the network % is used up', p_net USING ERRCODE = 'RN011',
        DETAIL = 'network ' || extract(epoch FROM utc_day(p_at) + interval '1 day')::bigint;
    END IF;
  END IF;
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

-- What a claim costs the site: what it pays, and the commission of whoever referred the account, rounded up.
CREATE FUNCTION faucet_cost(p_amount bigint, p_referrer uuid, p_commission integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS
$$ SELECT p_amount + CASE WHEN p_referrer IS NULL THEN 0 ELSE (p_amount * p_commission + 9999) / 10000 END $$;

-- A claim as before (0031), which takes what it costs out of the budget of the faucet. `p_commission`: basis points.
DROP FUNCTION faucet_claim(uuid, uuid, uuid, bigint[], integer, integer, integer, integer, timestamptz);
CREATE FUNCTION faucet_claim(p_id uuid, p_claim uuid, p_user uuid, p_worths bigint[], p_percent integer, p_exp integer,
  p_timer integer, p_day_limit integer, p_at timestamptz, p_net text, p_budget bigint, p_reserves integer[],
  p_net_percent integer, p_commission integer, OUT paid_level integer, OUT worth bigint, OUT is_new boolean,
  OUT balance bigint,
  OUT total_earned bigint, OUT exp bigint, OUT level integer, OUT level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_exact bigint;
  v_amount bigint;
  u record;
  c record;
BEGIN
  SELECT o.level, o.exp, o.last_claim_at, o.faucet_fraction, o.trust_level, o.referrer_id INTO STRICT u
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
  -- Last, as others may wait for what it locks until the commit.
  PERFORM faucet_budget_take(u.trust_level, p_net, faucet_cost(v_amount, u.referrer_id, p_commission), p_budget,
    faucet_reserves(p_reserves, v_amount, p_budget, p_at), p_net_percent, p_at);
  paid_level := u.level;
  level_before := u.level;
  is_new := c.is_new;
  balance := c.balance;
END $$;
