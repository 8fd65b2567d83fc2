-- What the key of this site makes of a fixed text: tells at a start whether the key belongs to this database.
CREATE TABLE key_fingerprint (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  fingerprint bytea NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);
