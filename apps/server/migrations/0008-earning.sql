-- The other ways to earn: shortlinks, bonus, challenges, coupons, leaderboard, referral, news.

CREATE TABLE link_providers (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  api text NOT NULL,
  api_url text NOT NULL,
  -- Encrypted at rest; empty: none.
  api_key_sealed text NOT NULL,
  reward bigint NOT NULL CHECK (reward > 0),
  max_view integer NOT NULL CHECK (max_view > 0),
  priority integer NOT NULL,
  min_seconds integer NOT NULL CHECK (min_seconds >= 0),
  expected_seconds integer NOT NULL CHECK (expected_seconds > 0),
  countries text[] NOT NULL,
  enabled boolean NOT NULL,
  position integer NOT NULL DEFAULT 0,
  -- Learnt from trusted visitors: median and floor of the seconds that a visit takes, and from how many.
  median_seconds integer,
  floor_seconds integer,
  learnt_from integer NOT NULL DEFAULT 0,
  -- The circuit breaker: failures in a row, and until when it is out.
  failures integer NOT NULL DEFAULT 0,
  out_until timestamptz,
  last_error text,
  removed_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE link_visits (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES link_providers (id),
  user_id uuid NOT NULL REFERENCES users (id),
  -- Only the hash of the secret is kept; `vt` signs the return and never stands in an address.
  secret_hash bytea NOT NULL UNIQUE,
  vt bytea NOT NULL,
  reward bigint NOT NULL CHECK (reward > 0),
  device_id uuid NOT NULL,
  ip_net text NOT NULL,
  country text,
  -- `opening`: the provider has not answered yet. `void`: another visit of the same link took its place.
  status text NOT NULL CHECK (status IN ('opening', 'open', 'void', 'failed', 'paid', 'held', 'refused')),
  trusted boolean NOT NULL DEFAULT false,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  arrived_at timestamptz,
  seconds numeric(10, 3),
  reason text,
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id)
);
CREATE UNIQUE INDEX link_visits_one_open ON link_visits (user_id, provider_id) WHERE status IN ('opening', 'open');
CREATE INDEX link_visits_user ON link_visits (user_id, opened_at);
CREATE INDEX link_visits_provider ON link_visits (provider_id, opened_at);
CREATE INDEX link_visits_held ON link_visits (id) WHERE status = 'held';
-- What counts of a day: how often a user was paid for a link, or will be.
CREATE INDEX link_visits_arrived ON link_visits (user_id, arrived_at) WHERE status IN ('paid', 'held');
-- What the floors are learnt from.
CREATE INDEX link_visits_trusted ON link_visits (provider_id, arrived_at) WHERE trusted AND status = 'paid';

CREATE TABLE bonus_claims (
  user_id uuid NOT NULL REFERENCES users (id),
  date date NOT NULL,
  -- 1 to 7: the day of the round.
  day integer NOT NULL CHECK (day BETWEEN 1 AND 7),
  streak integer NOT NULL CHECK (streak > 0),
  reward bigint NOT NULL CHECK (reward > 0),
  grace boolean NOT NULL,
  device_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, date)
);
-- A device claims the bonus of a day for one account.
CREATE UNIQUE INDEX bonus_claims_device ON bonus_claims (device_id, date);
CREATE INDEX bonus_claims_grace ON bonus_claims (user_id, date) WHERE grace;

-- `challenges` are the human checks of the guard; these are the ones that people earn with.
CREATE TABLE earn_challenges (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  period text NOT NULL CHECK (period IN ('daily', 'weekly', 'once')),
  requirement bigint NOT NULL CHECK (requirement > 0),
  reward bigint NOT NULL CHECK (reward > 0),
  enabled boolean NOT NULL,
  position integer NOT NULL DEFAULT 0,
  -- Kept up by each claim, so that nobody counts millions of them for the owner's page.
  claims bigint NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE TABLE challenge_claims (
  challenge_id uuid NOT NULL REFERENCES earn_challenges (id),
  user_id uuid NOT NULL REFERENCES users (id),
  -- First day of the period; 1970-01-01 for those that are done once.
  period_start date NOT NULL,
  reward bigint NOT NULL CHECK (reward > 0),
  device_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, challenge_id, period_start)
);
-- A device claims a challenge for one account in each period.
CREATE UNIQUE INDEX challenge_claims_device ON challenge_claims (challenge_id, period_start, device_id);
INSERT INTO earn_challenges (id, kind, period, requirement, reward, enabled, position, created_at)
  SELECT gen_random_uuid(), kind, period, requirement, reward, true, row_number() OVER (), 'epoch'
  FROM (VALUES ('faucet', 'daily', 10, 50), ('faucet', 'daily', 30, 150), ('ptc', 'daily', 5, 50),
    ('link', 'daily', 3, 60), ('faucet', 'weekly', 150, 500), ('ptc', 'weekly', 30, 300),
    ('earn', 'weekly', 10000, 400), ('level', 'once', 5, 300), ('level', 'once', 10, 800),
    ('referral', 'once', 3, 500)) AS first (kind, period, requirement, reward);

