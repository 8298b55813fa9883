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

-- Whom messages go to, and that they end, is told by the other ways too: it may have been somebody else.
CREATE TRIGGER telegram_links_notified AFTER INSERT ON telegram_links BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'telegram_linked', CAST(CAST(NEW.linked_at_ms AS INTEGER) AS TEXT), NEW.linked_at_ms);
END;

CREATE TRIGGER telegram_links_notified_moved AFTER UPDATE OF chat_id ON telegram_links WHEN NEW.chat_id <> OLD.chat_id BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'telegram_linked', CAST(CAST(NEW.linked_at_ms AS INTEGER) AS TEXT), NEW.linked_at_ms);
END;

CREATE TRIGGER telegram_links_notified_ended AFTER DELETE ON telegram_links BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  SELECT OLD.user_id, 'telegram_unlinked', CAST(at_ms AS TEXT), at_ms
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at_ms);
END;
