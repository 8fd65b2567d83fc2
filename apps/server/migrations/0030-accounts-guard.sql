-- A balance or a debt changes only inside the ledger's own functions. They turn the setting on while they run, and
-- PostgreSQL turns it off when they return; whatever else writes there is refused. An account is opened empty.

ALTER FUNCTION ledger_post(jsonb, timestamptz) SET runnel.ledger = 'on';
ALTER FUNCTION take_back(jsonb, uuid, text, uuid, uuid, timestamptz) SET runnel.ledger = 'on';

CREATE FUNCTION refuse_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'balances and debts are changed by ledger_post and take_back alone' USING ERRCODE = 'RN001';
END $$;

CREATE TRIGGER accounts_change BEFORE UPDATE OF name, owner, balance, debt ON accounts FOR EACH ROW
  WHEN (current_setting('runnel.ledger', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_account_change();
CREATE TRIGGER accounts_delete BEFORE DELETE ON accounts FOR EACH ROW
  WHEN (current_setting('runnel.ledger', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_account_change();
CREATE TRIGGER accounts_insert BEFORE INSERT ON accounts FOR EACH ROW
  WHEN ((NEW.balance <> 0 OR NEW.debt <> 0) AND current_setting('runnel.ledger', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_account_change();
