-- Clicks of members on offers, what became of them, and how reliable each wall is by that record.

-- Each time a member opens a wall or an offer of its list; walls that can, give its id back with their postback.
CREATE TABLE offer_clicks (
  id uuid PRIMARY KEY,
  wall_id uuid NOT NULL REFERENCES offerwalls (id),
  user_id uuid NOT NULL REFERENCES users (id),
  at timestamptz NOT NULL,
  -- What was clicked in the list and what it promised then: all of its steps together. Null: the wall as a whole.
  vendor_offer text,
  offer text,
  amount bigint CHECK (amount > 0),
  steps integer,
  CHECK ((vendor_offer IS NULL) = (amount IS NULL))
);
CREATE INDEX offer_clicks_user ON offer_clicks (user_id, id DESC);
CREATE INDEX offer_clicks_wall ON offer_clicks (wall_id);
CREATE INDEX offer_clicks_at ON offer_clicks (at);

-- The click that an offer was done by. Its time is copied, and there is no foreign key: old clicks are deleted.
ALTER TABLE offers ADD COLUMN click_id uuid, ADD COLUMN clicked_at timestamptz;
-- A reward that an admin credited by hand, as its postback did not come. The wall's transaction is `ref_id` once it
-- comes after all: it pays only what it tells above this.
ALTER TABLE offers ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
CREATE INDEX offers_by_hand ON offers (wall_id, user_id) WHERE by_hand AND ref_id IS NULL;
CREATE INDEX offers_click ON offers (click_id) WHERE click_id IS NOT NULL;

-- A member misses the reward of a click. What was promised is copied: old clicks are deleted.
CREATE TABLE reward_reports (
  id uuid PRIMARY KEY,
  click_id uuid NOT NULL UNIQUE,
  wall_id uuid NOT NULL REFERENCES offerwalls (id),
  user_id uuid NOT NULL REFERENCES users (id),
  clicked_at timestamptz NOT NULL,
  vendor_offer text,
  offer text,
  promised bigint,
  steps integer,
  words text NOT NULL,
  evidence text NOT NULL,
  -- arrived: the postback came by itself.
  state text NOT NULL CHECK (state IN ('open', 'passed', 'credited', 'declined', 'arrived')),
  answer text,
  credited bigint,
  created_at timestamptz NOT NULL,
  answered_at timestamptz
);
CREATE INDEX reward_reports_user ON reward_reports (user_id, id DESC);
CREATE INDEX reward_reports_state ON reward_reports (state, id DESC);
CREATE INDEX reward_reports_wall ON reward_reports (wall_id, id DESC);

-- Offers by the vendor's API, for presets that have one.
ALTER TABLE offerwalls
  ADD COLUMN offers_by_api boolean NOT NULL DEFAULT false,
  ADD COLUMN offer_api_url text NOT NULL DEFAULT '',
  ADD COLUMN api_key_sealed text NOT NULL DEFAULT '',
  -- Where reports of missing rewards are passed on to.
  ADD COLUMN support_email text NOT NULL DEFAULT '';

-- Where a postback gives the click back. Frames that an owner changed by hand stay as they are.
UPDATE offerwalls SET rules = '{"clickParam": ""}'::jsonb || rules;
UPDATE offerwalls SET rules = rules || '{"clickParam": "click_id"}' WHERE preset IN ('bitlabs', 'bitlabs-stateful');
UPDATE offerwalls SET rules = rules || '{"clickParam": "custom_1"}' WHERE preset = 'ayet';
UPDATE offerwalls SET rules = rules || '{"clickParam": "subid_1"}' WHERE preset = 'cpx-research';
UPDATE offerwalls SET frame_url = frame_url || '&click_id={clickId}'
  WHERE preset IN ('bitlabs', 'bitlabs-stateful')
    AND frame_url = 'https://web.bitlabs.ai/?token={token}&uid={userId}';

-- A large credit by hand waits for a second admin.
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_kind_check;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_kind_check CHECK (kind IN (
  'user.adjust', 'user.reverse', 'withdrawal.approve', 'withdrawal.refund', 'setting.save', 'method.edit',
  'coupon.add', 'coupon.edit', 'challenge.add', 'challenge.edit', 'link.add', 'link.edit', 'link.pay',
  'wall.add', 'wall.edit', 'outflow.resume', 'suspect.release', 'suspect.end-measure', 'suspect.delete-mark',
  'appeal.answer', 'report.credit'));
