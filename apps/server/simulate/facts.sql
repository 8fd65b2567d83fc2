-- What must be true of the whole database, as views that find what is not: each row is a way in which it does not hold.
-- Written from docs/money.md, and never from the queries of the site itself.

CREATE VIEW simulate.changes AS
  SELECT credit AS account, amount AS change FROM transfers UNION ALL SELECT debit, -amount FROM transfers;

CREATE VIEW simulate.wrong_balances AS
  SELECT a.name, a.balance, s.sum FROM accounts a
  LEFT JOIN (SELECT account, sum(change) AS sum FROM simulate.changes GROUP BY account) s ON s.account = a.name
  WHERE a.balance IS NOT NULL AND a.balance <> coalesce(s.sum, 0);

CREATE VIEW simulate.unknown_accounts AS
  SELECT account FROM simulate.changes WHERE account NOT IN (SELECT name FROM accounts);

-- Every open withdrawal lies whole in its method's account, and nothing else does.
CREATE VIEW simulate.wrong_in_flight AS
  SELECT coalesce(w.account, m.account) AS account, w.sum AS open, m.sum AS there FROM
    (SELECT 'payout:' || method_id AS account, sum(amount) AS sum FROM withdrawals
      WHERE status NOT IN ('paid', 'rejected', 'failed') GROUP BY 1) w
    FULL JOIN (SELECT account, sum(change) AS sum FROM simulate.changes WHERE account LIKE 'payout:%' GROUP BY 1) m
      ON m.account = w.account
  WHERE coalesce(w.sum, 0) <> coalesce(m.sum, 0);

CREATE VIEW simulate.wrong_withdrawals AS
  SELECT * FROM (
    SELECT w.id, w.status, w.amount, w.fee,
      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'withdraw-request'), 0) AS asked,
      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'withdraw-paid'), 0) AS paid,
      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'withdraw-fee'), 0) AS kept,
      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'withdraw-refund'), 0) AS back
    FROM withdrawals w LEFT JOIN transfers t ON t.ref = w.id::text AND t.kind LIKE 'withdraw-%' GROUP BY w.id) sums
  WHERE asked <> amount
    OR paid <> CASE WHEN status = 'paid' THEN amount - fee ELSE 0 END
    OR kept <> CASE WHEN status = 'paid' THEN fee ELSE 0 END
    OR back <> CASE WHEN status IN ('rejected', 'failed') THEN amount ELSE 0 END;

-- What arrives is what is asked for less the fee, at the rate of that moment, rounded down to the coin's decimals.
CREATE VIEW simulate.wrong_coins AS
  SELECT w.id, w.amount, w.fee, w.rate, w.receives FROM withdrawals w JOIN withdraw_methods m ON m.id = w.method_id
  WHERE w.receives <> trunc((w.amount - w.fee) / w.rate, m.decimals);

CREATE VIEW simulate.wrong_campaign_escrows AS
  SELECT c.id, c.status, c.views_left, c.price, a.balance FROM campaigns c JOIN accounts a ON a.name = 'escrow:' || c.id
  WHERE a.balance <> CASE WHEN c.status IN ('pending', 'active', 'paused') THEN c.views_left * c.price ELSE 0 END;

-- Views are bought, sold or left; one that came back can be sold again.
CREATE VIEW simulate.wrong_views AS
  SELECT c.id, c.views, c.views_left, v.paid FROM campaigns c
  JOIN LATERAL (SELECT count(*) AS paid FROM ptc_views v WHERE v.campaign_id = c.id AND v.status = 'paid') v ON true
  WHERE c.status IN ('pending', 'active', 'paused') AND c.views <> c.views_left + v.paid;

