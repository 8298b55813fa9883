-- The triggers of `deliveries`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- What was sent and shown stays as it was: an answer that comes twice changes nothing.
CREATE TRIGGER deliveries_fixed BEFORE UPDATE ON deliveries
WHEN (NEW.id, NEW.notification_id, NEW.user_id, NEW.channel, NEW.subscription_id, NEW.created_at_ms)
    IS NOT (OLD.id, OLD.notification_id, OLD.user_id, OLD.channel, OLD.subscription_id, OLD.created_at_ms)
  OR (OLD.sent_at_ms IS NOT NULL AND NEW.sent_at_ms IS NOT OLD.sent_at_ms)
  OR (OLD.shown_at_ms IS NOT NULL AND NEW.shown_at_ms IS NOT OLD.shown_at_ms) BEGIN
  SELECT RAISE(ABORT, 'delivery_fixed');
END;

-- One that was shown is told: no other channel takes over.
CREATE TRIGGER deliveries_shown_ends AFTER UPDATE OF shown_at_ms ON deliveries
WHEN NEW.shown_at_ms IS NOT NULL AND OLD.shown_at_ms IS NULL BEGIN
  UPDATE notifications SET channel_due_at_ms = NULL
  WHERE id = NEW.notification_id AND channel = NEW.channel AND channel_due_at_ms IS NOT NULL;
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER deliveries_told_answer AFTER UPDATE OF status ON deliveries WHEN NEW.status IS NOT OLD.status BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

-- A test is sent after the batch that asks for it: who takes the change wakes the dispatcher.
CREATE TRIGGER deliveries_told_test AFTER INSERT ON deliveries WHEN NEW.notification_id IS NULL BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
