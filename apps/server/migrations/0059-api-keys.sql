-- Keys of programs that act for an account. Only the SHA-256 of a key is kept.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_ids (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- The last characters of the key, by which its user tells it from others.
  tail text NOT NULL CHECK (length(tail) = 4),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'advertise', 'admin-read']),
  per_minute int NOT NULL CHECK (per_minute BETWEEN 1 AND 600),
  created_at timestamptz NOT NULL,
  -- NULL: until it is revoked.
  expires_at timestamptz,
  last_used_at timestamptz,
  UNIQUE (user_id, name)
);

-- Whatever locks or deletes an account, from wherever: its keys are gone with the same commit, and lifting the lock
-- does not bring them back.
CREATE FUNCTION api_keys_revoke() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM api_keys WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER api_keys_revoke AFTER UPDATE OF locked_at, deleted_at ON users FOR EACH ROW
  WHEN ((NEW.locked_at IS NOT NULL AND NEW.locked_at IS DISTINCT FROM OLD.locked_at)
    OR (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL))
  EXECUTE FUNCTION api_keys_revoke();
