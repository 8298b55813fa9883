-- The triggers of `notifications`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- What was told stays as it was told: it is read, once, and nothing else.
CREATE TRIGGER notifications_only_read BEFORE UPDATE ON notifications
WHEN (NEW.id, NEW.user_id, NEW.event, NEW.subject, NEW.detail, NEW.created_at_ms)
    IS NOT (OLD.id, OLD.user_id, OLD.event, OLD.subject, OLD.detail, OLD.created_at_ms)
  OR OLD.read_at_ms IS NOT NULL OR NEW.read_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'notification_fixed');
END;

CREATE TRIGGER notifications_told_inserted AFTER INSERT ON notifications BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER notifications_told_read AFTER UPDATE OF read_at_ms ON notifications BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
