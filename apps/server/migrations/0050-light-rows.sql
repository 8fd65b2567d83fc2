-- What PostgreSQL does again for each change of a row, whatever was changed: it copies the list of all triggers of the
-- table, asks every foreign key that names it, and reads, plans and compiles each CHECK anew. For `users`, with 79
-- foreign keys and 11 checks, that was twice the work of the change itself. What is held stays the same.

-- The ids of users once more: what other tables refer to. A change of a user asks none of them.
CREATE TABLE user_ids (id uuid PRIMARY KEY);
INSERT INTO user_ids SELECT id FROM users;
ALTER TABLE user_ids ADD FOREIGN KEY (id) REFERENCES users (id);

-- Whoever makes a user need not know of it. By its name it comes before the checks of references.
CREATE FUNCTION keep_user_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_ids (id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER "0_users_have_ids" AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION keep_user_id();

DO $$
DECLARE
  f record;
BEGIN
  FOR f IN SELECT conrelid::regclass AS relation, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE contype = 'f' AND confrelid = 'users'::regclass
        AND conrelid NOT IN ('users'::regclass, 'user_ids'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2$I %s', f.relation, f.conname,
      replace(f.definition, 'REFERENCES users(', 'REFERENCES user_ids('));
  END LOOP;
END $$;

-- A domain is checked where a value is put into a column of its type, and not where that column stays as it is. They
-- get their rules after the columns have their types: no table is written anew, and all rows keep the rules already.
CREATE DOMAIN from_zero AS bigint;
CREATE DOMAIN from_one AS bigint;
CREATE DOMAIN count_from_zero AS integer;
CREATE DOMAIN user_level AS integer;
CREATE DOMAIN trust_level AS smallint;
CREATE DOMAIN trust_grants AS smallint;
CREATE DOMAIN username AS text;
CREATE DOMAIN email_address AS text;
CREATE DOMAIN user_role AS text;
CREATE DOMAIN admin_note AS text;
CREATE DOMAIN mails_off AS text[];
CREATE DOMAIN account_name AS text;
CREATE DOMAIN transfer_key AS text;
CREATE DOMAIN transfer_kind AS text;
CREATE DOMAIN challenge_family AS text;
CREATE DOMAIN challenge_outcome AS text;

ALTER TABLE users
  DROP CONSTRAINT users_exp_check, ALTER exp TYPE from_zero,
  DROP CONSTRAINT users_level_check, ALTER level TYPE user_level,
  DROP CONSTRAINT users_total_earned_check, ALTER total_earned TYPE from_zero,
  DROP CONSTRAINT users_faucet_claim_check, ALTER faucet_claim TYPE count_from_zero,
  DROP CONSTRAINT users_trust_level_check, ALTER trust_level TYPE trust_level,
  DROP CONSTRAINT users_trust_grants_check, ALTER trust_grants TYPE trust_grants,
  DROP CONSTRAINT users_username_check, ALTER username TYPE username,
  DROP CONSTRAINT users_email_check, ALTER email TYPE email_address,
  DROP CONSTRAINT users_role_check, ALTER role TYPE user_role,
  DROP CONSTRAINT users_admin_note_check, ALTER admin_note TYPE admin_note,
  DROP CONSTRAINT users_mails_off_check, ALTER mails_off TYPE mails_off;

-- Triggers name these columns, so that they are taken off meanwhile.
DROP TRIGGER accounts_change ON accounts;
DROP TRIGGER accounts_insert ON accounts;
ALTER TABLE accounts
  DROP CONSTRAINT accounts_balance_check, ALTER balance TYPE from_zero,
  DROP CONSTRAINT accounts_name_check, ALTER name TYPE account_name,
  DROP CONSTRAINT accounts_check, DROP CONSTRAINT accounts_check1, ALTER debt TYPE from_zero,
  ADD CHECK ((owner IS NULL) = (balance IS NULL) AND (debt = 0 OR name LIKE 'main:%'));
CREATE TRIGGER accounts_change BEFORE UPDATE OF name, owner, balance, debt ON accounts FOR EACH ROW
  WHEN (current_setting('runnel.ledger', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_account_change();
CREATE TRIGGER accounts_insert BEFORE INSERT ON accounts FOR EACH ROW
  WHEN ((NEW.balance <> 0 OR NEW.debt <> 0) AND current_setting('runnel.ledger', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_account_change();

ALTER TABLE transfers
  DROP CONSTRAINT transfers_amount_check, ALTER amount TYPE from_one,
  DROP CONSTRAINT transfers_debit_after_check, ALTER debit_after TYPE from_zero,
  DROP CONSTRAINT transfers_credit_after_check, ALTER credit_after TYPE from_zero,
  DROP CONSTRAINT transfers_key_check, ALTER key TYPE transfer_key,
  DROP CONSTRAINT transfers_kind_check, ALTER kind TYPE transfer_kind;

ALTER TABLE challenges
  DROP CONSTRAINT challenges_family_check, ALTER family TYPE challenge_family,
  DROP CONSTRAINT challenges_outcome_check, ALTER outcome TYPE challenge_outcome;

ALTER TABLE day_counters
  DROP CONSTRAINT day_counters_count_check, ALTER count TYPE count_from_zero,
  DROP CONSTRAINT day_counters_earned_check, ALTER earned TYPE from_zero,
  DROP CONSTRAINT day_counters_commission_check, ALTER commission TYPE from_zero;

ALTER TABLE faucet_networks DROP CONSTRAINT faucet_networks_used_check, ALTER used TYPE from_zero;
-- That no more is taken than a part has stays a rule of the row.
ALTER TABLE faucet_hours
  DROP CONSTRAINT faucet_hours_budget_check, ALTER budget TYPE from_one,
  DROP CONSTRAINT faucet_hours_by_new_check, ALTER by_new TYPE from_zero,
  DROP CONSTRAINT faucet_hours_by_known_check, ALTER by_known TYPE from_zero,
  DROP CONSTRAINT faucet_hours_by_trusted_check, ALTER by_trusted TYPE from_zero;

ALTER DOMAIN from_zero ADD CONSTRAINT from_zero CHECK (VALUE >= 0) NOT VALID;
ALTER DOMAIN from_one ADD CONSTRAINT from_one CHECK (VALUE > 0) NOT VALID;
ALTER DOMAIN count_from_zero ADD CONSTRAINT count_from_zero CHECK (VALUE >= 0) NOT VALID;
ALTER DOMAIN user_level ADD CONSTRAINT user_level CHECK (VALUE >= 1) NOT VALID;
ALTER DOMAIN trust_level ADD CONSTRAINT trust_level CHECK (VALUE BETWEEN 0 AND 3) NOT VALID;
ALTER DOMAIN trust_grants ADD CONSTRAINT trust_grants CHECK (VALUE BETWEEN 0 AND 2) NOT VALID;
ALTER DOMAIN username ADD CONSTRAINT username CHECK (VALUE ~ '^[a-z0-9_]{3,20}$') NOT VALID;
ALTER DOMAIN email_address ADD CONSTRAINT email_address CHECK (length(VALUE) <= 254) NOT VALID;
ALTER DOMAIN user_role ADD CONSTRAINT user_role CHECK (VALUE IN ('user', 'moderator', 'admin')) NOT VALID;
ALTER DOMAIN admin_note ADD CONSTRAINT admin_note CHECK (length(VALUE) <= 4000) NOT VALID;
ALTER DOMAIN mails_off ADD CONSTRAINT mails_off CHECK (cardinality(VALUE) <= 50) NOT VALID;
ALTER DOMAIN account_name ADD CONSTRAINT account_name CHECK (VALUE ~ '^[a-z]+(:[A-Za-z0-9_-]+)+$') NOT VALID;
ALTER DOMAIN transfer_key ADD CONSTRAINT transfer_key CHECK (length(VALUE) BETWEEN 3 AND 200) NOT VALID;
ALTER DOMAIN transfer_kind ADD CONSTRAINT transfer_kind CHECK (VALUE ~ '^[a-z][a-z-]*$') NOT VALID;
ALTER DOMAIN challenge_family ADD CONSTRAINT challenge_family
  CHECK (VALUE IN ('order', 'image', 'none', 'pow', 'external', 'free')) NOT VALID;
ALTER DOMAIN challenge_outcome ADD CONSTRAINT challenge_outcome
  CHECK (VALUE IN ('right', 'wrong', 'expired', 'replaced')) NOT VALID;

-- What `RETURN QUERY` gives has to be of the very type that the function tells.
DO $$
BEGIN
  EXECUTE regexp_replace(pg_get_functiondef('ledger_post(jsonb, timestamptz)'::regprocedure),
    '\(SELECT balance FROM accounts', '(SELECT balance::bigint FROM accounts', 'g');
END $$;

-- Another type takes the statistics of a column away.
ANALYZE users, accounts, transfers, challenges, day_counters;
