-- Filters of the lists in the admin area that admins and moderators saved, each for themselves. The names of the lists
-- are those of the contract; the query is what stands behind the `?` of the page's address.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_ids (id),
  list text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  query text NOT NULL CHECK (length(query) BETWEEN 1 AND 4000),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, list, name)
);