CREATE VIEW simulate.wrong_task_escrows AS
  SELECT * FROM (
    SELECT t.id, t.status, a.balance, t.places, t.returned, t.reward, t.fee,
      count(s.id) FILTER (WHERE s.status = 'accepted' AND NOT s.on_hold) AS paid,
      coalesce(sum(s.reward) FILTER (WHERE s.on_hold), 0) AS lent
    FROM tasks t JOIN accounts a ON a.name = 'escrow:' || t.id LEFT JOIN task_submissions s ON s.task_id = t.id
    GROUP BY t.id, a.balance) work
  WHERE balance <> (places - paid - returned) * (reward + fee) - lent;

CREATE VIEW simulate.wrong_held AS
  SELECT a.name, a.balance, h.sum FROM accounts a LEFT JOIN (
    SELECT account, sum(amount) AS sum FROM (
      SELECT 'held:' || user_id AS account, amount FROM offers WHERE status = 'held'
      UNION ALL SELECT 'held:' || user_id, reward FROM task_submissions WHERE on_hold) waiting GROUP BY account) h
    ON h.account = a.name
  WHERE a.name LIKE 'held:%' AND a.balance <> coalesce(h.sum, 0);

-- What somebody owes is what became a debt, less what repaid it.
CREATE VIEW simulate.wrong_debts AS
  SELECT u.id, u.username, a.debt, d.made, r.repaid FROM users u JOIN accounts a ON a.name = 'main:' || u.id
  CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS made FROM debts WHERE user_id = u.id) d
  CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS repaid FROM transfers
    WHERE kind = 'debt-repay' AND split_part(debit, ':', 2) = u.id::text) r
  WHERE a.debt <> d.made - r.repaid;

-- Each thing that pays, pays once, and as much as it says.
CREATE VIEW simulate.wrong_rewards AS
  SELECT 'coupon' AS what, c.id::text AS id, c.uses::bigint AS said, count(t.id) AS paid FROM coupons c
    LEFT JOIN transfers t ON t.kind = 'coupon' AND t.key LIKE 'coupon:' || c.id || ':%' GROUP BY c.id
    HAVING c.uses <> count(t.id) OR count(t.id) > c.uses_max
  UNION ALL SELECT 'coupon twice', t.credit, 1, count(*) FROM transfers t WHERE t.kind = 'coupon'
    GROUP BY t.credit, split_part(t.key, ':', 2) HAVING count(*) > 1
  UNION ALL SELECT 'bonus twice a day', t.credit, 1, count(*) FROM transfers t WHERE t.kind = 'bonus'
    GROUP BY t.credit, (t.at AT TIME ZONE 'UTC')::date HAVING count(*) > 1
  UNION ALL SELECT 'challenge twice a day', t.credit, 1, count(*) FROM transfers t WHERE t.kind = 'challenge'
    GROUP BY t.credit, split_part(t.key, ':', 2), (t.at AT TIME ZONE 'UTC')::date HAVING count(*) > 1
  UNION ALL SELECT 'view', v.id::text, v.reward, coalesce(sum(t.amount), 0) FROM ptc_views v
    LEFT JOIN transfers t ON t.kind = 'ptc' AND t.key = 'ptc:' || v.id WHERE v.status IN ('paid', 'returned')
    GROUP BY v.id HAVING v.reward <> coalesce(sum(t.amount), 0)
  UNION ALL SELECT 'fee of a view', v.id::text, v.price - v.reward, coalesce(sum(t.amount), 0) FROM ptc_views v
    LEFT JOIN transfers t ON t.kind = 'ptc-fee' AND t.key = 'ptc-fee:' || v.id
    WHERE v.status IN ('paid', 'returned') GROUP BY v.id HAVING v.price - v.reward <> coalesce(sum(t.amount), 0)
  UNION ALL SELECT 'work', s.id::text, s.reward, coalesce(sum(t.amount), 0) FROM task_submissions s
    LEFT JOIN transfers t ON t.kind = 'task' AND t.key = 'task:' || s.id
    GROUP BY s.id HAVING coalesce(sum(t.amount), 0) <>
      CASE WHEN s.status = 'accepted' AND NOT s.on_hold THEN s.reward ELSE 0 END
  UNION ALL SELECT 'fee of work', s.id::text, s.fee, coalesce(sum(t.amount), 0) FROM task_submissions s
    LEFT JOIN transfers t ON t.kind = 'task-fee' AND t.key = 'task-fee:' || s.id
    GROUP BY s.id HAVING coalesce(sum(t.amount), 0) <>
      CASE WHEN s.status = 'accepted' AND NOT s.on_hold THEN s.fee ELSE 0 END
  UNION ALL SELECT 'link', v.id::text, v.reward, coalesce(sum(t.amount), 0) FROM link_visits v
    LEFT JOIN transfers t ON t.kind = 'link' AND t.key = 'link:' || v.id
    GROUP BY v.id HAVING coalesce(sum(t.amount), 0) <> CASE WHEN v.status = 'paid' THEN v.reward ELSE 0 END
  UNION ALL SELECT 'offer', o.id::text, o.amount, coalesce(sum(t.amount), 0) FROM offers o
    LEFT JOIN transfers t ON t.ref = o.id::text AND t.debit = 'house:offerwall' AND t.kind LIKE 'offerwall%'
    GROUP BY o.id HAVING coalesce(sum(t.amount), 0) <> o.amount
  UNION ALL SELECT 'measure', m.id::text, m.withheld, coalesce(sum(t.amount), 0) FROM measures m
    LEFT JOIN transfers t ON t.kind = 'release' AND t.ref = m.id::text
    GROUP BY m.id HAVING coalesce(sum(t.amount), 0) <> CASE WHEN m.paid_at IS NULL THEN 0 ELSE m.withheld END;

