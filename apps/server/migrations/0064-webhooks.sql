-- Webhooks: endpoints that users registered (Standard Webhooks; the secrets are sealed), what waits to be sent to
-- them, and each attempt. Messages are written by the change that they are about, in its transaction, and only for
-- endpoints that want them.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_ids (id),
  -- `site`: events of all accounts, while its user is an admin.
  audience text NOT NULL CHECK (audience IN ('account', 'site')),
  url text NOT NULL CHECK (length(url) <= 1000),
  description text NOT NULL CHECK (length(description) <= 60),
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  secret text NOT NULL,
  -- It signs too until then, so that a receiver can change over.
  former_secret text,
  former_until timestamptz,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  disabled_why text CHECK (disabled_why IN ('off', 'failing', 'gone')),
  failing_since timestamptz,
  CHECK ((disabled_at IS NULL) = (disabled_why IS NULL)),
  CHECK ((former_secret IS NULL) = (former_until IS NULL))
);
CREATE INDEX webhook_endpoints_user ON webhook_endpoints (user_id);

CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event text NOT NULL,
  -- Sent and signed byte by byte, at every attempt the same.
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- NULL: it is delivered, or was tried for the last time.
  due_at timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  delivered_at timestamptz
);
CREATE INDEX webhook_messages_due ON webhook_messages (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_messages_log ON webhook_messages (endpoint_id, created_at DESC, id DESC);

CREATE TABLE webhook_attempts (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  status smallint,
  answer text NOT NULL,
  ms integer NOT NULL
);
CREATE INDEX webhook_attempts_message ON webhook_attempts (message_id, at DESC);

CREATE FUNCTION webhook_note(p_event text, p_user uuid, p_at timestamptz, p_data json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_messages (id, endpoint_id, event, body, created_at, due_at)
  SELECT gen_random_uuid(), e.id, p_event, json_build_object('type', p_event,
    'timestamp', to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', p_data)::text, p_at, p_at
  FROM webhook_endpoints e
  WHERE e.disabled_at IS NULL AND p_event = ANY (e.events)
    AND (e.audience = 'site' OR e.user_id = p_user)
$$;

CREATE FUNCTION webhook_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('withdrawal.' || CASE TG_OP WHEN 'INSERT' THEN 'requested' ELSE NEW.status END,
    NEW.user_id, NEW.updated_at, json_build_object('withdrawalId', NEW.id, 'userId', NEW.user_id,
      'amount', NEW.amount, 'fee', NEW.fee, 'currency', NEW.currency, 'receives', trim_scale(NEW.receives)::text,
      'status', NEW.status, 'txId', NEW.tx_id));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_requested AFTER INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION webhook_withdrawal();
CREATE TRIGGER webhook_ended AFTER UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.status IN ('paid', 'rejected', 'failed'))
  EXECUTE FUNCTION webhook_withdrawal();

CREATE FUNCTION webhook_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('deposit.credited', NEW.user_id, NEW.updated_at, json_build_object('depositId', NEW.id,
    'userId', NEW.user_id, 'method', NEW.method, 'received', NEW.received, 'fee', NEW.fee));
  RETURN NULL;
END $$;
-- More than was ordered can come in several payments: each raises what was received.
CREATE TRIGGER webhook_credited AFTER UPDATE OF received ON deposits FOR EACH ROW
  WHEN (NEW.received > OLD.received) EXECUTE FUNCTION webhook_deposit();

CREATE FUNCTION webhook_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note('campaign.' || CASE NEW.status WHEN 'active' THEN 'approved' WHEN 'rejected' THEN 'rejected'
      ELSE 'finished' END, NEW.user_id, NEW.updated_at, json_build_object('campaignId', NEW.id,
    'userId', NEW.user_id, 'title', NEW.title, 'status', NEW.status));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_decided AFTER UPDATE OF status ON campaigns FOR EACH ROW
  WHEN ((OLD.status = 'pending' AND NEW.status = 'active')
    OR (NEW.status IN ('rejected', 'completed') AND NEW.status <> OLD.status))
  EXECUTE FUNCTION webhook_campaign();

-- The worker is another person: the owner of the task learns the submission, not whose it is.
CREATE FUNCTION webhook_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_note(CASE NEW.status WHEN 'pending' THEN 'submission.received' ELSE 'submission.decided' END,
    NEW.owner_id, coalesce(CASE WHEN NEW.status <> 'pending' THEN coalesce(NEW.judged_at, NEW.decided_at) END,
      NEW.sent_at, NEW.started_at), json_build_object('submissionId', NEW.id, 'taskId', NEW.task_id,
      'userId', NEW.owner_id, 'reward', NEW.reward, 'status', NEW.status));
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_worked AFTER UPDATE OF status ON task_submissions FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND (NEW.status IN ('accepted', 'denied')
    OR (NEW.status = 'pending' AND OLD.status IN ('started', 'revision'))))
  EXECUTE FUNCTION webhook_submission();
