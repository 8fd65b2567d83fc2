-- A percentage of a small reward is seldom a whole unit. What is not one is kept, in ten-thousandths of a unit, and
-- paid with what makes it whole: nothing is lost over time, and nothing is gained by splitting.

CREATE DOMAIN unit_fraction AS integer DEFAULT 0 CHECK (VALUE BETWEEN 0 AND 9999);

ALTER TABLE users ADD COLUMN faucet_fraction unit_fraction NOT NULL;
ALTER TABLE referral_totals ADD COLUMN fraction unit_fraction NOT NULL,
  ADD COLUMN withheld_fraction unit_fraction NOT NULL;

-- The fraction that was there before so many ten-thousandths were added, and the whole units taken out.
CREATE FUNCTION fraction_before(p_now bigint, p_added bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ((p_now - p_added) % 10000 + 10000) % 10000
$$;

-- A faucet claim in one trip: the turn is taken where the wait is over, and the reward follows in the same breath.
-- `p_worths` says what a claim of each level is worth exactly, in ten-thousandths of a unit, the last for all above; a
-- claim is worth at least one unit. `worth` tells the whole units that this one brings; `p_percent` of them are paid,
-- rounded up. Two claims at once meet at the user's row: the second finds the wait begun by the first, and nothing is
-- taken. No row: the wait or the day's limit is in the way.
DROP FUNCTION faucet_claim(jsonb, uuid, bigint[], integer, integer, integer, timestamptz);
CREATE FUNCTION faucet_claim(p_leg jsonb, p_user uuid, p_worths bigint[], p_percent integer, p_exp integer,
  p_timer integer, p_day_limit integer, p_at timestamptz)
RETURNS TABLE (paid_level integer, worth bigint, is_new boolean, balance bigint, total_earned bigint, exp bigint,
  level integer, level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_exact bigint;
  v_fraction bigint;
BEGIN
  UPDATE users u SET last_claim_at = p_at,
      faucet_fraction = (u.faucet_fraction + p_worths[least(u.level, cardinality(p_worths))]) % 10000
    WHERE u.id = p_user AND (u.last_claim_at IS NULL OR u.last_claim_at <= p_at - make_interval(secs => p_timer))
      AND (p_day_limit = 0 OR NOT EXISTS (SELECT FROM day_counters d WHERE d.user_id = u.id AND d.source = 'faucet'
        AND d.day = (p_at AT TIME ZONE 'UTC')::date AND d.count >= p_day_limit))
    RETURNING u.level, p_worths[least(u.level, cardinality(p_worths))], u.faucet_fraction
    INTO paid_level, v_exact, v_fraction;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  worth := (fraction_before(v_fraction, v_exact) + v_exact) / 10000;
  SELECT r.is_new, r.balance, r.total_earned, r.exp, r.level, r.level_before
    INTO is_new, balance, total_earned, exp, level, level_before
    FROM reward_credit(p_leg || jsonb_build_object('amount', worth - worth * (100 - p_percent) / 100),
      p_user, 'faucet', p_exp, p_at) r;
  RETURN NEXT;
END $$;
