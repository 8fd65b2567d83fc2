-- What somebody wrote in a case goes once they have deleted their account and nobody has to look at it any more; what
-- happened there, when, and how it was decided stays as it was for the other side.
DROP TRIGGER task_events_are_facts ON task_events;
CREATE TRIGGER task_events_are_facts BEFORE DELETE OR TRUNCATE ON task_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_but_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.submission_id, NEW.at, NEW.step, NEW.by_role, NEW.by_user, NEW.image_ids)
      IS DISTINCT FROM (OLD.id, OLD.submission_id, OLD.at, OLD.step, OLD.by_role, OLD.by_user, OLD.image_ids)
    OR NEW.text IS NOT NULL
    OR NOT EXISTS (SELECT FROM users WHERE id = OLD.by_user AND deleted_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'rows of % are facts: only words of deleted accounts are taken out', TG_TABLE_NAME
      USING ERRCODE = 'RN001';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER task_events_stay BEFORE UPDATE ON task_events
  FOR EACH ROW EXECUTE FUNCTION refuse_but_forgetting();
