-- One meaning each for what several pages show: "owed" includes escrow, "paid out" is without fees. Days that were
-- written down before are counted anew in that sense.

UPDATE solvency_days d SET owed = d.owed + e.escrow FROM (
  SELECT day, coalesce(sum(moved) OVER (ORDER BY day), 0)::bigint AS escrow FROM (
    SELECT (at AT TIME ZONE 'UTC')::date AS day,
      sum(amount * ((credit LIKE 'escrow:%')::integer - (debit LIKE 'escrow:%')::integer)) AS moved
    FROM transfers GROUP BY 1
    UNION ALL SELECT day, 0 FROM solvency_days WHERE NOT EXISTS (SELECT FROM transfers t
      WHERE t.at >= day::timestamp AT TIME ZONE 'UTC' AND t.at < (day + 1)::timestamp AT TIME ZONE 'UTC')) by_day) e
  WHERE e.day = d.day;

UPDATE day_stats s SET figures = s.figures || jsonb_build_object('paid', (
  SELECT coalesce(sum(amount - fee), 0) FROM withdrawals WHERE status = 'paid'
    AND paid_at >= s.day::timestamp AT TIME ZONE 'UTC' AND paid_at < (s.day + 1)::timestamp AT TIME ZONE 'UTC'));
