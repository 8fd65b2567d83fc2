-- Views and visits that still say from where they were: the job that forgets it finds them without reading the others.
CREATE INDEX ptc_views_placed ON ptc_views (opened_at) WHERE ip_net <> 'unknown';
CREATE INDEX link_visits_placed ON link_visits (opened_at) WHERE ip_net <> 'unknown';
