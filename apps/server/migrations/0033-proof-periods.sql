-- The proof of the books in periods. A period is closed: what it moved on each account is kept, and a checksum over
-- its rows. A few periods are proved again each night; all others rest on what was kept of them.

CREATE TABLE proof_periods (
  id integer PRIMARY KEY,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL UNIQUE CHECK (until > since),
  transfers bigint NOT NULL CHECK (transfers >= 0),
  -- The sum of a hash of each row: it changes with any column of any row, also where all balances stay right.
  checksum numeric NOT NULL,
  -- When it was last held against the transfers, and whether they were others than when it was closed.
  proved_at timestamptz NOT NULL,
  is_changed boolean NOT NULL DEFAULT false
);

-- What a period moved on each account. `part` divides the accounts, so that a night adds up one part over all periods.
-- Written a million rows at a time, and so without a foreign key.
CREATE TABLE proof_sums (
  period integer NOT NULL,
  part smallint NOT NULL,
  account text NOT NULL,
  sum bigint NOT NULL,
  PRIMARY KEY (period, part, account)
);

CREATE FUNCTION proof_part(p_account text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (hashtextextended(p_account, 0) & 31)::smallint
$$;

-- What of the proved sum comes from closed periods.
ALTER TABLE account_proofs ADD COLUMN closed bigint NOT NULL DEFAULT 0;
