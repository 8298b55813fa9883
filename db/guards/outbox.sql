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

-- What the mail service answered is the answer of the channel, for a notification that e-mail is in charge of, and for a test.
CREATE TRIGGER outbox_delivers AFTER UPDATE OF sent_at_ms ON outbox WHEN NEW.sent_at_ms IS NOT NULL AND OLD.sent_at_ms IS NULL BEGIN
  UPDATE deliveries SET sent_at_ms = NEW.sent_at_ms, shown_at_ms = NEW.sent_at_ms, due_at_ms = NULL, status = 200
  WHERE subscription_id IS NULL AND channel = 'email' AND sent_at_ms IS NULL
    AND notification_id IN (SELECT id FROM notifications WHERE mail_id = NEW.id);
  UPDATE deliveries SET sent_at_ms = NEW.sent_at_ms, shown_at_ms = NEW.sent_at_ms, due_at_ms = NULL, status = 200
  WHERE id = CAST(substr(NEW.id, 10) AS INTEGER) AND NEW.id = 'delivery:' || id AND channel = 'email' AND sent_at_ms IS NULL;
END;

-- The next channel takes over from a mail that was given up.
CREATE TRIGGER outbox_gives_up AFTER UPDATE OF next_attempt_at_ms ON outbox
WHEN NEW.next_attempt_at_ms IS NULL AND OLD.next_attempt_at_ms IS NOT NULL AND NEW.sent_at_ms IS NULL BEGIN
  UPDATE deliveries SET due_at_ms = NULL, status = 0
  WHERE subscription_id IS NULL AND channel = 'email' AND sent_at_ms IS NULL
    AND notification_id IN (SELECT id FROM notifications WHERE mail_id = NEW.id);
  UPDATE deliveries SET due_at_ms = NULL, status = 0
  WHERE id = CAST(substr(NEW.id, 10) AS INTEGER) AND NEW.id = 'delivery:' || id AND channel = 'email' AND sent_at_ms IS NULL;
  UPDATE notifications SET channel_due_at_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE mail_id = NEW.id AND channel = 'email' AND channel_due_at_ms IS NOT NULL;
END;
