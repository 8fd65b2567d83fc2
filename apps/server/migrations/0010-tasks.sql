-- Micro-tasks: a marketplace with escrow, revision and disputes.

CREATE TABLE task_categories (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  min_reward bigint NOT NULL CHECK (min_reward > 0),
  position integer NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true
);
INSERT INTO task_categories (id, name, min_reward, position)
  SELECT gen_random_uuid(), name, min_reward, row_number() OVER ()
  FROM (VALUES ('Sign up', 2000), ('Social media', 500), ('Search and visit', 300), ('Apps', 2000),
    ('Write and review', 1500), ('Test and report', 3000), ('Other', 500)) AS first (name, min_reward);

CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  category_id uuid NOT NULL REFERENCES task_categories (id),
  title text NOT NULL CHECK (length(title) <= 100),
  instructions text NOT NULL CHECK (length(instructions) <= 10000),
  proofs jsonb NOT NULL,
  reward bigint NOT NULL CHECK (reward > 0),
  -- What the site keeps of each accepted submission, on top of the reward; fixed when the task is made.
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Every place that was ever bought is exactly one of these: held, accepted, returned, or free.
  places integer NOT NULL CHECK (places > 0),
  -- Reserved, waiting, disputable, disputed, or accepted but still to be undone: neither free nor paid.
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Paid.
  accepted integer NOT NULL DEFAULT 0 CHECK (accepted >= 0),
  -- Given back to the owner, because the task was over.
  returned integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  -- How often something was given back: each time has a key of its own.
  refunds integer NOT NULL DEFAULT 0,
  min_level integer NOT NULL CHECK (min_level >= 1),
  countries text[] NOT NULL,
  minutes_to_finish integer NOT NULL CHECK (minutes_to_finish > 0),
  hours_to_review integer NOT NULL CHECK (hours_to_review > 0),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'paused', 'rejected', 'completed', 'deleted')),
  reason text,
  paused_by_staff boolean NOT NULL DEFAULT false,
  -- Learnt from those who finished.
  median_seconds integer CHECK (median_seconds > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (held + accepted + returned <= places),
  -- One that is over has no free place: its escrow holds only what those that are held may still need.
  CHECK (status NOT IN ('rejected', 'completed', 'deleted') OR held + accepted + returned = places),
  CHECK (status <> 'rejected' OR reason IS NOT NULL)
);
CREATE INDEX tasks_user ON tasks (user_id, id);
CREATE INDEX tasks_status ON tasks (status, id);
CREATE INDEX tasks_open_reward ON tasks (reward DESC, id DESC) WHERE status = 'active';
CREATE INDEX tasks_open_new ON tasks (id DESC) WHERE status = 'active';
CREATE INDEX tasks_category ON tasks (category_id) WHERE status = 'active';

CREATE TABLE task_update_requests (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id),
  changes jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'accepted', 'denied', 'replaced')),
  reason text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id)
);
CREATE UNIQUE INDEX task_update_requests_one_open ON task_update_requests (task_id) WHERE status = 'open';

-- A bulk decision, so that it can be undone as one. `before` tells of each submission what it waited for.
CREATE TABLE task_actions (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id),
  by_user uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('accept', 'deny', 'revision')),
  before jsonb NOT NULL,
  at timestamptz NOT NULL,
  undone_at timestamptz
);

