-- guards: the version before writes notifications as before; without a browser or a chat, which it cannot add, nothing differs.
CREATE TABLE `channel_services` (
	`service` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`closed_until_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`notification_id` integer,
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`subscription_id` integer,
	`created_at_ms` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at_ms` integer,
	`sent_at_ms` integer,
	`shown_at_ms` integer,
	`status` integer,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "deliveries_channel" CHECK("deliveries"."channel" IN ('push', 'telegram', 'email')),
	CONSTRAINT "deliveries_browser" CHECK(("deliveries"."channel" = 'push') = ("deliveries"."subscription_id" IS NOT NULL)),
	CONSTRAINT "deliveries_shown" CHECK("deliveries"."shown_at_ms" IS NULL OR "deliveries"."sent_at_ms" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once_a_browser` ON `deliveries` (`notification_id`,`subscription_id`) WHERE "deliveries"."subscription_id" IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once_a_channel` ON `deliveries` (`notification_id`,`channel`) WHERE "deliveries"."subscription_id" IS NULL;
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`due_at_ms`) WHERE "deliveries"."due_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deliveries_notification` ON `deliveries` (`notification_id`) WHERE "deliveries"."notification_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deliveries_user` ON `deliveries` (`user_id`,`channel`,`id`);
--> statement-breakpoint
CREATE INDEX `deliveries_subscription` ON `deliveries` (`subscription_id`) WHERE "deliveries"."subscription_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deliveries_age` ON `deliveries` (`created_at_ms`);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`public_key` text NOT NULL,
	`secret` text NOT NULL,
	`user_agent` text,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`ended_status` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "push_subscriptions_ended" CHECK("push_subscriptions"."ended_status" IS NULL OR "push_subscriptions"."ended_at_ms" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`) WHERE "push_subscriptions"."ended_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`ended_at_ms`);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`) WHERE "push_subscriptions"."ended_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `push_subscriptions_age` ON `push_subscriptions` (`ended_at_ms`) WHERE "push_subscriptions"."ended_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `telegram_links` (
	`user_id` text PRIMARY KEY NOT NULL,
	`chat_id` text NOT NULL,
	`name` text NOT NULL,
	`linked_at_ms` integer NOT NULL,
	`shows_sums` integer DEFAULT false NOT NULL,
	`blocked_at_ms` integer,
	`heard_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_links_chat` ON `telegram_links` (`chat_id`);
--> statement-breakpoint
CREATE TABLE `telegram_tokens` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`chat_id` text,
	`name` text,
	`opened_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "telegram_tokens_opened" CHECK(("telegram_tokens"."chat_id" IS NULL) = ("telegram_tokens"."opened_at_ms" IS NULL) AND ("telegram_tokens"."chat_id" IS NULL) = ("telegram_tokens"."name" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `telegram_tokens_chat` ON `telegram_tokens` (`chat_id`) WHERE "telegram_tokens"."chat_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `telegram_tokens_age` ON `telegram_tokens` (`expires_at_ms`);
--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_tokens_hash` ON `telegram_tokens` (`token_hash`);
--> statement-breakpoint
ALTER TABLE `notifications` ADD `channel` text;
--> statement-breakpoint
ALTER TABLE `notifications` ADD `channel_due_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `notifications` ADD `told_with_id` integer;
--> statement-breakpoint
CREATE INDEX `notifications_told_with` ON `notifications` (`told_with_id`) WHERE "notifications"."told_with_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `notifications_channel_due` ON `notifications` (`channel_due_at_ms`) WHERE "notifications"."channel_due_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `notifications_channel_due_user` ON `notifications` (`user_id`) WHERE "notifications"."channel_due_at_ms" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `pushes_money` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `pushes_security` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `pushes_alerts` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `pushes_orders` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `telegrams_money` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `telegrams_security` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `telegrams_alerts` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `telegrams_orders` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `channel_order` text DEFAULT 'push,telegram,email' NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `digest` text DEFAULT 'off' NOT NULL;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `digest_due_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `digest_day` integer;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `unsubscribe_url` text;
--> statement-breakpoint
CREATE INDEX `notification_settings_digest_due` ON `notification_settings` (`digest_due_at_ms`) WHERE "notification_settings"."digest_due_at_ms" IS NOT NULL;
--> statement-breakpoint
-- What was sent and shown stays as it was: an answer that comes twice changes nothing.
CREATE TRIGGER deliveries_fixed BEFORE UPDATE ON deliveries
WHEN (NEW.id, NEW.notification_id, NEW.user_id, NEW.channel, NEW.subscription_id, NEW.created_at_ms)
    IS NOT (OLD.id, OLD.notification_id, OLD.user_id, OLD.channel, OLD.subscription_id, OLD.created_at_ms)
  OR (OLD.sent_at_ms IS NOT NULL AND NEW.sent_at_ms IS NOT OLD.sent_at_ms)
  OR (OLD.shown_at_ms IS NOT NULL AND NEW.shown_at_ms IS NOT OLD.shown_at_ms) BEGIN
  SELECT RAISE(ABORT, 'delivery_fixed');
END;
--> statement-breakpoint
-- One that was shown is told: no other channel takes over.
CREATE TRIGGER deliveries_shown_ends AFTER UPDATE OF shown_at_ms ON deliveries
WHEN NEW.shown_at_ms IS NOT NULL AND OLD.shown_at_ms IS NULL BEGIN
  UPDATE notifications SET channel_due_at_ms = NULL
  WHERE id = NEW.notification_id AND channel = NEW.channel AND channel_due_at_ms IS NOT NULL;
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_told_answer AFTER UPDATE OF status ON deliveries WHEN NEW.status IS NOT OLD.status BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
-- Each channel once, and a digest that is known and looked at while it is on.
CREATE TRIGGER notification_settings_channels_inserted BEFORE INSERT ON notification_settings
WHEN NEW.channel_order NOT IN (
    'push,telegram,email', 'push,email,telegram', 'telegram,push,email',
    'telegram,email,push', 'email,push,telegram', 'email,telegram,push'
  )
  OR NEW.digest NOT IN ('off', 'daily', 'weekly')
  OR (NEW.digest = 'off') <> (NEW.digest_due_at_ms IS NULL) BEGIN
  SELECT RAISE(ABORT, 'notification_settings_channels');
END;
--> statement-breakpoint
CREATE TRIGGER notification_settings_channels_changed BEFORE UPDATE OF channel_order, digest, digest_due_at_ms ON notification_settings
WHEN NEW.channel_order NOT IN (
    'push,telegram,email', 'push,email,telegram', 'telegram,push,email',
    'telegram,email,push', 'email,push,telegram', 'email,telegram,push'
  )
  OR NEW.digest NOT IN ('off', 'daily', 'weekly')
  OR (NEW.digest = 'off') <> (NEW.digest_due_at_ms IS NULL) BEGIN
  SELECT RAISE(ABORT, 'notification_settings_channels');
END;
--> statement-breakpoint
DROP TRIGGER notifications_mailed;
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
  ) AND NOT EXISTS (SELECT 1 FROM connected_channels WHERE connected_channels.user_id = NEW.user_id);
END;
--> statement-breakpoint
-- A person with a browser or a chat of their own is told there first: the dispatcher begins with the first channel of their order.
CREATE TRIGGER notifications_delivered AFTER INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM connected_channels WHERE connected_channels.user_id = NEW.user_id) BEGIN
  UPDATE notifications SET channel_due_at_ms = NEW.created_at_ms WHERE id = NEW.id;
