-- Settings, the audit log and what keeps the machine running.

CREATE TABLE settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE audit (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor uuid NOT NULL REFERENCES users (id),
  action text NOT NULL,
  target text NOT NULL,
  before jsonb,
  after jsonb,
  ip_net text NOT NULL
);
CREATE INDEX audit_at ON audit (id DESC);
CREATE INDEX audit_action ON audit (action, id);
-- The admin's lists look for the beginning of a name.
CREATE INDEX users_username_start ON users (username text_pattern_ops);
CREATE TRIGGER audit_is_fact BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE job_runs (
  name text PRIMARY KEY,
  last_run_at timestamptz NOT NULL,
  ok boolean NOT NULL,
  note text NOT NULL
);

-- Buckets of rate limits that must hold across nodes (rate-limiter-flexible's table).
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_expire ON rate_limits (expire);
