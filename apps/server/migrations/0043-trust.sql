-- How far an account is trusted decides how often it meets a captcha (ANTIBOT.md 4.1).

-- `trust_level`: 0 New, 1 Known, 2 Trusted, 3 Proven, as last judged on the UTC day `trust_on`; null: never yet.
-- `trust_grants`: how many levels a reviewer has granted, each in the place of the earnings that its level asks for.
ALTER TABLE users
  ADD COLUMN trust_level smallint NOT NULL DEFAULT 0 CHECK (trust_level BETWEEN 0 AND 3),
  ADD COLUMN trust_on date,
  ADD COLUMN trust_grants smallint NOT NULL DEFAULT 0 CHECK (trust_grants BETWEEN 0 AND 2);
CREATE INDEX users_known ON users (trust_on, trust_level) WHERE trust_level >= 1;

-- Up to which action of a kind a user meets a captcha, whatever the rate becomes: what was drawn once stays drawn until
-- that action is paid. Actions are numbered by how many of their kind were paid before.
CREATE TABLE check_draws (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  faucet bigint NOT NULL DEFAULT -1,
  ptc bigint NOT NULL DEFAULT -1,
  bonus bigint NOT NULL DEFAULT -1,
  -- The newest risk signal that has had its check.
  signal_at timestamptz
);

-- A claim for which no captcha was drawn has an envelope that asks for nothing.
ALTER TABLE challenges DROP CONSTRAINT challenges_family_check,
  ADD CONSTRAINT challenges_family_check CHECK (family IN ('order', 'image', 'none', 'pow', 'external', 'free'));

-- How many actions of a kind a user was paid for, ever; old days keep their sums (history.sweep).
CREATE FUNCTION paid_actions(p_user uuid, p_source text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(d.count), 0)::bigint FROM day_counters d WHERE d.user_id = p_user AND d.source = p_source
$$;

-- Everything that decides the level of one user at a moment. The levels themselves stand in `guard/trust/trust.ts`.
-- `active_days`: UTC days with three paid actions. `answers`: right answers to pictures; for those whose captchas are
-- none of ours, claims. `earned`: units from ads, shortlinks and offerwalls that are 14 days old, so that what is
-- returned or charged back is out of them. `has_payout`: paid 14 days ago to a destination that no other account uses.
CREATE FUNCTION trust_facts(p_user uuid, p_at timestamptz, OUT is_verified boolean, OUT active_days integer,
  OUT answers integer, OUT earned bigint, OUT grants integer, OUT is_held boolean, OUT has_payout boolean)
LANGUAGE sql STABLE AS $$
  SELECT u.email_verified_at IS NOT NULL,
    (SELECT count(*)::integer FROM (SELECT FROM day_counters d WHERE d.user_id = p_user AND d.source IN
        ('faucet', 'ptc', 'link', 'offerwall', 'bonus', 'challenge', 'coupon', 'task')
      GROUP BY d.day HAVING sum(d.count) >= 3) days),
    CASE WHEN r.right_count + r.wrong_count > 0 AND NOT r.without_pictures THEN r.right_count ELSE u.faucet_claim END,
    (SELECT coalesce(sum(d.earned), 0)::bigint FROM day_counters d WHERE d.user_id = p_user
      AND d.source IN ('ptc', 'link', 'offerwall') AND d.day <= (p_at AT TIME ZONE 'UTC')::date - 14),
    u.trust_grants,
    EXISTS (SELECT FROM measures m WHERE m.user_id = p_user AND m.kind = 'review' AND m.released_at IS NULL
      AND (m.until IS NULL OR m.until > p_at)),
    EXISTS (SELECT FROM withdrawals w WHERE w.user_id = p_user AND w.status = 'paid'
      AND w.paid_at <= p_at - interval '14 days' AND NOT EXISTS
        (SELECT FROM withdrawals o WHERE o.address_key = w.address_key AND o.user_id <> p_user))
  FROM users u LEFT JOIN answer_records r ON r.user_id = u.id WHERE u.id = p_user
$$;

-- Answers a challenge, once, as before. What was not solved passes no second time: a repeat under its key would pay for
-- a later action, whose own draw may ask for a captcha.
CREATE OR REPLACE FUNCTION challenge_answer(p_id uuid, p_bound bytea, p_action text, p_mac bytea, p_right boolean,
  p_spoiled boolean, p_key text, p_proof_missing boolean, p_now timestamptz)
RETURNS TABLE (outcome text, is_repeat boolean, captcha_too boolean, streak integer, llr real)
LANGUAGE plpgsql AS $$
DECLARE
  c challenges%ROWTYPE;
  r record;
  v_right boolean;
BEGIN
  is_repeat := false;
  SELECT * INTO c FROM challenges WHERE id = p_id AND bound_to = p_bound AND action = p_action FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'replay';
    RETURN NEXT;
    RETURN;
  END IF;
  captcha_too := c.captcha_too;
  v_right := CASE WHEN c.answer_mac IS NULL THEN p_right ELSE c.answer_mac = p_mac AND p_right END;
  IF c.used_at IS NOT NULL THEN
    is_repeat := c.outcome = 'right' AND v_right AND c.used_key = p_key AND c.family <> 'free';
    outcome := CASE WHEN is_repeat THEN 'right' WHEN c.outcome = 'replaced' THEN 'expired' ELSE 'replay' END;
    RETURN NEXT;
    RETURN;
  END IF;
  v_right := v_right AND NOT p_spoiled;
  outcome := CASE WHEN c.expires_at < p_now THEN 'expired' WHEN v_right THEN 'right' ELSE 'wrong' END;
  UPDATE challenges ch SET used_at = p_now, used_key = p_key, outcome = challenge_answer.outcome WHERE ch.id = p_id;
  IF c.user_id IS NOT NULL AND c.family IN ('order', 'image') AND outcome <> 'expired' THEN
    r := record_answer(c.user_id, c.family, v_right, p_proof_missing, p_now);
    streak := r.streak;
    llr := r.llr;
  END IF;
  RETURN NEXT;
END $$;
