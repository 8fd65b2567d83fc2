-- The language that an account was set to, as a tag of `packages/contract/src/locale.ts`; null: what its browser asks
-- for. Mails and notifications go out in it.
ALTER TABLE users ADD COLUMN locale text CHECK (locale ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
