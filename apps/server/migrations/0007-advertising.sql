-- Money from outside, campaigns that spend it, and the views that they pay for.

CREATE TABLE deposits (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- `processor` or `processor:COIN`.
  method text NOT NULL,
  processor text NOT NULL,
  coin text,
  amount bigint NOT NULL CHECK (amount > 0),
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 5000),
  received bigint NOT NULL DEFAULT 0 CHECK (received >= 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  status text NOT NULL CHECK (status IN ('opening', 'waiting', 'processing', 'paid', 'expired', 'failed')),
  note text,
  provider_id text,
  -- What verified webhooks named beside the invoice (payments, tokens), for asking about them again.
  provider_tokens text[] NOT NULL DEFAULT '{}',
  deposit_url text,
  expires_at timestamptz NOT NULL,
  -- When the poller looks next; null: it is over.
  poll_at timestamptz,
  polls integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE INDEX deposits_user ON deposits (user_id, id);
CREATE INDEX deposits_poll ON deposits (poll_at) WHERE poll_at IS NOT NULL;
CREATE INDEX deposits_provider ON deposits (processor, provider_id) WHERE provider_id IS NOT NULL;

-- One row per payment that a processor proved: the same payment is never credited twice.
CREATE TABLE deposit_payments (
  id uuid PRIMARY KEY,
  processor text NOT NULL,
  paid_id text NOT NULL,
  deposit_id uuid NOT NULL REFERENCES deposits (id),
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
  note text,
  at timestamptz NOT NULL,
  UNIQUE (processor, paid_id)
);
CREATE INDEX deposit_payments_of ON deposit_payments (deposit_id);

-- Everything that a processor told us, believed or not, as it came.
CREATE TABLE deposit_calls (
  id uuid PRIMARY KEY,
  processor text NOT NULL,
  deposit_id uuid,
  verdict text NOT NULL,
  detail text NOT NULL,
  body text NOT NULL,
  ip_net text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX deposit_calls_at ON deposit_calls (processor, id);
CREATE INDEX deposit_calls_of ON deposit_calls (deposit_id) WHERE deposit_id IS NOT NULL;

-- What the sandbox holds instead of a processor: its own record of invoices and what was paid to them.
CREATE TABLE sandbox_deposits (
  reference uuid PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('waiting', 'paid', 'expired', 'failed')),
  asked numeric(40, 18) NOT NULL,
  paid numeric(40, 18),
  paid_id text UNIQUE,
  at timestamptz NOT NULL
);

-- What the server last found at an advertised address.
CREATE TABLE page_looks (
  kind text NOT NULL,
  url text NOT NULL,
  ok boolean NOT NULL,
  finding text NOT NULL,
  sentence text NOT NULL,
  title text,
  final_url text,
  at timestamptz NOT NULL,
  -- Since when each look found the same.
  since timestamptz NOT NULL,
  PRIMARY KEY (kind, url)
);
CREATE INDEX page_looks_at ON page_looks (at);

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('iframe', 'youtube', 'window', 'video')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 75),
  description text NOT NULL CHECK (length(description) <= 200),
  url text NOT NULL CHECK (length(url) <= 2048),
  video_id text,
  timer integer NOT NULL CHECK (timer > 0),
  price bigint NOT NULL CHECK (price > 0),
  reward bigint NOT NULL CHECK (reward > 0 AND reward <= price),
  views integer NOT NULL CHECK (views > 0),
  -- What is left to sell. While the campaign lives its escrow holds exactly views_left × price.
  views_left integer NOT NULL CHECK (views_left >= 0 AND views_left <= views),
  countries text[] NOT NULL,
  min_level integer NOT NULL CHECK (min_level >= 1),
  device text NOT NULL CHECK (device IN ('any', 'mobile', 'desktop')),
  interval_seconds integer NOT NULL CHECK (interval_seconds > 0),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'paused', 'rejected', 'completed', 'deleted')),
  reason text,
  -- Paused by an admin: then the owner cannot resume it.
  paused_by_staff boolean NOT NULL DEFAULT false,
  -- Since when viewers' reports count: a person who approves has seen the former ones.
  reports_since timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  looked_at timestamptz,
  CHECK (status <> 'rejected' OR reason IS NOT NULL)
);
CREATE INDEX campaigns_user ON campaigns (user_id, id);
CREATE INDEX campaigns_status ON campaigns (status, id);
-- Those that wait for a person first, then newest first, as the admin area lists them.
CREATE INDEX campaigns_queue ON campaigns ((status = 'pending') DESC, id DESC);
CREATE INDEX campaigns_url ON campaigns (url);
CREATE INDEX campaigns_looked ON campaigns (looked_at NULLS FIRST) WHERE status = 'active' AND kind <> 'youtube';
CREATE INDEX campaigns_active ON campaigns (reward DESC, id) WHERE status = 'active';

