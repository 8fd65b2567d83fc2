-- Deposits know the currency that they were ordered in, and what a wall takes back is kept one by one.

ALTER TABLE deposits ADD COLUMN currency text;
UPDATE deposits SET currency = coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'site_currency'), 'USD');
ALTER TABLE deposits ALTER COLUMN currency SET NOT NULL;

-- A wall may take an offer back in parts: each of them once, and all of them together never more than was credited.
CREATE TABLE offer_charge_backs (
  id uuid PRIMARY KEY,
  wall_id uuid NOT NULL REFERENCES offerwalls (id),
  offer_id uuid NOT NULL REFERENCES offers (id),
  -- What tells it from every other of this wall: its own transaction, or the credit's with the amount beside it. Null
  -- for those from before this was kept: which calls they were is not known, so nothing more is taken of their offers.
  mark text,
  -- What of it was still there, and what became a debt.
  taken bigint NOT NULL CHECK (taken >= 0),
  debt bigint NOT NULL CHECK (debt >= 0),
  at timestamptz NOT NULL,
  UNIQUE (wall_id, mark),
  CHECK (taken + debt > 0)
);
CREATE INDEX offer_charge_backs_offer ON offer_charge_backs (offer_id);
CREATE INDEX offer_charge_backs_at ON offer_charge_backs (at);

INSERT INTO offer_charge_backs (id, wall_id, offer_id, taken, debt, at)
SELECT id, wall_id, id, taken, debt, charged_back_at FROM offers WHERE status = 'charged-back';