-- What waits is not spendable before its days, or its minute of undoing, are over.
CREATE VIEW simulate.too_early AS
  SELECT 'offer' AS what, o.id, t.at FROM offers o
    JOIN transfers t ON t.ref = o.id::text AND t.kind = 'offerwall' AND t.debit LIKE 'held:%'
    WHERE t.at < o.created_at + interval '3 days'
      AND NOT EXISTS (SELECT FROM offer_charge_backs b WHERE b.offer_id = o.id)
  UNION ALL SELECT 'large offer', o.id, t.at FROM offers o
    JOIN transfers t ON t.ref = o.id::text AND t.kind = 'offerwall' AND t.debit = 'house:offerwall'
    WHERE o.amount > 2000
  UNION ALL SELECT 'work', s.id, t.at FROM task_submissions s JOIN transfers t ON t.key = 'task:' || s.id
    WHERE s.reviewed_by = 'owner' AND s.judged IS NULL AND t.at < s.reviewed_at + interval '60 seconds'
  UNION ALL SELECT 'unreviewed work', s.id, t.at FROM task_submissions s JOIN transfers t ON t.key = 'task:' || s.id
    WHERE s.reviewed_by = 'machine' AND s.judged IS NULL AND t.at < s.sent_at + interval '12 hours'
  UNION ALL SELECT 'view', v.id, v.paid_at FROM ptc_views v JOIN ptc_views w
    ON w.user_id = v.user_id AND w.campaign_id = v.campaign_id AND w.id <> v.id AND w.status = 'paid'
    WHERE v.status = 'paid' AND v.paid_at >= w.paid_at AND v.paid_at < w.paid_at + interval '59 minutes';

-- A day's commission of a referrer is at most the owner's share of what those whom they referred earned on that day; of
-- what other members pay, at most half of what the site kept of it. So no circle of members costs the house anything.
CREATE VIEW simulate.wrong_commissions AS
  SELECT r.referrer_id, r.day, r.commission, r.withheld, e.house, e.walls, e.fees FROM referral_sums r
  CROSS JOIN LATERAL (SELECT
      coalesce(sum(t.amount) FILTER (WHERE t.kind IN ('faucet', 'link')), 0) AS house,
      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'offerwall'), 0) AS walls,
      coalesce(sum(f.amount), 0) AS fees, count(*) AS times
    FROM users u JOIN transfers t ON t.credit = 'main:' || u.id
      AND t.kind IN ('faucet', 'ptc', 'link', 'task', 'offerwall')
      AND (t.at AT TIME ZONE 'UTC')::date = r.day
    LEFT JOIN transfers f ON f.kind = t.kind || '-fee' AND split_part(f.key, ':', 2) = split_part(t.key, ':', 2)
    WHERE u.referrer_id = r.referrer_id) e
  WHERE r.commission + r.withheld > e.house * 3000 / 10000 + e.walls * 500 / 10000 + e.fees / 2 + 1;
