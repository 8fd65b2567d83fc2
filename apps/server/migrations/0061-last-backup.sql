-- The backup that was made last, by the clock or by hand.
CREATE TABLE last_backup (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  made_at timestamptz NOT NULL,
  location text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0)
);
