-- Suspects: ties between accounts, measures taken, pardons, appeals.

-- In which networks an account was seen lately; addresses are never stored. Kept as long as `risk_retention_days` says.
CREATE TABLE network_users (
  net text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (net, user_id)
);
CREATE INDEX network_users_user ON network_users (user_id);
CREATE INDEX network_users_seen ON network_users (last_seen_at);
CREATE INDEX device_users_seen ON device_users (last_seen_at);
CREATE INDEX sessions_seen ON sessions (last_seen_at);

-- Places with what a list of them shows, counted by a job, so that a million accounts are not counted for a page.
CREATE TABLE networks (
  net text PRIMARY KEY,
  accounts integer NOT NULL,
  devices integer NOT NULL,
  highest_score real NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- A person has said that it ties nobody.
  released_at timestamptz,
  released_by uuid REFERENCES users (id),
  note text
);
CREATE INDEX networks_accounts ON networks (accounts DESC, net) INCLUDE (released_at);
CREATE INDEX networks_score ON networks (highest_score DESC, net);
CREATE INDEX networks_seen ON networks (last_seen_at DESC, net);
CREATE INDEX networks_start ON networks (net text_pattern_ops);

ALTER TABLE devices
  ADD COLUMN accounts integer NOT NULL DEFAULT 0,
  ADD COLUMN highest_score real NOT NULL DEFAULT 0,
  ADD COLUMN last_seen_at timestamptz,
  -- A hash over what the browser says of itself; many devices of one make have the same.
  ADD COLUMN print text,
  ADD COLUMN released_at timestamptz,
  ADD COLUMN released_by uuid REFERENCES users (id),
  ADD COLUMN note text;
CREATE INDEX devices_accounts ON devices (accounts DESC, id) INCLUDE (released_at) WHERE accounts > 1;
CREATE INDEX devices_score ON devices (highest_score DESC, id) WHERE accounts > 1;
CREATE INDEX devices_seen ON devices (last_seen_at DESC, id) WHERE accounts > 1;
CREATE INDEX devices_released ON devices (id) WHERE released_at IS NOT NULL;
CREATE INDEX devices_print ON devices (print) WHERE print IS NOT NULL;
CREATE INDEX device_users_net ON device_users (ip_net);

-- When an account claimed, and how long it took to solve: seconds of the UTC day, and milliseconds. For the rules
-- about pace and about accounts that move together; two weeks of it are kept.
CREATE TABLE claim_days (
  user_id uuid NOT NULL REFERENCES users (id),
  day date NOT NULL,
  seconds integer[] NOT NULL,
  solve_ms integer[] NOT NULL,
  PRIMARY KEY (user_id, day)
);
CREATE INDEX claim_days_busy ON claim_days (day, cardinality(seconds) DESC);

-- Rare things that accounts have in common. `key` is the thing: a device, an address, a referrer.
CREATE TABLE ties (
  kind text NOT NULL CHECK (kind IN ('device', 'network', 'payout', 'referral', 'timing')),
  key text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, key, user_id)
);
CREATE INDEX ties_user ON ties (user_id);
CREATE INDEX ties_at ON ties (at);

-- The score of everybody against whom anything speaks, so that a list can be sorted by it.
CREATE TABLE suspects (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  score real NOT NULL,
  own real NOT NULL,
  cluster real,
  families text[] NOT NULL,
  reasons integer NOT NULL,
  tied integer NOT NULL,
  at timestamptz NOT NULL,
  -- When the score last rose.
  changed_at timestamptz NOT NULL
);
CREATE INDEX suspects_score ON suspects (score DESC, user_id DESC);
CREATE INDEX suspects_changed ON suspects (changed_at DESC, user_id DESC);
CREATE INDEX suspects_families ON suspects USING gin (families);
CREATE INDEX suspects_at ON suspects (at);
CREATE INDEX risk_marks_reason ON risk_marks (reason text_pattern_ops);

-- Whose score has to be computed again; written by the trigger below, whoever marks.
CREATE TABLE suspects_due (user_id uuid PRIMARY KEY);
CREATE TABLE suspect_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  looked_until timestamptz NOT NULL,
  synced_at timestamptz
);

CREATE TABLE score_points (
  user_id uuid NOT NULL REFERENCES users (id),
  day date NOT NULL,
  score real NOT NULL,
  PRIMARY KEY (user_id, day)
);
CREATE INDEX score_points_day ON score_points (day);

