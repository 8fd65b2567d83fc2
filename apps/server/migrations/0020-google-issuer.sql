-- A subject is unique at its provider only: the same one at another provider, once the owner has changed it, is
-- somebody else.
ALTER TABLE google_accounts ADD COLUMN issuer text;
UPDATE google_accounts SET issuer = rtrim(coalesce(
  (SELECT value #>> '{}' FROM settings WHERE name = 'google_issuer'), 'https://accounts.google.com'), '/');
ALTER TABLE google_accounts ALTER COLUMN issuer SET NOT NULL;
ALTER TABLE google_accounts DROP CONSTRAINT google_accounts_pkey;
ALTER TABLE google_accounts ADD PRIMARY KEY (issuer, subject);

ALTER TABLE login_tickets ADD COLUMN google_issuer text;
-- Half a login that waits since before names no provider; it is begun again.
DELETE FROM login_tickets WHERE purpose = 'google-link';
ALTER TABLE login_tickets ADD CHECK ((google_issuer IS NULL) = (google_subject IS NULL));
