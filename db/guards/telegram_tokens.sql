-- The triggers of `telegram_tokens`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- The page that waits shows which chat opened the link.
CREATE TRIGGER telegram_tokens_told_opened AFTER UPDATE OF chat_id ON telegram_tokens WHEN NEW.chat_id IS NOT OLD.chat_id BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

-- A link that a chat has opened belongs to it alone; only another link takes its place.
CREATE TRIGGER telegram_tokens_opened_once BEFORE UPDATE ON telegram_tokens
WHEN NEW.token_hash = OLD.token_hash AND OLD.chat_id IS NOT NULL
  AND (NEW.chat_id, NEW.name, NEW.opened_at_ms, NEW.expires_at_ms) IS NOT (OLD.chat_id, OLD.name, OLD.opened_at_ms, OLD.expires_at_ms) BEGIN
  SELECT RAISE(ABORT, 'telegram_token_fixed');
END;