CREATE TABLE task_submissions (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id),
  -- The owner of the task, so that how owners treat people is read from one index.
  owner_id uuid NOT NULL REFERENCES users (id),
  user_id uuid NOT NULL REFERENCES users (id),
  status text NOT NULL CHECK (status IN ('started', 'pending', 'revision', 'accepted', 'denied', 'disputed', 'expired',
    'withdrawn')),
  reward bigint NOT NULL CHECK (reward > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  answers jsonb NOT NULL DEFAULT '[]',
  reason text,
  -- Sent back for better proof once already.
  revised boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL,
  -- Seconds from the start to the first proof.
  seconds integer,
  sent_at timestamptz,
  -- When what the status waits for is over: sending, the review, the undo, or the dispute; null: nothing.
  deadline timestamptz,
  -- When the owner is to be warned that it will be accepted by itself; null: never, or done.
  warn_at timestamptz,
  -- The owner's decision, or that there was none in time, and who made it; cleared by an undo.
  reviewed_at timestamptz,
  reviewed_by text CHECK (reviewed_by IN ('owner', 'machine')),
  decided_at timestamptz,
  action_id uuid REFERENCES task_actions (id),
  disputed_at timestamptz,
  answered_at timestamptz,
  judged text CHECK (judged IN ('accepted', 'denied')),
  judged_at timestamptz,
  -- Whether its place in the task is held (see tasks.held).
  holds_place boolean NOT NULL,
  -- Whether its reward lies in the worker's held account, until it cannot be undone any more.
  on_hold boolean NOT NULL DEFAULT false,
  -- Raised by each undo, so that a reward that is held again has a key of its own.
  round integer NOT NULL DEFAULT 1,
  device_id uuid NOT NULL,
  CHECK (NOT on_hold OR (status = 'accepted' AND holds_place AND deadline IS NOT NULL)),
  CHECK (holds_place OR status IN ('accepted', 'denied', 'expired', 'withdrawn')),
  CHECK (status NOT IN ('expired', 'withdrawn') OR NOT holds_place)
);
-- A worker has one submission a task that is not given up.
CREATE UNIQUE INDEX task_submissions_one ON task_submissions (task_id, user_id)
  WHERE status NOT IN ('expired', 'withdrawn');
CREATE INDEX task_submissions_user ON task_submissions (user_id, status, id);
CREATE INDEX task_submissions_task ON task_submissions (task_id, status, id);
CREATE INDEX task_submissions_deadline ON task_submissions (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX task_submissions_warn ON task_submissions (warn_at) WHERE warn_at IS NOT NULL;
CREATE INDEX task_submissions_owner ON task_submissions (owner_id, reviewed_at) WHERE reviewed_at IS NOT NULL;
CREATE INDEX task_submissions_worker ON task_submissions (user_id, reviewed_at) WHERE reviewed_at IS NOT NULL;
CREATE INDEX task_submissions_disputed ON task_submissions (disputed_at) WHERE status = 'disputed';
CREATE INDEX task_submissions_judged ON task_submissions (judged_at) WHERE judged IS NOT NULL;
CREATE INDEX task_submissions_held ON task_submissions (user_id) WHERE on_hold;

CREATE TABLE task_images (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- Null until it is sent with a proof or a dispute; those that stay null are swept.
  submission_id uuid REFERENCES task_submissions (id),
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX task_images_of ON task_images (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX task_images_loose ON task_images (created_at) WHERE submission_id IS NULL;
CREATE INDEX task_images_user_loose ON task_images (user_id) WHERE submission_id IS NULL;

CREATE TABLE task_events (
  id uuid PRIMARY KEY,
  submission_id uuid NOT NULL REFERENCES task_submissions (id),
  at timestamptz NOT NULL,
  step text NOT NULL,
  by_role text NOT NULL CHECK (by_role IN ('worker', 'owner', 'moderator', 'machine')),
  by_user uuid REFERENCES users (id),
  text text,
  image_ids uuid[] NOT NULL DEFAULT '{}'
);
CREATE INDEX task_events_of ON task_events (submission_id, id);
CREATE TRIGGER task_events_are_facts BEFORE UPDATE OR DELETE OR TRUNCATE ON task_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE task_bans (
  owner_id uuid NOT NULL REFERENCES users (id),
  worker_id uuid NOT NULL REFERENCES users (id),
  at timestamptz NOT NULL,
  reason text NOT NULL,
  -- What barred the worker; undoing it lets them in again.
  action_id uuid NOT NULL REFERENCES task_actions (id),
  PRIMARY KEY (owner_id, worker_id)
);
