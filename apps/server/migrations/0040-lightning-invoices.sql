-- A Lightning invoice is paid once: no second withdrawal may ever name it, whatever became of the first one.
CREATE UNIQUE INDEX withdrawals_invoice ON withdrawals (address_key) WHERE address_key LIKE 'bolt11:%';
