-- Alerts for the admins that wait to be sent by a Telegram bot.
CREATE TABLE telegram_outbox (
  id uuid PRIMARY KEY,
  sentence text NOT NULL,
  created_at timestamptz NOT NULL
);

-- How the bot stands: nothing is sent before `due_at`, and `problem` is what Telegram said last, null after a success.
CREATE TABLE telegram_bot (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  problem text,
  problem_at timestamptz
);
