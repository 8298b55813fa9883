-- guards: the version before writes notifications and mails as before; the triggers fill new columns, which it does not read.
CREATE TABLE `notification_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`mails_money` integer DEFAULT true NOT NULL,
	`mails_alerts` integer DEFAULT false NOT NULL,
	`mails_orders` integer DEFAULT false NOT NULL,
	`mails_news` integer DEFAULT false NOT NULL,
	`quiet_from_min` integer,
	`quiet_to_min` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_settings_quiet" CHECK(("notification_settings"."quiet_from_min" IS NULL) = ("notification_settings"."quiet_to_min" IS NULL) AND ("notification_settings"."quiet_from_min" IS NULL OR ("notification_settings"."quiet_from_min" >= 0 AND "notification_settings"."quiet_to_min" >= 0 AND "notification_settings"."quiet_from_min" <> "notification_settings"."quiet_to_min")))
) STRICT;
--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_due_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_id` text;
--> statement-breakpoint
ALTER TABLE `notifications` ADD `confirmed_at_ms` integer;
--> statement-breakpoint
CREATE INDEX `notifications_mail_due` ON `notifications` (`mail_due_at_ms`) WHERE "notifications"."mail_due_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`mail_id`) WHERE "notifications"."mail_id" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `event` text;
--> statement-breakpoint
DROP TRIGGER known_devices_notified;
--> statement-breakpoint
-- A log-in on a browser that the account did not know; its first one is no news. The session of the log-in is there already.
CREATE TRIGGER known_devices_notified AFTER INSERT ON known_devices
WHEN (SELECT first_device_hash FROM users WHERE id = NEW.user_id) IS NOT NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, 'new_device', CAST(CAST(NEW.last_log_in_at_ms AS INTEGER) AS TEXT),
    coalesce((
      SELECT json_object('agent', user_agent, 'country', country, 'session', id) FROM sessions
      WHERE user_id = NEW.user_id AND device_hash = NEW.device_hash ORDER BY created_at_ms DESC LIMIT 1
    ), '{}'),
    NEW.last_log_in_at_ms;
END;
--> statement-breakpoint
DROP TRIGGER notifications_only_read;
--> statement-breakpoint
-- What was told stays as it was told: it is read, confirmed and mailed, each once.
CREATE TRIGGER notifications_only_read BEFORE UPDATE ON notifications
WHEN (NEW.id, NEW.user_id, NEW.event, NEW.subject, NEW.detail, NEW.created_at_ms)
    IS NOT (OLD.id, OLD.user_id, OLD.event, OLD.subject, OLD.detail, OLD.created_at_ms)
  OR (OLD.read_at_ms IS NOT NULL AND NEW.read_at_ms IS NOT OLD.read_at_ms)
  OR (OLD.mail_id IS NOT NULL AND (NEW.mail_id IS NOT OLD.mail_id OR NEW.mail_due_at_ms IS NOT NULL))
  OR (NEW.confirmed_at_ms IS NOT OLD.confirmed_at_ms AND (OLD.confirmed_at_ms IS NOT NULL OR NEW.event <> 'new_device')) BEGIN
  SELECT RAISE(ABORT, 'notification_fixed');
END;
--> statement-breakpoint
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
  );
END;
--> statement-breakpoint
-- A mail about an event belongs to the notification of the same batch, which its cause has written before.
CREATE TRIGGER outbox_tells AFTER INSERT ON outbox WHEN NEW.event IS NOT NULL BEGIN
  UPDATE notifications SET mail_id = NEW.id, mail_due_at_ms = NULL
  WHERE id = (
    SELECT max(id) FROM notifications
    WHERE user_id = (SELECT id FROM users WHERE email = NEW.recipient) AND event = NEW.event
  ) AND mail_id IS NULL AND created_at_ms > NEW.created_at_ms - 60000;
END;