-- A ticket, and after its end the record of the view.
CREATE TABLE ptc_views (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES campaigns (id),
  user_id uuid NOT NULL REFERENCES users (id),
  status text NOT NULL CHECK (status IN ('open', 'void', 'paid', 'returned')),
  price bigint NOT NULL,
  reward bigint NOT NULL,
  timer integer NOT NULL,
  beat_seconds integer NOT NULL,
  country text,
  device text NOT NULL,
  device_id uuid NOT NULL,
  ip_net text NOT NULL,
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  beats integer NOT NULL DEFAULT 0,
  -- Milliseconds of watching that the server has counted, and whether the last beat said that it goes on.
  watched_ms integer NOT NULL DEFAULT 0,
  watching boolean NOT NULL DEFAULT false,
  beat_at timestamptz,
  paid_at timestamptz,
  returned_at timestamptz,
  return_reason text,
  CHECK ((status IN ('paid', 'returned')) = (paid_at IS NOT NULL)),
  CHECK ((status = 'returned') = (returned_at IS NOT NULL AND return_reason IS NOT NULL))
);
CREATE UNIQUE INDEX ptc_views_one_open ON ptc_views (user_id) WHERE status = 'open';
CREATE INDEX ptc_views_open ON ptc_views (campaign_id, expires_at) WHERE status = 'open';
CREATE INDEX ptc_views_campaign ON ptc_views (campaign_id, id);
CREATE INDEX ptc_views_paid ON ptc_views (paid_at) WHERE status = 'paid';
CREATE INDEX ptc_views_user ON ptc_views (user_id, id);
CREATE INDEX ptc_views_user_paid ON ptc_views (user_id, paid_at) WHERE status = 'paid';
CREATE INDEX ptc_views_device ON ptc_views (campaign_id, device_id, paid_at) WHERE status = 'paid';

-- When a user was last paid for an ad: what makes one payment per user, ad and interval.
CREATE TABLE ptc_claims (
  user_id uuid NOT NULL REFERENCES users (id),
  campaign_id uuid NOT NULL REFERENCES campaigns (id),
  claimed_at timestamptz NOT NULL,
  available_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, campaign_id)
);

-- Until when paid views have been searched for a device that was paid for the same ad before.
CREATE TABLE ptc_searched (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  until timestamptz NOT NULL
);
CREATE INDEX users_locked ON users (locked_at) WHERE locked_at IS NOT NULL;

CREATE TABLE ptc_reports (
  campaign_id uuid NOT NULL REFERENCES campaigns (id),
  user_id uuid NOT NULL REFERENCES users (id),
  reason text NOT NULL,
  trusted boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, user_id)
);

