-- No event that an honest person can cause costs more than one more check (ANTIBOT.md 7).

-- Since when a reason has stood: one that is seen again days later weighs otherwise than one seen once.
ALTER TABLE risk_marks ADD COLUMN since timestamptz;

-- Wrong answers, double clicks, typing errors and crawlers hit these by chance; what stands of them is taken back.
DELETE FROM risk_marks
  WHERE family = 'traps' AND reason IN ('trap-order', 'replayed', 'coupon-guesses', 'robots-address');

-- The system locks nobody any more: its locks end. What a person did stays.
UPDATE users SET locked_at = NULL, locked_until = NULL, lock_reason = NULL
  WHERE id IN (SELECT user_id FROM measures WHERE kind = 'lock' AND by_user IS NULL AND released_at IS NULL);

-- Claims pay in full again. A measure that kept something back stays until a person has decided about that.
UPDATE measures SET released_at = greatest(since, now())
  WHERE kind = 'reward' AND withheld = 0 AND released_at IS NULL;
UPDATE measures SET reason = 'Part of your earlier claims is withheld until we review it.', until = NULL
  WHERE kind = 'reward' AND withheld > 0 AND released_at IS NULL;

-- A claim that asks for the short check alone has an envelope without pictures.
ALTER TABLE challenges DROP CONSTRAINT challenges_family_check,
  ADD CONSTRAINT challenges_family_check CHECK (family IN ('order', 'image', 'none', 'pow', 'external'));
