-- What an admin did alone and how much somebody may get by it: such acts add up over a day.
ALTER TABLE audit ADD COLUMN gain bigint CHECK (gain >= 0);

-- Whatever decides an amount can wait for a second admin. Only acts about money of one user name the user and the sum.
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_kind_check;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_kind_check CHECK (kind IN (
  'user.adjust', 'user.reverse', 'withdrawal.approve', 'withdrawal.refund', 'setting.save', 'method.edit',
  'coupon.add', 'coupon.edit', 'challenge.add', 'challenge.edit', 'link.add', 'link.edit', 'link.pay',
  'wall.add', 'wall.edit', 'outflow.resume', 'suspect.release', 'suspect.end-measure', 'suspect.delete-mark',
  'appeal.answer'));
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_check2;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_ref_check CHECK (CASE
  WHEN kind IN ('user.adjust', 'setting.save') THEN ref IS NULL
  WHEN kind IN ('user.reverse', 'withdrawal.approve', 'withdrawal.refund', 'method.edit') THEN ref IS NOT NULL
  ELSE true END);
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_user_check;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_user_check CHECK
  ((kind IN ('user.adjust', 'user.reverse', 'withdrawal.approve', 'withdrawal.refund')) = (user_id IS NOT NULL));
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_sum_check;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_sum_check CHECK (CASE
  WHEN kind IN ('user.adjust', 'user.reverse', 'withdrawal.approve', 'withdrawal.refund') THEN amount IS NOT NULL
  WHEN kind IN ('setting.save', 'method.edit') THEN amount IS NULL
  ELSE true END);
-- The same thing is proposed once at a time, also where it is about nothing that is there yet.
CREATE UNIQUE INDEX pending_acts_sentence ON pending_acts (kind, (payload ->> 'sentence'))
  WHERE state = 'pending' AND ref IS NULL AND payload ? 'sentence';
