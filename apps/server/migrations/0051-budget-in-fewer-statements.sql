-- The budget of a claim in fewer statements; what it takes, and what it refuses, is as before. Each statement inside a
-- function costs about as much as the row that it reads.

-- As before (0049), both counts in one statement.
CREATE OR REPLACE FUNCTION faucet_reserves(p_reserves integer[], p_amount bigint, p_budget bigint, p_at timestamptz)
RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_day date := (p_at AT TIME ZONE 'UTC')::date;
  v_left bigint;
  v_hour bigint;
  v_most_known integer;
  v_most bigint;
  v_known bigint;
  v_trusted bigint;
BEGIN
  IF p_budget = 0 OR p_reserves[1] = 0 THEN
    RETURN p_reserves;
  END IF;
  v_left := p_budget - faucet_kept_of(v_day, p_budget);
  v_hour := greatest(1, v_left / 24);
  -- Percent of what is left: New accounts get no less than without what is kept.
  v_most_known := greatest(0, 100 - (100 - p_reserves[1]) * p_budget / greatest(1, v_left));
  -- More of them than this would not be given more.
  v_most := 1 + v_hour / (20 * greatest(p_amount, 1));
  SELECT (SELECT count(*) FROM (SELECT FROM users u WHERE u.trust_level >= 1 AND u.trust_on >= v_day - 7
      LIMIT v_most) known),
    (SELECT count(*) FROM (SELECT FROM users u WHERE u.trust_level >= 2 AND u.trust_on >= v_day - 7
      LIMIT v_most) trusted)
    INTO v_known, v_trusted;
  RETURN ARRAY[least(v_most_known, (v_known * 20 * p_amount * 100 + v_hour - 1) / v_hour),
    least(p_reserves[2], v_most_known, (v_trusted * 20 * p_amount * 100 + v_hour - 1) / v_hour)];
END $$;

-- What a network gets of a day, by how common it is; null: it is as common as most.
CREATE FUNCTION faucet_share_of(p_commonness real, p_budget bigint, p_net_percent integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT least(p_budget, floor(p_budget::double precision * p_net_percent / 100 * coalesce(p_commonness, 1))::bigint)
$$;

-- As before (0044, 0049), with the share in the statement that takes.
CREATE OR REPLACE FUNCTION faucet_network_share(p_net text, p_budget bigint, p_net_percent integer)
RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN faucet_share_of((SELECT n.commonness FROM networks n WHERE n.net = p_net), p_budget, p_net_percent);
END $$;
CREATE OR REPLACE FUNCTION faucet_network_take(p_trust integer, p_net text, p_amount bigint, p_budget bigint,
  p_net_percent integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_used bigint;
  v_commonness real;
BEGIN
  IF p_trust < 2 THEN
    INSERT INTO faucet_networks AS n (day, net, used) VALUES ((p_at AT TIME ZONE 'UTC')::date, p_net, p_amount)
      ON CONFLICT (day, net) DO UPDATE SET used = n.used + EXCLUDED.used
      RETURNING n.used, (SELECT w.commonness FROM networks w WHERE w.net = p_net) INTO v_used, v_commonness;
    IF v_used > faucet_share_of(v_commonness, p_budget, p_net_percent) THEN
      RAISE EXCEPTION 'the share of the network % is used up', p_net USING ERRCODE = 'RN011',
        DETAIL = 'network ' || extract(epoch FROM utc_day(p_at) + interval '1 day')::bigint;
    END IF;
  END IF;
END $$;

-- As before (0049). The hour that is begun, which may be the next one (`faucet_hour_of`), and its budget are read at
-- once, and the part that is chosen is taken in the same statement.
CREATE OR REPLACE FUNCTION faucet_budget_take(p_trust integer, p_net text, p_amount bigint, p_budget bigint,
  p_reserves integer[], p_net_percent integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_hour timestamptz := date_trunc('hour', p_at, 'UTC');
  v_next timestamptz := v_hour + interval '1 hour';
  v_seconds integer;
  v_slot smallint;
  b record;
  r record;
BEGIN
  IF p_budget = 0 THEN
    RETURN;
  END IF;
  SELECT h.hour, h.budget INTO b FROM faucet_hours h
    WHERE h.hour >= v_hour AND h.hour <= CASE WHEN utc_day(v_next) = utc_day(p_at) THEN v_next ELSE v_hour END
    ORDER BY h.hour DESC LIMIT 1;
  v_hour := coalesce(b.hour, v_hour);
  v_seconds := least(3599, greatest(0, extract(epoch FROM p_at - v_hour)))::integer;
  IF b.budget IS DISTINCT FROM p_budget THEN
    PERFORM faucet_hour_begin(v_hour, p_budget, p_amount);
  END IF;
  PERFORM faucet_network_take(p_trust, p_net, p_amount, p_budget, p_net_percent, p_at);
  -- The part with the most room that no other claim holds at this moment; where all are held, one after the other.
  UPDATE faucet_hours o SET by_new = o.by_new + CASE WHEN p_trust = 0 THEN p_amount ELSE 0 END,
      by_known = o.by_known + CASE WHEN p_trust = 1 THEN p_amount ELSE 0 END,
      by_trusted = o.by_trusted + CASE WHEN p_trust >= 2 THEN p_amount ELSE 0 END
    WHERE o.hour = v_hour AND o.slot = (SELECT h.slot FROM faucet_hours h WHERE h.hour = v_hour
        AND faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds) >= p_amount
      ORDER BY h.part - h.by_new - h.by_known - h.by_trusted DESC LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF FOUND THEN
    RETURN;
  END IF;
  SELECT h.slot INTO v_slot FROM faucet_hours h WHERE h.hour = v_hour
      AND faucet_open_to(p_trust, h.part, h.by_new, h.by_known, h.by_trusted, p_reserves, v_seconds) >= p_amount
    ORDER BY h.slot LIMIT 1 FOR UPDATE;
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
