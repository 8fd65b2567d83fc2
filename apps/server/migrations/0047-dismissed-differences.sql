-- A difference between wallet and ledger that an admin has looked into stays listed, with who said what of it.
ALTER TABLE wallet_differences
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN dismissed_at timestamptz,
  ADD COLUMN dismissed_by uuid REFERENCES users (id),
  ADD COLUMN note text,
  ADD CHECK ((dismissed_at IS NULL) = (note IS NULL) AND (dismissed_at IS NULL) = (dismissed_by IS NULL));
