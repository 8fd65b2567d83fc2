-- Challenges, answers, traps and what speaks against an account.

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  -- Null for a guest, whose challenge is bound to the device instead.
  user_id uuid REFERENCES users (id),
  -- Eight bytes of the session's token hash, or of the guest's device id.
  bound_to bytea NOT NULL,
  action text NOT NULL,
  family text NOT NULL CHECK (family IN ('order', 'image', 'pow', 'external')),
  -- Draws the same pictures again, for the zoom; it tells the answer and never leaves the server.
  recipe text,
  answer_mac bytea,
  option_ids text[] NOT NULL,
  pow jsonb,
  pow_level integer NOT NULL,
  captcha_too boolean NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_key text,
  outcome text CHECK (outcome IN ('right', 'wrong', 'expired', 'replaced')),
  ip_net text NOT NULL,
  device_id uuid
);
-- One open challenge for each user, action and family: a new one voids the old.
CREATE UNIQUE INDEX challenges_open ON challenges (user_id, action, family)
  WHERE used_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX challenges_expires ON challenges (expires_at);

-- What each account answered, and where the sequential test stands (ANTIBOT.md 4).
CREATE TABLE answer_records (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  right_count integer NOT NULL DEFAULT 0,
  wrong_count integer NOT NULL DEFAULT 0,
  llr real NOT NULL DEFAULT 0,
  wrong_streak integer NOT NULL DEFAULT 0,
  last_wrong_at timestamptz,
  reloads integer NOT NULL DEFAULT 0,
  proof_missing boolean NOT NULL DEFAULT false,
  without_pictures boolean NOT NULL DEFAULT false,
  score real NOT NULL DEFAULT 0,
  score_at timestamptz,
  first_answer_at timestamptz
);

CREATE TABLE risk_marks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  family text NOT NULL,
  reason text NOT NULL,
  points real NOT NULL,
  detail text NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (user_id, reason)
);
CREATE INDEX risk_marks_user ON risk_marks (user_id);

CREATE TABLE trap_hits (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id uuid REFERENCES users (id),
  ip_net text NOT NULL,
  device_id uuid,
  trap text NOT NULL,
  sample jsonb NOT NULL
);
CREATE INDEX trap_hits_at ON trap_hits (at);
CREATE INDEX trap_hits_user ON trap_hits (user_id) WHERE user_id IS NOT NULL;

-- The first answer to a request that moves money, kept so that the same key gets it again.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users (id),
  key text NOT NULL,
  route text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- Answers a challenge, once. The caller's binding was checked against the signed envelope before, so that a stranger
-- cannot burn somebody else's challenge. A right answer may be sent again with the same idempotency key, so that an
-- honest retry costs no second challenge. Counted answers feed the sequential test (ANTIBOT.md 4).
CREATE FUNCTION challenge_answer(p_id uuid, p_bound bytea, p_action text, p_mac bytea, p_right boolean,
  p_spoiled boolean, p_key text, p_proof_missing boolean, p_now timestamptz)
RETURNS TABLE (outcome text, is_repeat boolean, captcha_too boolean, streak integer, llr real)
LANGUAGE plpgsql AS $$
DECLARE
  c challenges%ROWTYPE;
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
    is_repeat := c.outcome = 'right' AND v_right AND c.used_key = p_key;
    outcome := CASE WHEN is_repeat THEN 'right' WHEN c.outcome = 'replaced' THEN 'expired' ELSE 'replay' END;
    RETURN NEXT;
    RETURN;
  END IF;
  v_right := v_right AND NOT p_spoiled;
  outcome := CASE WHEN c.expires_at < p_now THEN 'expired' WHEN v_right THEN 'right' ELSE 'wrong' END;
  UPDATE challenges ch SET used_at = p_now, used_key = p_key, outcome = challenge_answer.outcome WHERE ch.id = p_id;
  IF c.user_id IS NULL OR c.family NOT IN ('order', 'image') OR outcome = 'expired' THEN
    RETURN NEXT;
    RETURN;
  END IF;
  INSERT INTO answer_records AS r (user_id, right_count, wrong_count, llr, wrong_streak, last_wrong_at, proof_missing,
      first_answer_at)
    VALUES (c.user_id, v_right::integer, (NOT v_right)::integer, CASE WHEN v_right THEN 0 ELSE 1.3218 END,
      (NOT v_right)::integer, CASE WHEN v_right THEN NULL ELSE p_now END, p_proof_missing, p_now)
    ON CONFLICT (user_id) DO UPDATE SET
      right_count = r.right_count + v_right::integer,
      wrong_count = r.wrong_count + (NOT v_right)::integer,
      llr = greatest(-3, r.llr + CASE WHEN v_right THEN -0.2733 ELSE 1.3218 END),
      wrong_streak = CASE WHEN v_right THEN 0 ELSE r.wrong_streak + 1 END,
      last_wrong_at = CASE WHEN v_right THEN r.last_wrong_at ELSE p_now END,
      reloads = CASE WHEN v_right THEN 0 ELSE r.reloads END,
      proof_missing = CASE WHEN c.family = 'order' THEN p_proof_missing ELSE r.proof_missing END,
      first_answer_at = coalesce(r.first_answer_at, p_now)
    RETURNING r.wrong_streak, r.llr INTO streak, llr;
  RETURN NEXT;
END $$;
