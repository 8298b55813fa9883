-- The triggers of `push_subscriptions`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A subscription that has ended stays so: the browser makes another one.
CREATE TRIGGER push_subscriptions_ended_once BEFORE UPDATE ON push_subscriptions
WHEN OLD.ended_at_ms IS NOT NULL OR (NEW.id, NEW.user_id, NEW.endpoint, NEW.public_key, NEW.secret, NEW.created_at_ms)
  IS NOT (OLD.id, OLD.user_id, OLD.endpoint, OLD.public_key, OLD.secret, OLD.created_at_ms) BEGIN
  SELECT RAISE(ABORT, 'push_subscription_fixed');
END;

-- What waits for a browser that has ended is not sent.
CREATE TRIGGER push_subscriptions_ended_deliveries AFTER UPDATE OF ended_at_ms ON push_subscriptions WHEN NEW.ended_at_ms IS NOT NULL BEGIN
  UPDATE deliveries SET due_at_ms = NULL WHERE subscription_id = NEW.id AND due_at_ms IS NOT NULL;
END;

CREATE TRIGGER push_subscriptions_told_inserted AFTER INSERT ON push_subscriptions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER push_subscriptions_told_ended AFTER UPDATE OF ended_at_ms ON push_subscriptions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