CREATE VIEW simulate.wrong_referrals AS
  SELECT t.key, t.amount, s.commission FROM transfers t JOIN referral_sums s
    ON t.key = 'referral:' || s.referrer_id || ':' || s.day
  WHERE t.kind = 'referral' AND t.amount > s.commission;

-- What the faucet paid in a day is within its budget. Where earning rules are chosen, what an account's revenue covers
-- takes no room in it; no transfer says which part that was, so accounts that ever brought any are left out there.
CREATE VIEW simulate.overdrawn_days AS
  SELECT d.day, d.paid, m.budget FROM
    (SELECT (t.at AT TIME ZONE 'UTC')::date AS day, sum(t.amount) AS paid FROM transfers t
      WHERE t.kind = 'faucet' AND t.debit = 'house:faucet'
        AND (NOT EXISTS (SELECT FROM settings WHERE name = 'earning_rules' AND value #>> '{}' <> 'open')
          OR NOT EXISTS (SELECT FROM transfers e WHERE e.credit = t.credit AND e.meta ? 'revenue'))
      GROUP BY 1) d
    CROSS JOIN (SELECT (value #>> '{}')::bigint AS budget FROM settings WHERE name = 'faucet_day_max') m
  WHERE m.budget > 0 AND d.paid > m.budget;

-- What is counted for the allowance of an account is what its transfers say: what the site paid of its own money, less
-- what was reversed, and what its earnings left to the site, less what was taken back, each once. An offer that a wall
-- took back whole and a view that was returned leave nothing.
CREATE VIEW simulate.wrong_allowances AS
  SELECT u.id, u.username, u.allowance_used, u.reduced_paid, p.used, p.reduced FROM users u CROSS JOIN LATERAL (
    SELECT coalesce(sum(coalesce((t.meta ->> 'allowance')::bigint, t.amount)), 0) AS used,
      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'faucet' AND t.meta ? 'allowance'), 0) AS reduced
    FROM transfers t WHERE t.credit = 'main:' || u.id AND t.kind IN ('faucet', 'bonus', 'challenge', 'coupon', 'link')
      AND NOT EXISTS (SELECT FROM transfers r WHERE r.kind = 'reversal' AND r.reverses = t.id)) p
  WHERE u.allowance_used <> p.used OR u.reduced_paid <> p.reduced;

CREATE VIEW simulate.wrong_revenue AS
  SELECT u.id, u.username, c.counted, e.earned FROM users u
  CROSS JOIN LATERAL (SELECT coalesce(sum(d.revenue), 0) AS counted FROM day_counters d WHERE d.user_id = u.id) c
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(floor((t.meta ->> 'revenue')::numeric * CASE t.kind
        WHEN 'offerwall' THEN (SELECT (o.amount - coalesce(o.taken, 0) - coalesce(o.debt, 0))::numeric / t.amount
          FROM offers o WHERE o.id::text = t.ref)
        WHEN 'ptc' THEN (SELECT (v.status = 'paid')::integer FROM ptc_views v WHERE v.id::text = t.ref)
        ELSE 1 END)), 0) AS earned
    FROM transfers t WHERE t.credit = 'main:' || u.id AND t.kind IN ('offerwall', 'ptc', 'task', 'link')
      AND t.meta ? 'revenue' AND NOT EXISTS (SELECT FROM transfers r WHERE r.reverses = t.id)) e
  WHERE c.counted <> e.earned;
