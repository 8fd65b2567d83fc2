-- One transaction may pay several withdrawals: each of them stores it, and none of them twice.
ALTER TABLE payout_transactions DROP CONSTRAINT payout_transactions_tx_id_key;
ALTER TABLE payout_transactions ADD CONSTRAINT payout_transactions_once UNIQUE (tx_id, withdrawal_id);
