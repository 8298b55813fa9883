-- The triggers of `notifications`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- What was told stays as it was told: it is read, confirmed and mailed, each once.
CREATE TRIGGER notifications_only_read BEFORE UPDATE ON notifications
WHEN (NEW.id, NEW.user_id, NEW.event, NEW.subject, NEW.detail, NEW.created_at_ms)
    IS NOT (OLD.id, OLD.user_id, OLD.event, OLD.subject, OLD.detail, OLD.created_at_ms)
  OR (OLD.read_at_ms IS NOT NULL AND NEW.read_at_ms IS NOT OLD.read_at_ms)
  OR (OLD.mail_id IS NOT NULL AND (NEW.mail_id IS NOT OLD.mail_id OR NEW.mail_due_at_ms IS NOT NULL))
  OR (NEW.confirmed_at_ms IS NOT OLD.confirmed_at_ms AND (OLD.confirmed_at_ms IS NOT NULL OR NEW.event <> 'new_device')) BEGIN
  SELECT RAISE(ABORT, 'notification_fixed');
END;

CREATE TRIGGER notifications_told_inserted AFTER INSERT ON notifications BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER notifications_told_read AFTER UPDATE OF read_at_ms ON notifications BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

-- What has no mail of its cause is mailed from its row, unless its person has turned that off: a job writes the mail, as only it knows
-- whether hours are quiet.
CREATE TRIGGER notifications_mailed AFTER INSERT ON notifications
WHEN NEW.event IN ('deposit_paid', 'alert_fired', 'demo_closed', 'product_news') BEGIN
  UPDATE notifications SET mail_due_at_ms = NEW.created_at_ms
  WHERE id = NEW.id AND EXISTS (
    SELECT 1 FROM users LEFT JOIN notification_settings ON notification_settings.user_id = users.id
    WHERE users.id = NEW.user_id AND users.has_email_notifications = 1 AND CASE NEW.event
      WHEN 'deposit_paid' THEN coalesce(mails_money, 1)
      WHEN 'alert_fired' THEN coalesce(mails_alerts, 0)
      WHEN 'demo_closed' THEN coalesce(mails_orders, 0)
      ELSE coalesce(mails_news, 0)
    END = 1
  ) AND NOT EXISTS (SELECT 1 FROM connected_channels WHERE connected_channels.user_id = NEW.user_id);
END;

-- A person with a browser or a chat of their own is told there first: the dispatcher begins with the first channel of their order.
CREATE TRIGGER notifications_delivered AFTER INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM connected_channels WHERE connected_channels.user_id = NEW.user_id) BEGIN
  UPDATE notifications SET channel_due_at_ms = NEW.created_at_ms WHERE id = NEW.id;
END;

-- The first channel of a push or a message by Telegram is not told: its answer follows, and is (trigger `deliveries_told_answer`).
CREATE TRIGGER notifications_told_channel AFTER UPDATE OF channel ON notifications
WHEN NEW.channel IS NOT OLD.channel AND (OLD.channel IS NOT NULL OR NEW.channel = 'email') BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
