-- What the overview of a large site adds up over everybody, kept ahead of whoever looks at it.
CREATE TABLE overview_sums (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at timestamptz NOT NULL,
  sums jsonb NOT NULL
);
