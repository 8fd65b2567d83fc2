-- As before, and a lock that has ended keeps nobody from a share: its columns stay (kernel/account-lock.ts).
CREATE OR REPLACE FUNCTION faucet_keep(p_day date, p_budget bigint, p_percent integer, p_trusted integer,
  p_reward bigint)
RETURNS integer
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
  -- Each is worked out once, however few accounts are expected of it.
  WITH known AS MATERIALIZED (
    SELECT u.id, u.trust_level >= 2 AS is_trusted, coalesce(k.since, p_day) AS since,
      CASE WHEN c.first_on IS NULL THEN 60 * p_reward WHEN k.unused < p_reward THEN 2 * k.kept ELSE 0 END AS growing,
      c.earned * 3 / (2 * (p_day - c.first_on)) AS usual
    FROM users u LEFT JOIN faucet_kept k ON k.user_id = u.id AND k.day = p_day - 1
    CROSS JOIN LATERAL (SELECT sum(d.earned) AS earned, min(d.day) AS first_on FROM day_counters d
      WHERE d.user_id = u.id AND d.source = 'faucet' AND d.day >= p_day - 14 AND d.day < p_day) c
    WHERE u.trust_level >= 1 AND u.trust_on >= p_day - 7 AND u.deleted_at IS NULL
      AND (u.locked_at IS NULL OR u.locked_until <= v_start)),
  wishes AS MATERIALIZED (
    SELECT n.id, n.is_trusted, n.since, least(60 * p_reward, greatest(p_reward, n.usual,
      least(n.growing, CASE WHEN n.is_trusted THEN 60 ELSE 20 END * p_reward)))::bigint AS wish FROM known n),
  spared AS MATERIALIZED (
    SELECT greatest(0, least(p_budget * p_trusted / 100, count(*) * 60 * p_reward) - coalesce(sum(w.wish), 0)) AS units
    FROM wishes w WHERE w.is_trusted),
  -- Who came on one day, and what those before leave to them.
  days AS MATERIALIZED (
    SELECT w.is_trusted, w.since, fair_height(array_agg(w.wish), greatest(0, v_pool - v_shared
      - CASE WHEN w.is_trusted THEN 0 ELSE (SELECT s.units FROM spared s) END
      - coalesce(sum(sum(w.wish)) OVER (ORDER BY w.is_trusted DESC, w.since
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::bigint) AS height
    FROM wishes w GROUP BY w.is_trusted, w.since),
  served AS MATERIALIZED (
    SELECT w.id, w.since, least(w.wish, 20 * p_reward) AS enough, least(w.wish, d.height) AS kept
    FROM wishes w JOIN days d USING (is_trusted, since)),
  lifting AS MATERIALIZED (
    SELECT fair_floor(array_agg(s.kept), v_shared) AS height FROM served s WHERE s.kept < s.enough),
  given AS (
    SELECT s.id, s.since, CASE WHEN l.height >= p_reward THEN greatest(s.kept, least(s.enough, l.height))
      WHEN s.kept < p_reward AND row_number() OVER (PARTITION BY s.kept < p_reward
        ORDER BY md5(s.id::text || p_day)) * p_reward <= v_shared THEN p_reward
      ELSE s.kept END AS kept
    FROM served s CROSS JOIN lifting l)
  INSERT INTO faucet_kept (day, user_id, kept, unused, since)
    SELECT p_day, g.id, g.kept, g.kept, g.since FROM given g WHERE g.kept >= p_reward;
  INSERT INTO faucet_kept_days (day, kept)
    SELECT p_day, sum(k.kept) FROM faucet_kept k WHERE k.day = p_day HAVING count(*) > 0;
  RETURN (SELECT count(*)::integer FROM faucet_kept k WHERE k.day = p_day);
END $$;
