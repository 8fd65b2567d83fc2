-- What the nightly cleanup of old rows finds them by. Blocks of days cost an insert almost nothing.
CREATE INDEX notifications_created ON notifications (created_at);
CREATE INDEX referral_days_day ON referral_days (day);
CREATE INDEX bonus_claims_days ON bonus_claims USING brin (date);
CREATE INDEX ptc_views_opened ON ptc_views USING brin (opened_at);
CREATE INDEX link_visits_opened ON link_visits USING brin (opened_at);
