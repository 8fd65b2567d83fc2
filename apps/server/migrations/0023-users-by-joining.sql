-- Many suspects in the order in which they joined: what tells the order is read here, not from each user's row.
CREATE INDEX users_id_joined ON users (id) INCLUDE (joined_at);
