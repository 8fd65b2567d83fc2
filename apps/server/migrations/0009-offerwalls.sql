-- Walls of offers by other companies: how they speak, what they told, and what was credited and taken back.

CREATE TABLE offerwalls (
  id uuid PRIMARY KEY,
  preset text NOT NULL,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  conditions text NOT NULL,
  frame_url text NOT NULL,
  keys jsonb NOT NULL,
  secret_sealed text NOT NULL,
  allowed_ips text[] NOT NULL,
  refuse_other_ips boolean NOT NULL,
  units_per_amount numeric(20, 8) NOT NULL CHECK (units_per_amount >= 0),
  share_basis_points integer NOT NULL,
  max_reward bigint NOT NULL,
  hold_above bigint NOT NULL,
  hold_days integer NOT NULL,
  countries text[] NOT NULL,
  min_level integer NOT NULL,
  rules jsonb NOT NULL,
  enabled boolean NOT NULL,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

-- Every call of a wall, as it came.
CREATE TABLE postbacks (
  id uuid PRIMARY KEY,
  wall_id uuid NOT NULL REFERENCES offerwalls (id),
  at timestamptz NOT NULL,
  method text NOT NULL,
  -- The whole address, which some signatures cover; secrets are hidden in it, in the body and in the headers.
  url text NOT NULL,
  body text NOT NULL,
  -- Only those that a signature may cover.
  headers jsonb NOT NULL,
  ip_net text NOT NULL,
  verdict text NOT NULL,
  detail text NOT NULL,
  user_id uuid REFERENCES users (id),
  tx_id text,
  amount bigint
);
CREATE INDEX postbacks_at ON postbacks (id DESC);
CREATE INDEX postbacks_wall ON postbacks (wall_id, id DESC);
CREATE INDEX postbacks_verdict ON postbacks (verdict, id DESC);
CREATE INDEX postbacks_tx ON postbacks (tx_id) WHERE tx_id IS NOT NULL;

CREATE TABLE offers (
  id uuid PRIMARY KEY,
  wall_id uuid NOT NULL REFERENCES offerwalls (id),
  tx_id text NOT NULL,
  -- What a later reversal may name instead of the transaction.
  ref_id text,
  user_id uuid NOT NULL REFERENCES users (id),
  offer text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- As the wall told it, so that a reversal of a part is measured by the same.
  told_amount numeric(40, 18),
  told_usd numeric(40, 18),
  -- Units that the wall's dollars are worth; 0 where it told none.
  revenue bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'credited', 'charged-back')),
  held_until timestamptz,
  created_at timestamptz NOT NULL,
  credited_at timestamptz,
  charged_back_at timestamptz,
  charge_reason text,
  -- What of the charge-back was still there, and what became a debt.
  taken bigint,
  debt bigint,
  UNIQUE (wall_id, tx_id),
  CHECK ((status = 'charged-back') = (charged_back_at IS NOT NULL))
);
CREATE INDEX offers_user ON offers (user_id, id DESC);
CREATE INDEX offers_wall ON offers (wall_id, created_at);
CREATE INDEX offers_at ON offers (created_at);
CREATE INDEX offers_ref ON offers (wall_id, ref_id) WHERE ref_id IS NOT NULL;
CREATE INDEX offers_held ON offers (held_until) WHERE status = 'held';
CREATE INDEX offers_charged ON offers (charged_back_at DESC) WHERE status = 'charged-back';

-- A reversal that came before its credit, or that was carried out: the same one never counts twice, and a credit
-- whose reversal is here already is never paid.
CREATE TABLE offer_reversals (
  wall_id uuid NOT NULL REFERENCES offerwalls (id),
  tx_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (wall_id, tx_id)
);