-- What a person has pardoned: the same reason counts again only when it weighs more, or when the pardon has ended.
CREATE TABLE pardons (
  user_id uuid NOT NULL REFERENCES users (id),
  reason text NOT NULL,
  family text NOT NULL,
  detail text NOT NULL,
  points real NOT NULL,
  at timestamptz NOT NULL,
  until timestamptz,
  by_user uuid NOT NULL REFERENCES users (id),
  note text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, reason)
);

CREATE FUNCTION risk_mark_unless_pardoned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pardons p WHERE p.user_id = NEW.user_id AND p.reason = NEW.reason
      AND NEW.points <= p.points AND (p.until IS NULL OR p.until > NEW.at)) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_marks_pardoned BEFORE INSERT ON risk_marks
  FOR EACH ROW EXECUTE FUNCTION risk_mark_unless_pardoned();

-- The mark of a cluster is part of the computation itself and makes nothing due.
CREATE FUNCTION risk_mark_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.family, OLD.family) <> 'cluster' THEN
    INSERT INTO suspects_due (user_id) VALUES (coalesce(NEW.user_id, OLD.user_id)) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER risk_marks_due AFTER INSERT OR UPDATE OR DELETE ON risk_marks
  FOR EACH ROW EXECUTE FUNCTION risk_mark_is_due();
INSERT INTO suspects_due (user_id) SELECT DISTINCT user_id FROM risk_marks;

CREATE TABLE measures (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('challenge', 'reward', 'review', 'cooldown', 'lock')),
  since timestamptz NOT NULL,
  until timestamptz,
  -- Null: the machine, which never locks for good.
  by_user uuid REFERENCES users (id),
  reason text NOT NULL,
  released_at timestamptz,
  released_by uuid REFERENCES users (id),
  -- Units that it kept back, and when a release paid them.
  withheld bigint NOT NULL DEFAULT 0 CHECK (withheld >= 0),
  paid_at timestamptz,
  CHECK (by_user IS NOT NULL OR kind <> 'lock' OR until IS NOT NULL)
);
CREATE UNIQUE INDEX measures_in_force ON measures (user_id, kind) WHERE released_at IS NULL;
CREATE INDEX measures_kind ON measures (kind, user_id) WHERE released_at IS NULL;
CREATE INDEX measures_user ON measures (user_id, id DESC);
CREATE INDEX measures_ends ON measures (until) WHERE released_at IS NULL AND until IS NOT NULL;

-- What is in force, beside the user: every request reads this row anyway. [{id, kind, until}]
ALTER TABLE users ADD COLUMN measures jsonb NOT NULL DEFAULT '[]';

CREATE FUNCTION measures_beside_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET measures = coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind,
      'until', to_char(m.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.id)
      FROM measures m WHERE m.user_id = NEW.user_id AND m.released_at IS NULL), '[]')
    WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER measures_told AFTER INSERT OR UPDATE OF until, released_at ON measures
  FOR EACH ROW EXECUTE FUNCTION measures_beside_user();

-- However an account is unlocked, no measure goes on saying that it is locked.
CREATE FUNCTION unlocking_ends_measure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE measures SET released_at = greatest(since, now()) WHERE user_id = NEW.id AND kind = 'lock'
    AND released_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_unlocked AFTER UPDATE OF locked_at ON users FOR EACH ROW
  WHEN (OLD.locked_at IS NOT NULL AND NEW.locked_at IS NULL) EXECUTE FUNCTION unlocking_ends_measure();

CREATE TABLE appeals (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by uuid REFERENCES users (id),
  verdict text CHECK (verdict IN ('release', 'keep', 'shorten')),
  answer text,
  until timestamptz,
  CHECK ((answered_at IS NULL) = (verdict IS NULL)),
  CHECK ((answered_at IS NULL) = (answer IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX appeals_open ON appeals (user_id) WHERE answered_at IS NULL;
CREATE INDEX appeals_waiting ON appeals (id) WHERE answered_at IS NULL;
CREATE INDEX appeals_answered ON appeals (answered_at DESC, id) WHERE answered_at IS NOT NULL;
CREATE INDEX appeals_user ON appeals (user_id, id DESC);

CREATE INDEX trap_hits_net ON trap_hits (ip_net, id DESC);
CREATE INDEX trap_hits_device ON trap_hits (device_id, id DESC) WHERE device_id IS NOT NULL;
CREATE INDEX trap_hits_trap ON trap_hits (trap, id DESC);
