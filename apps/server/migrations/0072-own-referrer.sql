-- Nobody is their own referrer. Until now an account that Google made could name its makeshift username when it chose
-- its own; what was paid then stays paid.
UPDATE users SET referrer_id = NULL WHERE referrer_id = id;
ALTER TABLE users ADD CONSTRAINT users_referrer_other CHECK (referrer_id <> id);