-- What a ticket has been watched until now: what was counted, and the time since the last beat where that said that
-- watching goes on. A gap that is too long counts for nothing: somebody who left does not say so. An ad in its own tab
-- hides the page that would beat, so there the whole gap counts.
CREATE FUNCTION watched_until(v ptc_views, p_kind text, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT least(v.timer * 1000 + 60000, v.watched_ms + CASE
    WHEN NOT v.watching OR v.beat_at IS NULL THEN 0
    WHEN p_kind <> 'window' AND p_at - v.beat_at > make_interval(secs => 2 * v.beat_seconds + 2) THEN 0
    ELSE greatest(0, (extract(epoch FROM p_at - v.beat_at) * 1000)::bigint) END)::integer
$$;

-- Ends a view in one trip: checks the ticket, takes one view from the campaign, pays the viewer out of its escrow and
-- the house its part. Outcomes: `paid`; `no-ticket`, `used`, `expired`, `early` (with the seconds left), `paused`,
-- `sold-out`, `claimed`, which change nothing. Two of one user meet at the user's row, two of one ad at its row.
-- Lock order: ticket, user, campaign, accounts.
CREATE FUNCTION ptc_verify(p_ticket uuid, p_user uuid, p_campaign uuid, p_exp integer, p_slack_ms integer,
  p_reward_id uuid, p_fee_id uuid, p_at timestamptz)
RETURNS TABLE (outcome text, wait integer, reward bigint, balance bigint, level integer, level_before integer,
  views_left integer, owner uuid, available_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  t ptc_views%ROWTYPE;
  c campaigns%ROWTYPE;
  v_done integer;
BEGIN
  SELECT * INTO t FROM ptc_views v WHERE v.id = p_ticket AND v.user_id = p_user AND v.campaign_id = p_campaign
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN outcome := 'no-ticket'; RETURN NEXT; RETURN; END IF;
  IF t.status <> 'open' THEN outcome := 'used'; RETURN NEXT; RETURN; END IF;
  IF t.expires_at <= p_at THEN outcome := 'expired'; RETURN NEXT; RETURN; END IF;
  PERFORM 1 FROM users u WHERE u.id = p_user FOR NO KEY UPDATE;
  SELECT * INTO STRICT c FROM campaigns k WHERE k.id = p_campaign FOR NO KEY UPDATE;
  v_done := least(watched_until(t, c.kind, p_at), (extract(epoch FROM p_at - t.opened_at) * 1000)::bigint);
  IF t.beats = 0 OR v_done < t.timer * 1000 - p_slack_ms OR p_at < t.opened_at + make_interval(secs => t.timer) THEN
    outcome := 'early';
    wait := greatest(1, t.timer - v_done / 1000,
      ceil(extract(epoch FROM t.opened_at + make_interval(secs => t.timer) - p_at))::integer);
    RETURN NEXT; RETURN;
  END IF;
  owner := c.user_id;
  IF c.status = 'completed' OR c.views_left = 0 THEN outcome := 'sold-out'; RETURN NEXT; RETURN; END IF;
  IF c.status <> 'active' THEN outcome := 'paused'; RETURN NEXT; RETURN; END IF;
  available_at := p_at + make_interval(secs => c.interval_seconds);
  INSERT INTO ptc_claims AS l (user_id, campaign_id, claimed_at, available_at)
    VALUES (p_user, p_campaign, p_at, ptc_verify.available_at)
    ON CONFLICT (user_id, campaign_id) DO UPDATE
      SET claimed_at = EXCLUDED.claimed_at, available_at = EXCLUDED.available_at WHERE l.available_at <= p_at;
  IF NOT FOUND THEN outcome := 'claimed'; RETURN NEXT; RETURN; END IF;
  UPDATE ptc_views v SET status = 'paid', paid_at = p_at, watched_ms = v_done, watching = false WHERE v.id = p_ticket;
  UPDATE campaigns k SET views_left = k.views_left - 1, updated_at = p_at,
    status = CASE WHEN k.views_left = 1 THEN 'completed' ELSE k.status END
    WHERE k.id = p_campaign RETURNING k.views_left INTO ptc_verify.views_left;
  IF t.price > t.reward THEN
    PERFORM 1 FROM ledger_post(jsonb_build_array(jsonb_build_object('id', p_fee_id, 'key', 'ptc-fee:' || p_ticket,
      'kind', 'ptc-fee', 'debit', 'escrow:' || p_campaign, 'credit', 'house:fee', 'amount', t.price - t.reward,
      'ref', p_ticket)), p_at);
  END IF;
  SELECT r.balance, r.level, r.level_before INTO balance, level, level_before
    FROM reward_credit(jsonb_build_object('id', p_reward_id, 'key', 'ptc:' || p_ticket, 'kind', 'ptc',
      'debit', 'escrow:' || p_campaign, 'credit', 'main:' || p_user, 'amount', t.reward, 'ref', p_ticket),
      p_user, 'ptc', p_exp, p_at) r;
  outcome := 'paid';
  reward := t.reward;
  RETURN NEXT;
END $$;
