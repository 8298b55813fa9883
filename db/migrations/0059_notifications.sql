-- guards: the triggers write what happened into a new table and refuse nothing; notifications_only_read is of that table alone.
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`event` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at_ms` integer NOT NULL,
	`read_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE "notifications"."read_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`created_at_ms`);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`user_id`,`event`,`subject`);
--> statement-breakpoint
-- A position that the market closed: what its trader closed by hand is no news.
CREATE TRIGGER demo_parts_notified AFTER INSERT ON demo_parts
WHEN NEW.close_rule IN ('stop_loss', 'trailing_stop', 'take_profit', 'stop_out') BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (
    NEW.user_id, 'demo_closed', CAST(NEW.id AS TEXT),
    json_object('rule', NEW.close_rule, 'symbol', NEW.symbol, 'direction', NEW.direction, 'cents', NEW.profit_cents),
    NEW.closed_at_ms
  );
END;
--> statement-breakpoint
CREATE TRIGGER deposits_notified_paid AFTER UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND OLD.status <> 'paid' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'deposit_paid', NEW.bill_number, json_object('cents', NEW.paid_cents), NEW.updated_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER google_links_notified AFTER INSERT ON google_links BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'google_linked', CAST(CAST(NEW.linked_at_ms AS INTEGER) AS TEXT), NEW.linked_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER identities_notified_decided AFTER UPDATE OF status ON identities
WHEN NEW.status <> OLD.status AND NEW.status <> 'pending' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (
    NEW.user_id,
    CASE WHEN NEW.status = 'verified' THEN 'identity_verified' WHEN NEW.reject_reason = 'reopened' THEN 'identity_reopened' ELSE 'identity_rejected' END,
    CAST(NEW.version AS TEXT),
    NEW.decided_at_ms
  );
END;
--> statement-breakpoint
-- A log-in on a browser that the account did not know; its first one is no news. The session of the log-in is there already.
CREATE TRIGGER known_devices_notified AFTER INSERT ON known_devices
WHEN (SELECT first_device_hash FROM users WHERE id = NEW.user_id) IS NOT NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, 'new_device', CAST(CAST(NEW.last_log_in_at_ms AS INTEGER) AS TEXT),
    coalesce((
      SELECT json_object('agent', user_agent, 'country', country) FROM sessions
      WHERE user_id = NEW.user_id AND device_hash = NEW.device_hash ORDER BY created_at_ms DESC LIMIT 1
    ), '{}'),
    NEW.last_log_in_at_ms;
END;
--> statement-breakpoint
-- What was told stays as it was told: it is read, once, and nothing else.
CREATE TRIGGER notifications_only_read BEFORE UPDATE ON notifications
WHEN (NEW.id, NEW.user_id, NEW.event, NEW.subject, NEW.detail, NEW.created_at_ms)
    IS NOT (OLD.id, OLD.user_id, OLD.event, OLD.subject, OLD.detail, OLD.created_at_ms)
  OR OLD.read_at_ms IS NOT NULL OR NEW.read_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'notification_fixed');
END;
--> statement-breakpoint
-- A match pays a deposit that was not paid, which is told as such; it tells of itself where the deposit has another payment.
CREATE TRIGGER payment_exceptions_notified AFTER UPDATE OF status ON payment_exceptions
WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT deposits.user_id,
    CASE NEW.status WHEN 'matched' THEN 'payment_credited' WHEN 'refunded' THEN 'payment_refunded' ELSE 'payment_not_credited' END,
    NEW.id,
    json_object('bill', deposits.bill_number, 'cents', NEW.credited_cents, 'paid', NEW.paid_amount, 'currency', NEW.paid_currency),
    NEW.decided_at_ms
  FROM deposits WHERE deposits.id = NEW.deposit_id
    AND (NEW.status <> 'matched' OR (deposits.status = 'paid' AND deposits.settlement_hash IS NOT NEW.settlement_hash));
END;
--> statement-breakpoint
CREATE TRIGGER second_factors_notified_on AFTER INSERT ON second_factors BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'second_factor_on', CAST(CAST(NEW.created_at_ms AS INTEGER) AS TEXT), NEW.created_at_ms);
END;
--> statement-breakpoint
-- The time is the database's: nothing of the row says when it went.
CREATE TRIGGER second_factors_notified_off AFTER DELETE ON second_factors
WHEN (SELECT closed_at_ms FROM users WHERE id = OLD.user_id) IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (OLD.user_id, 'second_factor_off', CAST(CAST(OLD.created_at_ms AS INTEGER) AS TEXT), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER users_notified_password AFTER UPDATE OF password_hash ON users
WHEN NEW.password_hash <> OLD.password_hash AND NEW.closed_at_ms IS NULL AND NEW.security_changed_at_ms IS NOT OLD.security_changed_at_ms BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.id, 'password_changed', CAST(CAST(NEW.security_changed_at_ms AS INTEGER) AS TEXT), NEW.security_changed_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_notified_requested AFTER INSERT ON withdrawals BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT user_id, 'withdrawal_requested', CAST(number AS TEXT), json_object('cents', amount_cents), created_at_ms
  FROM withdrawals WHERE id = NEW.id AND number IS NOT NULL;
END;
--> statement-breakpoint
-- A request that its own trader cancelled is told to nobody.
CREATE TRIGGER withdrawals_notified_decided AFTER UPDATE OF status ON withdrawals
WHEN NEW.status <> OLD.status AND NEW.cancelled_by_user = 0 BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_' || NEW.status, CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.updated_at_ms);
END;
