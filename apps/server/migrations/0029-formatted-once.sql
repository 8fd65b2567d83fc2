-- Markdown is made HTML once, when it is stored: whoever reads a task or news must not pay for it again each time.
-- Rows without it were stored by an earlier version; a job formats those of tasks, and news are formatted when read.
ALTER TABLE tasks ADD COLUMN html text;
ALTER TABLE news ADD COLUMN html text;
CREATE INDEX tasks_unformatted ON tasks (id) WHERE html IS NULL;