CREATE TABLE coupons (
  id uuid PRIMARY KEY,
  -- In capital letters.
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{3,40}$'),
  batch_id uuid,
  name text NOT NULL,
  reward bigint NOT NULL CHECK (reward > 0),
  uses_max integer NOT NULL CHECK (uses_max > 0),
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0 AND uses <= uses_max),
  -- What the uses were paid together.
  cost bigint NOT NULL DEFAULT 0,
  valid_from timestamptz,
  valid_until timestamptz,
  min_level integer NOT NULL,
  verified_only boolean NOT NULL,
  enabled boolean NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX coupons_batch ON coupons (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX coupons_code_start ON coupons (code text_pattern_ops);
CREATE TABLE coupon_uses (
  coupon_id uuid NOT NULL REFERENCES coupons (id),
  user_id uuid NOT NULL REFERENCES users (id),
  reward bigint NOT NULL,
  device_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (coupon_id, user_id)
);
CREATE INDEX coupon_uses_user ON coupon_uses (user_id);
CREATE INDEX coupon_uses_at ON coupon_uses (coupon_id, at DESC, user_id);
-- A device redeems a code for one account.
CREATE UNIQUE INDEX coupon_uses_device ON coupon_uses (coupon_id, device_id);
-- Guesses that named no code, so that somebody who tries codes is slowed down across nodes.
CREATE TABLE coupon_guesses (
  user_id uuid NOT NULL REFERENCES users (id),
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (user_id, day)
);

ALTER TABLE users ADD COLUMN hide_name boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN news_read_at timestamptz;

-- What each user has on a board; kept up by a job from the day counters, so that nobody adds up a month for a page.
-- The larger value stands first, and of equal ones the smaller id: every place belongs to one user.
CREATE TABLE board_scores (
  board text NOT NULL,
  -- First day of the period; 1970-01-01 for boards without one.
  start date NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  value bigint NOT NULL,
  PRIMARY KEY (board, start, user_id)
);
CREATE INDEX board_scores_place ON board_scores (board, start, (-value), user_id);
-- Every so many places one of them with how many stand above: a rank is counted from the last mark before it,
-- however many users there are.
CREATE TABLE board_marks (
  board text NOT NULL,
  start date NOT NULL,
  value bigint NOT NULL,
  user_id uuid NOT NULL,
  above bigint NOT NULL,
  PRIMARY KEY (board, start, user_id)
);
CREATE INDEX board_marks_place ON board_marks (board, start, (-value), user_id);
-- When the marks of a board were last made, and over how many places. The row `counted` is the counting itself: up
-- to when what people earned stands in the scores.
CREATE TABLE board_state (
  board text PRIMARY KEY,
  start date NOT NULL,
  at timestamptz NOT NULL,
  places bigint NOT NULL
);
-- Periods whose prizes were paid, or that ended before anybody counted: they are never paid again.
CREATE TABLE board_closings (
  board text NOT NULL,
  start date NOT NULL,
  closed_at timestamptz NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (board, start)
);
CREATE TABLE board_prizes (
  board text NOT NULL,
  start date NOT NULL,
  rank integer NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  value bigint NOT NULL,
  prize bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (board, start, rank)
);

-- What a referred user brought on a day; settled into one transfer per referrer and day.
CREATE TABLE referral_days (
  referrer_id uuid NOT NULL REFERENCES users (id),
  referred_id uuid NOT NULL REFERENCES users (id),
  day date NOT NULL,
  earned bigint NOT NULL,
  commission bigint NOT NULL CHECK (commission >= 0),
  -- Why nothing was paid for it; null: paid.
  withheld text,
  PRIMARY KEY (referrer_id, day, referred_id)
);
CREATE INDEX referral_days_referred ON referral_days (referred_id);
-- The same in all for a referrer and day, made by the settlement that pays it.
CREATE TABLE referral_sums (
  referrer_id uuid NOT NULL REFERENCES users (id),
  day date NOT NULL,
  commission bigint NOT NULL DEFAULT 0,
  withheld bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (referrer_id, day)
);
CREATE INDEX referral_sums_day ON referral_sums (day);
CREATE TABLE referral_settlements (
  day date PRIMARY KEY,
  settled_at timestamptz NOT NULL,
  referrers integer NOT NULL,
  commission bigint NOT NULL
);
-- What a referrer brought together in all, so that the page needs no sum over years.
CREATE TABLE referral_totals (
  referrer_id uuid PRIMARY KEY REFERENCES users (id),
  earning bigint NOT NULL DEFAULT 0,
  withheld bigint NOT NULL DEFAULT 0,
  withheld_reason text
);
CREATE TABLE referral_people (
  referrer_id uuid NOT NULL REFERENCES users (id),
  referred_id uuid PRIMARY KEY REFERENCES users (id),
  earning bigint NOT NULL DEFAULT 0,
  last_day date,
  withheld boolean NOT NULL DEFAULT false,
  -- The referrer was told that this account is verified.
  told boolean NOT NULL DEFAULT false,
  -- Counts on the board of people referred: verified, and earned something.
  counts boolean NOT NULL DEFAULT false
);
CREATE INDEX referral_people_active ON referral_people (referrer_id, last_day);
CREATE INDEX referral_people_counted ON referral_people (referrer_id) WHERE counts;
-- The people of a referrer, newest first; the index it replaces could not tell the order.
CREATE INDEX users_referred ON users (referrer_id, joined_at DESC, id) WHERE referrer_id IS NOT NULL;
DROP INDEX users_referrer;
-- Who must leave the boards.
CREATE INDEX users_staff ON users (id) WHERE role <> 'user';

CREATE TABLE news (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  markdown text NOT NULL,
  pinned boolean NOT NULL,
  published_at timestamptz NOT NULL,
  -- Posted by the machine, such as the winners of a board; unique so that it is posted once.
  source text UNIQUE,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX news_shown ON news (pinned DESC, published_at DESC);
