-- How many accounts have their address at a mail host: one that few have is a tie between them (ANTIBOT.md 4.2).
CREATE INDEX users_mail_domain ON users (split_part(email_key, '@', 2));
