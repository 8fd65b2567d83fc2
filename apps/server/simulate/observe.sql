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

-- Who begins something for the money of somebody else: what that one owes.
CREATE FUNCTION simulate.see_beginning() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_owner uuid;
BEGIN
  IF TG_TABLE_NAME = 'ptc_views' THEN
    SELECT user_id INTO v_owner FROM campaigns WHERE id = (to_jsonb(NEW) ->> 'campaign_id')::uuid;
  ELSE
    SELECT user_id INTO v_owner FROM tasks WHERE id = (to_jsonb(NEW) ->> 'task_id')::uuid;
  END IF;
  INSERT INTO simulate.seen (what, data) SELECT 'beginning', jsonb_build_object('of', TG_TABLE_NAME, 'owner', v_owner,
    'debt', debt) FROM accounts WHERE name = 'main:' || v_owner;
  RETURN NULL;
END $$;
CREATE TRIGGER simulate_views AFTER INSERT ON ptc_views FOR EACH ROW EXECUTE FUNCTION simulate.see_beginning();
CREATE TRIGGER simulate_work AFTER INSERT ON task_submissions FOR EACH ROW EXECUTE FUNCTION simulate.see_beginning();

-- All that is looked at after each step, in one trip: who owns and owes what, which sources are stopped, what of
-- debtors has not left and waits for nobody, and what was seen since the last time.
CREATE FUNCTION simulate.look() RETURNS jsonb LANGUAGE sql AS $$
  WITH taken AS (DELETE FROM simulate.seen RETURNING n, what, data)
  SELECT jsonb_build_object(
    'owned', (SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'main', m.balance,
        'deposit', d.balance, 'held', h.balance, 'debt', m.debt))
      FROM users u JOIN accounts m ON m.name = 'main:' || u.id JOIN accounts d ON d.name = 'deposit:' || u.id
      JOIN accounts h ON h.name = 'held:' || u.id),
    'stopped', coalesce((SELECT jsonb_agg(source) FROM closed_sources WHERE code = 'PAUSED_FOR_CHECK'), '[]'),
    'stoppedByEscrow', coalesce((SELECT jsonb_agg(why) FROM outflow_trips
      WHERE source IN ('ptc', 'task') AND cause <> 'owner' AND state = 'open' AND stops_payouts), '[]'),
    'approvedInDebt', coalesce((SELECT jsonb_agg(w.id || ': ' || w.amount) FROM withdrawals w
      JOIN accounts a ON a.name = 'main:' || w.user_id WHERE w.status = 'approved' AND a.debt > 0), '[]'),
    'seen', coalesce((SELECT jsonb_agg(jsonb_build_object('what', what, 'data', data) ORDER BY n) FROM taken), '[]'))
$$;
