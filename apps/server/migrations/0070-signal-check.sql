-- The captcha that a new risk signal draws is met by passing one, not by being shown one: until then the next action of
-- every kind asks for it. Before, a look at one kind of action was enough to be rid of it everywhere.
ALTER TABLE check_draws ADD COLUMN signal_passed_at timestamptz;
COMMENT ON COLUMN check_draws.signal_at IS 'The newest risk signal that has drawn a captcha.';
COMMENT ON COLUMN check_draws.signal_passed_at IS 'The newest risk signal after which a captcha was passed.';
UPDATE check_draws SET signal_passed_at = signal_at WHERE signal_at IS NOT NULL;

-- As before, and notes that the captcha of a risk signal is passed.
CREATE OR REPLACE FUNCTION challenge_pass(p_id uuid, p_bound bytea, p_action text, p_mac bytea, p_key text,
  p_proof_missing boolean, p_alone boolean, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_user uuid;
  v_family text;
BEGIN
  UPDATE challenges c SET used_at = p_now, used_key = p_key, outcome = 'right'
    WHERE c.id = p_id AND c.bound_to = p_bound AND c.action = p_action AND c.used_at IS NULL AND c.expires_at >= p_now
      AND (c.answer_mac IS NULL OR c.answer_mac = p_mac) AND NOT (c.captcha_too AND p_alone)
    RETURNING c.user_id, c.family INTO v_user, v_family;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the challenge % is not passed', p_id USING ERRCODE = 'RN010';
  END IF;
  IF v_user IS NOT NULL AND v_family IN ('order', 'image') THEN
    PERFORM record_answer(v_user, v_family, true, p_proof_missing, p_now);
  END IF;
  IF v_user IS NOT NULL AND v_family NOT IN ('free', 'none') THEN
    UPDATE check_draws d SET signal_passed_at = d.signal_at
      WHERE d.user_id = v_user AND d.signal_at > coalesce(d.signal_passed_at, '-infinity');
  END IF;
END $$;
