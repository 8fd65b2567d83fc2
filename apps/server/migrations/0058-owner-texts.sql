-- What the owner wrote, in other languages: `subject` is the name of a page, or the id of a post or a category. An
-- empty part is read in the owner's main text.
CREATE TABLE owner_texts (
  kind text NOT NULL CHECK (kind IN ('page', 'news', 'category')),
  subject text NOT NULL,
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  title text NOT NULL,
  text text NOT NULL,
  -- The text of a post as sanitized HTML.
  html text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject, locale),
  CHECK (title <> '' OR text <> '')
);

-- A post goes with all that was written of it.
CREATE FUNCTION forget_news_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM owner_texts WHERE kind = 'news' AND subject = OLD.id::text;
  RETURN OLD;
END $$;
CREATE TRIGGER forget_news_texts AFTER DELETE ON news FOR EACH ROW EXECUTE FUNCTION forget_news_texts();
