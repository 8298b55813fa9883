-- The triggers of `telegram_links`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER telegram_links_told_inserted AFTER INSERT ON telegram_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER telegram_links_told_changed AFTER UPDATE ON telegram_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER telegram_links_told_ended AFTER DELETE ON telegram_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'notifications');
  UPDATE deliveries SET due_at_ms = NULL WHERE user_id = OLD.user_id AND channel = 'telegram' AND due_at_ms IS NOT NULL;
END;
