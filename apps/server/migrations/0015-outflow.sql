-- What leaves the house: daily budgets, the breaker, and the figures of solvency.

-- Recent rows are looked at every few seconds; without this the index learns of them only at the next vacuum.
ALTER INDEX transfers_at SET (autosummarize = on);

-- What every node has in memory: sources that pay nothing right now, and until when (null: until a person looked).
CREATE TABLE closed_sources (
  source text NOT NULL,
  code text NOT NULL CHECK (code IN ('BUDGET_USED_UP', 'PAUSED_FOR_CHECK')),
  since timestamptz NOT NULL,
  until timestamptz,
  PRIMARY KEY (source, code),
  CHECK ((code = 'BUDGET_USED_UP') = (until IS NOT NULL))
);

-- What left by source in a minute and in an hour; what is not in them yet is added up from the transfers since `until`.
CREATE TABLE outflow_minutes (
  minute timestamptz NOT NULL,
  source text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (minute, source)
);
CREATE TABLE outflow_hours (
  hour timestamptz NOT NULL,
  source text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (hour, source)
);
CREATE TABLE outflow_rolled (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
);

CREATE TABLE outflow_trips (
  id uuid PRIMARY KEY,
  source text NOT NULL,
  cause text NOT NULL CHECK (cause IN ('hour-amount', 'day-amount', 'hour-count', 'day-count', 'usual', 'owner')),
  state text NOT NULL CHECK (state IN ('open', 'resumed', 'dry')),
  stops_payouts boolean NOT NULL,
  measured bigint NOT NULL,
  "limit" bigint NOT NULL,
  usual bigint,
  why text NOT NULL,
  at timestamptz NOT NULL,
  by_user uuid REFERENCES users (id),
  resumed_at timestamptz,
  resumed_by uuid REFERENCES users (id),
  note text,
  CHECK ((state = 'resumed') = (resumed_at IS NOT NULL)),
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL)),
  CHECK ((cause = 'owner') = (by_user IS NOT NULL))
);
-- A source is stopped once, however many nodes see it.
CREATE UNIQUE INDEX outflow_trips_open ON outflow_trips (source) WHERE state = 'open';
CREATE INDEX outflow_trips_of ON outflow_trips (source, id);
CREATE INDEX outflow_trips_state ON outflow_trips (state, id);

-- The public figures as they were last added up, and what they were at the end of each day.
CREATE TABLE solvency (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at timestamptz NOT NULL,
  figures jsonb NOT NULL
);
CREATE TABLE solvency_days (
  day date PRIMARY KEY,
  owed bigint NOT NULL,
  held bigint,
  paid bigint NOT NULL
);

-- What happened on a day, as the log statistics tell it; rows of days that are over are never counted again.
CREATE TABLE day_stats (
  day date PRIMARY KEY,
  counted_at timestamptz NOT NULL,
  figures jsonb NOT NULL
);
-- Events that leave no row of their own: letters sent, errors of ours, jobs that failed.
CREATE TABLE day_tallies (
  day date NOT NULL,
  what text NOT NULL CHECK (length(what) <= 100),
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (day, what)
);

-- What the owner was mailed about, so that nothing is mailed twice a day.
CREATE TABLE owner_alerts (
  day date NOT NULL,
  what text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (day, what)
);

CREATE INDEX sessions_created ON sessions USING brin (created_at) WITH (autosummarize = on);
-- The breaker counts what was sent, long before a chain has confirmed it.
CREATE INDEX payout_attempts_started ON payout_attempts (started_at);

-- What a proof of the books found, so that the next need not add up again what cannot have changed: the sum of each
-- account over all transfers before `until`, and how many they are.
CREATE TABLE account_proofs (
  account text PRIMARY KEY,
  sum bigint NOT NULL
);
CREATE TABLE books_proved (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  until timestamptz NOT NULL,
  transfers bigint NOT NULL CHECK (transfers >= 0)
);
