-- Two more acts can wait for a second admin: what makes a coin cheaper, and giving back what may have arrived.
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_kind_check;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_kind_check CHECK
  (kind IN ('user.adjust', 'user.reverse', 'withdrawal.approve', 'withdrawal.refund', 'setting.save', 'method.edit'));
-- A method is about nobody, as settings are.
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_check3;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_user_check CHECK
  ((kind IN ('setting.save', 'method.edit')) = (user_id IS NULL));
ALTER TABLE pending_acts DROP CONSTRAINT pending_acts_check4;
ALTER TABLE pending_acts ADD CONSTRAINT pending_acts_sum_check CHECK
  ((kind IN ('setting.save', 'method.edit')) = (amount IS NULL));
