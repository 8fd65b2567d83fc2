-- A returned shortlink visit against which nothing speaks is paid in one call.

-- The proof that the browser will show, hashed: set when the visit is opened, cleared when it is paid or held.
ALTER TABLE link_visits ADD COLUMN proof_hash bytea;

-- The links for a user, in the owner's order, with how often each was paid, or will be, since a moment.
CREATE FUNCTION link_offers(p_user uuid, p_country text, p_since timestamptz)
RETURNS TABLE (_id uuid, name text, reward bigint, "maxView" integer, priority integer, "avgDuration" integer,
  "outUntil" timestamptz, count bigint)
LANGUAGE sql STABLE AS $$
  SELECT p.id, p.name, p.reward, p.max_view, p.priority, coalesce(p.median_seconds, p.expected_seconds), p.out_until,
    coalesce(v.count, 0)
  FROM link_providers p LEFT JOIN (
    SELECT provider_id, count(*) AS count FROM link_visits
    WHERE user_id = p_user AND status IN ('paid', 'held') AND arrived_at >= p_since
    GROUP BY provider_id) v ON v.provider_id = p.id
  WHERE p.enabled AND p.removed_at IS NULL AND (cardinality(p.countries) = 0 OR p_country = ANY(p.countries))
  ORDER BY p.position, p.id
$$;

-- Ends a visit and pays it, if that is plain: its user, browser, proof and time are right, the day has room, and
-- neither a review, a mark nor a new level comes of it. Else it changes nothing and answers null: the caller then looks
-- at each rule by itself. Lock order: visit, user, accounts.
-- `p_small_max`: the most that needs no look at the day's budget; null: there is none. `p_starter` null: what the
-- account brings in bounds nothing. `p_unlearnt` of the expected seconds are likely while nothing is learnt.
CREATE FUNCTION link_verify(p_secret_hash bytea, p_proof_hash bytea, p_user uuid, p_device uuid, p_country text,
  p_transfer_id uuid, p_exp integer, p_income_percent integer, p_small_max bigint, p_starter bigint, p_share integer,
  p_settled_until date, p_unlearnt double precision, p_regular_from integer, p_regular_spread double precision,
  p_trusted_since timestamptz, p_listed_points double precision, p_since timestamptz, p_at timestamptz,
  OUT provider_id uuid, OUT reward bigint, OUT balance bigint, OUT count integer, OUT offers json)
LANGUAGE plpgsql AS $$
DECLARE
  v link_visits%ROWTYPE; u record; d record; v_seconds numeric; v_is_trusted boolean;
  v_income bigint; v_allowance bigint; v_revenue bigint;
BEGIN
  SELECT * INTO v FROM link_visits l WHERE l.secret_hash = p_secret_hash AND l.user_id = p_user AND l.status = 'open'
    AND l.device_id = p_device AND l.expires_at > p_at AND l.proof_hash = p_proof_hash FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT o.level, o.exp, o.allowance_used, o.joined_at, o.email_verified_at, p.max_view,
      greatest(p.min_seconds, coalesce(p.floor_seconds, p_unlearnt * p.expected_seconds)) AS least_seconds
    INTO STRICT u FROM users o, link_providers p WHERE o.id = p_user AND p.id = v.provider_id FOR NO KEY UPDATE OF o;
  v_seconds := round(extract(epoch FROM p_at - v.opened_at), 3);
  v_is_trusted := u.email_verified_at IS NOT NULL AND u.joined_at <= p_trusted_since;
  v_income := v.reward * p_income_percent / 100;
  v_allowance := greatest(0, v.reward - v_income);
  v_revenue := greatest(0, v_income - v.reward);
  -- Under the user's lock, so that of several visits that end at once each sees those before it.
  SELECT (SELECT count(*) FROM link_visits l WHERE l.user_id = p_user AND l.provider_id = v.provider_id
        AND l.status IN ('paid', 'held') AND l.arrived_at >= p_since) AS today,
      (SELECT stddev_samp(ln(r.seconds)) FROM (SELECT v_seconds::double precision AS seconds UNION ALL (
          SELECT l.seconds FROM link_visits l WHERE l.user_id = p_user AND l.provider_id = v.provider_id
            AND l.status IN ('paid', 'held') ORDER BY l.arrived_at DESC LIMIT 9)) r
        WHERE r.seconds > 0 HAVING count(*) >= p_regular_from) AS spread,
      CASE WHEN v_is_trusted THEN (SELECT sum(m.points) FROM risk_marks m WHERE m.user_id = p_user) END AS points
    INTO d;
  IF v_seconds < u.least_seconds OR d.today >= u.max_view OR d.spread < p_regular_spread OR d.points >= p_listed_points
      OR v.reward > p_small_max OR level_of(u.exp + p_exp) > u.level THEN
    RETURN;
  END IF;
  IF v_allowance > 0 AND p_starter IS NOT NULL AND u.allowance_used + v_allowance
      > p_starter + greatest(0, settled_revenue(p_user, p_settled_until)) * p_share / 100 THEN
    RETURN;
  END IF;
  UPDATE link_visits l SET status = 'paid', trusted = v_is_trusted, arrived_at = p_at, seconds = v_seconds,
    proof_hash = NULL WHERE l.id = v.id;
  provider_id := v.provider_id; reward := v.reward; count := d.today + 1;
  balance := (ledger_credit(p_transfer_id, 'link:' || v.id, 'link', 'house:link', p_user, v.reward, v.id::text,
    CASE WHEN v_revenue > 0 THEN jsonb_build_object('allowance', v_allowance, 'revenue', v_revenue)
      WHEN v_allowance < v.reward THEN jsonb_build_object('allowance', v_allowance) END, p_at)).balance;
  UPDATE users o SET total_earned = o.total_earned + v.reward, exp = u.exp + p_exp, level = level_of(u.exp + p_exp),
    allowance_used = u.allowance_used + v_allowance WHERE o.id = p_user;
  PERFORM count_day(p_user, 'link', v.reward, 0, v_revenue, p_at);
  SELECT coalesce(json_agg(o), '[]') INTO offers FROM link_offers(p_user, p_country, p_since) o;
END $$;
