-- When somebody claimed, in tenths of a second of the UTC day: whole seconds hide a program that claims 0.1 s after the
-- timer among people who claim at once.
ALTER TABLE claim_days RENAME COLUMN seconds TO tenths;
UPDATE claim_days SET tenths = ARRAY(SELECT 10 * s FROM unnest(tenths) WITH ORDINALITY AS u (s, place) ORDER BY place);
