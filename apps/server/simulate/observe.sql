-- What the simulator sees of the database from inside: each transfer and each step of a withdrawal, with what was true
-- of its user in that transaction. Rows are taken out as they are read, so that one committed late is not missed.

CREATE SCHEMA simulate;
CREATE TABLE simulate.seen (n bigserial PRIMARY KEY, what text NOT NULL, data jsonb NOT NULL);

CREATE FUNCTION simulate.see_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO simulate.seen (what, data) VALUES ('transfer', jsonb_build_object('kind', NEW.kind, 'key', NEW.key,
    'debit', NEW.debit, 'credit', NEW.credit, 'amount', NEW.amount, 'ref', NEW.ref, 'at', NEW.at));
  RETURN NULL;
END $$;
CREATE TRIGGER simulate_transfers AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION simulate.see_transfer();

CREATE FUNCTION simulate.see_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  u users%ROWTYPE;
  v_debt bigint;
BEGIN
  SELECT * INTO u FROM users WHERE id = NEW.user_id;
  SELECT debt INTO v_debt FROM accounts WHERE name = 'main:' || NEW.user_id;
  INSERT INTO simulate.seen (what, data) VALUES ('withdrawal', jsonb_build_object('id', NEW.id, 'user', NEW.user_id,
    'from', CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, 'to', NEW.status, 'amount', NEW.amount, 'fee', NEW.fee,
    'receives', NEW.receives::text, 'rate', NEW.rate::text, 'debt', v_debt, 'locked_at', u.locked_at,
    'locked_until', u.locked_until, 'measures', u.measures, 'approved_by', NEW.approved_by,
    'not_before', NEW.not_before, 'processor', NEW.processor));
  RETURN NULL;
END $$;
CREATE TRIGGER simulate_withdrawals_made AFTER INSERT ON withdrawals FOR EACH ROW
  EXECUTE FUNCTION simulate.see_withdrawal();
CREATE TRIGGER simulate_withdrawals_moved AFTER UPDATE ON withdrawals FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION simulate.see_withdrawal();
