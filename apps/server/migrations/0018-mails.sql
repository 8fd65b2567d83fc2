-- Kinds of optional mail that their user has switched off; which kinds there are is the contract's to say.
ALTER TABLE users ADD COLUMN mails_off text[] NOT NULL DEFAULT '{}' CHECK (cardinality(mails_off) <= 50);
