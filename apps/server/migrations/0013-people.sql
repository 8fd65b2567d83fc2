-- The admin area of people: finding them, answers to messages, acts that wait for a second pair of eyes, imports.

ALTER TABLE users
  -- What admins wrote down about an account; its user never sees it.
  ADD COLUMN admin_note text NOT NULL DEFAULT '' CHECK (length(admin_note) <= 4000);

-- The list of users looks for beginnings, and for the few that are not as all others are.
CREATE INDEX users_email_start ON users (lower(email) text_pattern_ops);
CREATE INDEX users_locked_joined ON users (joined_at DESC, id DESC) WHERE locked_at IS NOT NULL;
CREATE INDEX users_deleted ON users (joined_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX users_waiting ON users (cooldown_until) WHERE cooldown_until IS NOT NULL;
CREATE INDEX users_unverified ON users (joined_at DESC, id DESC) WHERE email_verified_at IS NULL;
CREATE INDEX users_staff_role ON users (role) WHERE role <> 'user';
CREATE INDEX users_level ON users (level);
CREATE INDEX sessions_country ON sessions (country, user_id) WHERE country IS NOT NULL;

-- What the list of users is sorted by where it moves with every claim. An index on the balance itself would make every
-- claim dearer for the sake of a list that a few people read; here a job writes it down every few minutes.
CREATE TABLE user_figures (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  balance bigint NOT NULL DEFAULT 0,
  earned bigint NOT NULL DEFAULT 0
);
CREATE INDEX user_figures_balance ON user_figures (balance DESC, user_id DESC);
CREATE INDEX user_figures_earned ON user_figures (earned DESC, user_id DESC);
INSERT INTO user_figures (user_id, balance, earned)
  SELECT u.id, coalesce(a.balance, 0), u.total_earned FROM users u LEFT JOIN accounts a ON a.name = 'main:' || u.id;

-- Until when the figures are written down.
CREATE TABLE figures_until (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  until timestamptz NOT NULL
);

-- Whoever makes a user need not know of the figures.
CREATE FUNCTION open_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_figures (user_id) SELECT id FROM fresh;
  RETURN NULL;
END $$;
CREATE TRIGGER users_have_figures AFTER INSERT ON users REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION open_figures();

-- A message that needs no answer any more has `answered_at`, and says here that it never got one.
ALTER TABLE contact_messages
  ADD COLUMN closed boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT closed OR answered_at IS NOT NULL);
CREATE INDEX contact_messages_email ON contact_messages (lower(email) text_pattern_ops);
CREATE INDEX contact_messages_user ON contact_messages (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX contact_messages_made ON contact_messages (created_at);
CREATE TABLE contact_answers (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES contact_messages (id),
  by_user uuid NOT NULL REFERENCES users (id),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 8000),
  at timestamptz NOT NULL
);
CREATE INDEX contact_answers_of ON contact_answers (message_id, id);

-- The audit log by who, to whom and by the beginning of what.
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX audit_target ON audit (target, id);
CREATE INDEX audit_action_start ON audit (action text_pattern_ops, id);
CREATE INDEX audit_time ON audit (at);

-- What one admin wants and another has to accept. Whoever proposes cannot accept: the database holds it.
CREATE TABLE pending_acts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('user.adjust', 'user.reverse', 'withdrawal.approve', 'setting.save')),
  -- Whom it is about, and how much; settings are about nobody.
  user_id uuid REFERENCES users (id),
  -- The withdrawal or the transfer that it is about.
  ref uuid,
  amount bigint CHECK (amount > 0),
  payload jsonb NOT NULL,
  reason text NOT NULL,
  proposed_by uuid NOT NULL REFERENCES users (id),
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'denied', 'expired', 'failed')),
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  outcome text,
  CHECK ((state = 'pending') = (decided_at IS NULL)),
  CHECK (state NOT IN ('accepted', 'failed') OR decided_by <> proposed_by),
  CHECK ((kind IN ('user.adjust', 'setting.save')) = (ref IS NULL)),
  CHECK ((kind = 'setting.save') = (user_id IS NULL)),
  CHECK ((kind = 'setting.save') = (amount IS NULL))
);
CREATE INDEX pending_acts_state ON pending_acts (state, id);
CREATE UNIQUE INDEX pending_acts_once ON pending_acts (kind, ref) WHERE state = 'pending' AND ref IS NOT NULL;
CREATE UNIQUE INDEX pending_settings_once ON pending_acts (payload) WHERE state = 'pending' AND kind = 'setting.save';

-- Users and balances that come from another script.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (source ~ '^[a-z0-9-]{2,40}$'),
  by_user uuid NOT NULL REFERENCES users (id),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done')),
  send_mails boolean NOT NULL,
  mails_per_minute integer NOT NULL CHECK (mails_per_minute BETWEEN 1 AND 1000),
  rows integer NOT NULL,
  progress integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  balance bigint NOT NULL DEFAULT 0,
  deposit bigint NOT NULL DEFAULT 0,
  linked integer NOT NULL DEFAULT 0,
  problem_count integer NOT NULL DEFAULT 0,
  -- The first of them, as they are shown.
  problems jsonb NOT NULL DEFAULT '[]',
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state = 'done') = (finished_at IS NOT NULL))
);
-- One after the other: two at once would compete for the same names.
CREATE UNIQUE INDEX imports_running ON imports ((true)) WHERE state = 'running';

-- Rows that still wait; a row is gone once it is dealt with, so that nobody's data lies around.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports (id),
  line integer NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (import_id, line)
);

-- Who came from where: the same row again makes nothing.
CREATE TABLE imported_users (
  source text NOT NULL,
  external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 100),
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  import_id uuid NOT NULL REFERENCES imports (id),
  -- The referrer's name over there, until they are linked.
  referrer text,
  mail_due boolean NOT NULL,
  PRIMARY KEY (source, external_id)
);
CREATE INDEX imported_users_mail ON imported_users (import_id, user_id) WHERE mail_due;
CREATE INDEX imported_users_link ON imported_users (import_id, user_id) WHERE referrer IS NOT NULL;

INSERT INTO accounts (name, opened_at) VALUES ('external:import', 'epoch');