END;
--> statement-breakpoint
-- The first channel of a push or a message by Telegram is not told: its answer follows, and is (trigger `deliveries_told_answer`).
CREATE TRIGGER notifications_told_channel AFTER UPDATE OF channel ON notifications
WHEN NEW.channel IS NOT OLD.channel AND (OLD.channel IS NOT NULL OR NEW.channel = 'email') BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
-- A subscription that has ended stays so: the browser makes another one.
CREATE TRIGGER push_subscriptions_ended_once BEFORE UPDATE ON push_subscriptions
WHEN OLD.ended_at_ms IS NOT NULL OR (NEW.id, NEW.user_id, NEW.endpoint, NEW.public_key, NEW.secret, NEW.created_at_ms)
  IS NOT (OLD.id, OLD.user_id, OLD.endpoint, OLD.public_key, OLD.secret, OLD.created_at_ms) BEGIN
  SELECT RAISE(ABORT, 'push_subscription_fixed');
END;
--> statement-breakpoint
-- What waits for a browser that has ended is not sent.
CREATE TRIGGER push_subscriptions_ended_deliveries AFTER UPDATE OF ended_at_ms ON push_subscriptions WHEN NEW.ended_at_ms IS NOT NULL BEGIN
  UPDATE deliveries SET due_at_ms = NULL WHERE subscription_id = NEW.id AND due_at_ms IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_told_ended AFTER UPDATE OF ended_at_ms ON push_subscriptions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_told_inserted AFTER INSERT ON push_subscriptions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
