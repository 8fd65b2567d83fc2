-- How walls take rewards back, as their vendors document it: reversals under a prefixed transaction, whole reversals
-- whatever amount they name, and the status values of AdGate and BitLabs. Rules that an owner changed by hand stay.

UPDATE offerwalls SET rules = '{"reversalPrefix": "", "partialReversals": false}'::jsonb || rules;
UPDATE offerwalls SET rules = rules || '{"partialReversals": true}' WHERE preset IN ('bitlabs', 'generic');
UPDATE offerwalls SET rules = rules || '{"reversalPrefix": "r-"}' WHERE preset = 'ayet';
UPDATE offerwalls SET rules = rules || '{"creditValues": ["approved"], "reversalValues": ["rejected"]}'
  WHERE preset = 'adgate' AND rules -> 'creditValues' = '["completed", "1"]'
    AND rules -> 'reversalValues' = '["rejected", "reversed", "2"]';
UPDATE offerwalls
  SET rules = rules || '{"creditValues": ["COMPLETE", "COMPLETED", "SCREENOUT", "START_BONUS"]}'
    || '{"reversalValues": ["RECONCILIATION"]}'
  WHERE preset = 'bitlabs' AND rules -> 'reversalValues' = '[]'
    AND rules -> 'creditValues' = '["COMPLETE", "COMPLETED", "SCREENOUT", "START_BONUS", "RECONCILIATION"]';
