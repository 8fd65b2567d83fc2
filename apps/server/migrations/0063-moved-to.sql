-- Set in a database whose site has moved into another one: no node starts on it any more.
CREATE TABLE moved_to (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  location text NOT NULL,
  at timestamptz NOT NULL
);
