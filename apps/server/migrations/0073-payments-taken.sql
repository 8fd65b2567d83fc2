-- How often a stored payment was given to a node that may forget it, and how often the node surely refused it. Where
-- it was given more often than it was refused, not being listed there is no proof that it never arrives.
ALTER TABLE payout_transactions ADD COLUMN times_given integer NOT NULL DEFAULT 0,
  ADD COLUMN times_refused integer NOT NULL DEFAULT 0,
  ADD CHECK (times_refused BETWEEN 0 AND times_given);
-- What was answered until now was overwritten each time, so that it may have been taken.
UPDATE payout_transactions SET times_given = 1
  WHERE sent_at IS NOT NULL AND queue IN ('lnd', 'cln', 'lnbits', 'btcpay')
    AND EXISTS (SELECT FROM payout_attempts a WHERE a.id = payout_transactions.attempt_id AND a.outcome IS NULL);
