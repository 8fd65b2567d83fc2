-- The age that somebody confirmed to have when the account was made, and when; null where the site asked for none.
ALTER TABLE users ADD COLUMN age_confirmed integer, ADD COLUMN age_confirmed_at timestamptz,
  ADD CONSTRAINT age_confirmed_when CHECK ((age_confirmed IS NULL) = (age_confirmed_at IS NULL));