-- A browser that is signed out shows nothing of the account.
CREATE TRIGGER sessions_end_push AFTER DELETE ON sessions BEGIN
  UPDATE push_subscriptions SET ended_at_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE session_id = OLD.id AND ended_at_ms IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER telegram_links_told_inserted AFTER INSERT ON telegram_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER telegram_links_told_changed AFTER UPDATE ON telegram_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER telegram_links_told_ended AFTER DELETE ON telegram_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'notifications');
  UPDATE deliveries SET due_at_ms = NULL WHERE user_id = OLD.user_id AND channel = 'telegram' AND due_at_ms IS NOT NULL;
END;
--> statement-breakpoint
-- A digest is sent by the clock of the zone: the job computes anew when.
CREATE TRIGGER users_move_digest AFTER UPDATE OF time_zone ON users WHEN NEW.time_zone IS NOT OLD.time_zone BEGIN
  UPDATE notification_settings SET digest_due_at_ms = 0 WHERE user_id = NEW.id AND digest_day IS NOT NULL AND digest <> 'off';
END;
--> statement-breakpoint
-- Where a person is told besides pages and mails: a browser that takes pushes, or a chat.
CREATE VIEW connected_channels AS
  SELECT user_id, 'push' AS channel FROM push_subscriptions WHERE ended_at_ms IS NULL
  UNION ALL
  SELECT user_id, 'telegram' FROM telegram_links WHERE blocked_at_ms IS NULL;
--> statement-breakpoint
-- Whom messages go to, and that they end, is told by the other ways too: it may have been somebody else.
CREATE TRIGGER telegram_links_notified AFTER INSERT ON telegram_links BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'telegram_linked', CAST(CAST(NEW.linked_at_ms AS INTEGER) AS TEXT), NEW.linked_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER telegram_links_notified_moved AFTER UPDATE OF chat_id ON telegram_links WHEN NEW.chat_id <> OLD.chat_id BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'telegram_linked', CAST(CAST(NEW.linked_at_ms AS INTEGER) AS TEXT), NEW.linked_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER telegram_links_notified_ended AFTER DELETE ON telegram_links BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  SELECT OLD.user_id, 'telegram_unlinked', CAST(at_ms AS TEXT), at_ms
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at_ms);
END;
--> statement-breakpoint
-- The page that waits shows which chat opened the link.
CREATE TRIGGER telegram_tokens_told_opened AFTER UPDATE OF chat_id ON telegram_tokens WHEN NEW.chat_id IS NOT OLD.chat_id BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
-- A link that a chat has opened belongs to it alone; only another link takes its place.
CREATE TRIGGER telegram_tokens_opened_once BEFORE UPDATE ON telegram_tokens
WHEN NEW.token_hash = OLD.token_hash AND OLD.chat_id IS NOT NULL
  AND (NEW.chat_id, NEW.name, NEW.opened_at_ms, NEW.expires_at_ms) IS NOT (OLD.chat_id, OLD.name, OLD.opened_at_ms, OLD.expires_at_ms) BEGIN
  SELECT RAISE(ABORT, 'telegram_token_fixed');
END;
--> statement-breakpoint
-- A test is sent after the batch that asks for it: who takes the change wakes the dispatcher.
CREATE TRIGGER deliveries_told_test AFTER INSERT ON deliveries WHEN NEW.notification_id IS NULL BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
-- What the mail service answered is the answer of the channel, for a notification that e-mail is in charge of, and for a test.
CREATE TRIGGER outbox_delivers AFTER UPDATE OF sent_at_ms ON outbox WHEN NEW.sent_at_ms IS NOT NULL AND OLD.sent_at_ms IS NULL BEGIN
  UPDATE deliveries SET sent_at_ms = NEW.sent_at_ms, shown_at_ms = NEW.sent_at_ms, due_at_ms = NULL, status = 200
  WHERE subscription_id IS NULL AND channel = 'email' AND sent_at_ms IS NULL
    AND notification_id IN (SELECT id FROM notifications WHERE mail_id = NEW.id);
  UPDATE deliveries SET sent_at_ms = NEW.sent_at_ms, shown_at_ms = NEW.sent_at_ms, due_at_ms = NULL, status = 200
  WHERE id = CAST(substr(NEW.id, 10) AS INTEGER) AND NEW.id = 'delivery:' || id AND channel = 'email' AND sent_at_ms IS NULL;
END;
--> statement-breakpoint
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
