-- The triggers of `google_links`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER google_links_notified AFTER INSERT ON google_links BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'google_linked', CAST(CAST(NEW.linked_at_ms AS INTEGER) AS TEXT), NEW.linked_at_ms);
END;

CREATE TRIGGER google_links_told_linked AFTER INSERT ON google_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;

CREATE TRIGGER google_links_told_unlinked AFTER DELETE ON google_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'profile');
END;
