-- The triggers of `outbox`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A mail about an event belongs to the notification of the same batch, which its cause has written before.
CREATE TRIGGER outbox_tells AFTER INSERT ON outbox WHEN NEW.event IS NOT NULL BEGIN
  UPDATE notifications SET mail_id = NEW.id, mail_due_at_ms = NULL
  WHERE id = (
    SELECT max(id) FROM notifications
    WHERE user_id = (SELECT id FROM users WHERE email = NEW.recipient) AND event = NEW.event
  ) AND mail_id IS NULL AND created_at_ms > NEW.created_at_ms - 60000;
END;
