-- A QR code by which a Lightning wallet hands over an invoice (LNURL-withdraw). It moves nothing: the user confirms the
-- invoice like one that was pasted.
CREATE TABLE invoice_scans (
  id uuid PRIMARY KEY,
  -- SHA-256 of what stands in the QR code.
  k1_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id),
  method_id uuid NOT NULL REFERENCES withdraw_methods (id),
  -- The only amount that is taken, in thousandths of a satoshi.
  msat bigint NOT NULL CHECK (msat > 0),
  invoice text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX invoice_scans_user ON invoice_scans (user_id);
