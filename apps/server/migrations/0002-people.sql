-- People, their sessions and devices, and what they are told.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z0-9_]{3,20}$'),
  email text NOT NULL CHECK (length(email) <= 254),
  -- The address in its normal form, so that one mailbox is one account.
  email_key text NOT NULL UNIQUE,
  email_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'moderator', 'admin')),
  tz text NOT NULL DEFAULT 'UTC',
  notify_by_mail boolean NOT NULL DEFAULT true,
  referrer_id uuid REFERENCES users (id),
  joined_at timestamptz NOT NULL,
  exp bigint NOT NULL DEFAULT 0 CHECK (exp >= 0),
  level integer NOT NULL DEFAULT 1 CHECK (level >= 1),
  total_earned bigint NOT NULL DEFAULT 0 CHECK (total_earned >= 0),
  faucet_claim integer NOT NULL DEFAULT 0 CHECK (faucet_claim >= 0),
  last_claim_at timestamptz,
  locked_at timestamptz,
  locked_until timestamptz,
  lock_reason text,
  cooldown_until timestamptz,
  cooldown_reason text,
  last_seen_at timestamptz NOT NULL,
  CHECK ((locked_at IS NULL) = (lock_reason IS NULL))
);
CREATE INDEX users_joined ON users (joined_at);
CREATE INDEX users_last_seen ON users (last_seen_at);
CREATE INDEX users_referrer ON users (referrer_id) WHERE referrer_id IS NOT NULL;

CREATE TABLE devices (
  id uuid PRIMARY KEY,
  first_seen_at timestamptz NOT NULL
);
CREATE TABLE device_users (
  device_id uuid NOT NULL REFERENCES devices (id),
  user_id uuid NOT NULL REFERENCES users (id),
  ip_net text NOT NULL,
  user_agent text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, user_id)
);
CREATE INDEX device_users_user ON device_users (user_id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id),
  device_id uuid,
  user_agent text NOT NULL,
  ip_net text NOT NULL,
  country text,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

-- Links sent by mail; only the hash of a secret is kept.
CREATE TABLE mail_tokens (
  secret_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX mail_tokens_user ON mail_tokens (user_id, purpose);
CREATE INDEX mail_tokens_expires ON mail_tokens (expires_at);

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL,
  "values" jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notifications_user ON notifications (user_id, id);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;

-- What a user did and earned on a UTC day, by source: feeds statistics, challenges and the leaderboard.
CREATE TABLE day_counters (
  user_id uuid NOT NULL REFERENCES users (id),
  day date NOT NULL,
  source text NOT NULL,
  count integer NOT NULL CHECK (count >= 0),
  earned bigint NOT NULL CHECK (earned >= 0),
  PRIMARY KEY (user_id, day, source)
);
CREATE INDEX day_counters_day ON day_counters (day, source);

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  user_id uuid REFERENCES users (id),
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  answered_at timestamptz
);
CREATE INDEX contact_messages_open ON contact_messages (created_at) WHERE answered_at IS NULL;

-- Level n needs 50·n·(n−1) exp in all. Exact: at a boundary the root is of a perfect square.
CREATE FUNCTION level_of(p_exp bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor((1 + sqrt(1 + p_exp * 2 / 25.0::float8)) / 2)::integer
$$;

-- Credits a reward: posts it, raises what was earned, exp, level and the day's counter. A key seen before moves
-- nothing. Lock order: the user's row, then accounts.
CREATE FUNCTION reward_credit(p_leg jsonb, p_user uuid, p_source text, p_exp integer, p_at timestamptz)
RETURNS TABLE (is_new boolean, balance bigint, total_earned bigint, exp bigint, level integer, level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_leg ->> 'amount')::bigint;
BEGIN
  SELECT u.level INTO STRICT level_before FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  SELECT p.is_new, p.credit_balance INTO is_new, balance FROM ledger_post(jsonb_build_array(p_leg), p_at) p;
  IF is_new THEN
    UPDATE users u SET
      total_earned = u.total_earned + v_amount,
      exp = u.exp + p_exp,
      level = level_of(u.exp + p_exp),
      faucet_claim = u.faucet_claim + (p_source = 'faucet')::integer
      WHERE u.id = p_user
      RETURNING u.total_earned, u.exp, u.level INTO total_earned, exp, level;
    INSERT INTO day_counters AS d (user_id, day, source, count, earned)
      VALUES (p_user, (p_at AT TIME ZONE 'UTC')::date, p_source, 1, v_amount)
      ON CONFLICT (user_id, day, source) DO UPDATE SET count = d.count + 1, earned = d.earned + EXCLUDED.earned;
  ELSE
    SELECT u.total_earned, u.exp, u.level INTO total_earned, exp, level FROM users u WHERE u.id = p_user;
  END IF;
  RETURN NEXT;
END $$;

-- A faucet claim in one trip: the turn is taken where the wait is over, and the reward follows in the same breath.
-- `p_amounts` says what each level is paid, the last for all above. Two claims at once meet at the user's row: the
-- second finds the wait begun by the first, and nothing is taken. No row: the wait or the day's limit is in the way.
CREATE FUNCTION faucet_claim(p_leg jsonb, p_user uuid, p_amounts bigint[], p_exp integer, p_timer integer,
  p_day_limit integer, p_at timestamptz)
RETURNS TABLE (paid_level integer, is_new boolean, balance bigint, total_earned bigint, exp bigint, level integer,
  level_before integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint;
BEGIN
  UPDATE users u SET last_claim_at = p_at
    WHERE u.id = p_user AND (u.last_claim_at IS NULL OR u.last_claim_at <= p_at - make_interval(secs => p_timer))
      AND (p_day_limit = 0 OR NOT EXISTS (SELECT FROM day_counters d WHERE d.user_id = u.id AND d.source = 'faucet'
        AND d.day = (p_at AT TIME ZONE 'UTC')::date AND d.count >= p_day_limit))
    RETURNING u.level INTO paid_level;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  v_amount := p_amounts[least(paid_level, cardinality(p_amounts))];
  SELECT r.* INTO is_new, balance, total_earned, exp, level, level_before
    FROM reward_credit(p_leg || jsonb_build_object('amount', v_amount), p_user, 'faucet', p_exp, p_at) r;
  RETURN NEXT;
END $$;
