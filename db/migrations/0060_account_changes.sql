-- guards: the triggers write into the new table what has changed for whose pages and refuse nothing; account_changes_one_a_topic is of that table alone.
CREATE TABLE `account_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`at_ms` integer DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)) NOT NULL,
	`is_claimed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `account_changes_unclaimed` ON `account_changes` (`id`) WHERE "account_changes"."is_claimed" = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `account_changes_topic` ON `account_changes` (`user_id`,`topic`);
--> statement-breakpoint
-- A row replaces the one of its person and topic: the causing statement may say OR IGNORE, which a trigger's own conflict clause
-- gives way to. A closed account has no pages.
CREATE TRIGGER account_changes_one_a_topic BEFORE INSERT ON account_changes BEGIN
  SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
  DELETE FROM account_changes WHERE user_id = NEW.user_id AND topic = NEW.topic;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_told AFTER UPDATE OF balance_cents ON accounts WHEN NEW.user_id IS NOT NULL BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'balance');
END;
--> statement-breakpoint
-- A trader sees how many admins have approved their withdrawal.
CREATE TRIGGER approvals_told AFTER INSERT ON approvals WHEN NEW.subject LIKE 'withdrawal:%' BEGIN
  INSERT INTO account_changes (user_id, topic)
  SELECT user_id, 'withdrawals' FROM withdrawals WHERE id = substr(NEW.subject, length('withdrawal:') + 1);
END;
--> statement-breakpoint
CREATE TRIGGER deposits_told_changed AFTER UPDATE OF status, paid_cents ON deposits
WHEN (NEW.status, NEW.paid_cents) IS NOT (OLD.status, OLD.paid_cents) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'deposits');
END;
--> statement-breakpoint
CREATE TRIGGER deposits_told_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'deposits');
END;
--> statement-breakpoint
CREATE TRIGGER google_links_told_linked AFTER INSERT ON google_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER google_links_told_unlinked AFTER DELETE ON google_links BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER identities_told_changed AFTER UPDATE OF status, image, submitted_at_ms, reject_reason, note ON identities BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'identity');
END;
--> statement-breakpoint
CREATE TRIGGER identities_told_inserted AFTER INSERT ON identities BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'identity');
END;
--> statement-breakpoint
CREATE TRIGGER images_told AFTER INSERT ON images WHEN NEW.purpose = 'avatar' BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER notifications_told_inserted AFTER INSERT ON notifications BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER notifications_told_read AFTER UPDATE OF read_at_ms ON notifications BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_told_changed AFTER UPDATE OF status ON payment_exceptions WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'deposits' FROM deposits WHERE id = NEW.deposit_id;
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_told_inserted AFTER INSERT ON payment_exceptions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'deposits' FROM deposits WHERE id = NEW.deposit_id;
END;
--> statement-breakpoint
CREATE TRIGGER payment_methods_told_inserted AFTER INSERT ON payment_methods BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER payment_methods_told_changed AFTER UPDATE ON payment_methods BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER recovery_codes_told AFTER UPDATE OF used_at_ms ON recovery_codes BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER second_factors_told_on AFTER INSERT ON second_factors BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
--> statement-breakpoint
CREATE TRIGGER second_factors_told_off AFTER DELETE ON second_factors BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'profile');
END;
--> statement-breakpoint
-- The object of the person also closes the sockets of sessions that have ended.
CREATE TRIGGER sessions_told_started AFTER INSERT ON sessions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'sessions');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_told_ended AFTER DELETE ON sessions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'sessions');
END;
--> statement-breakpoint
-- What the person's pages show of it. After a freeze the object of the person also closes their sockets.
CREATE TRIGGER users_told_profile AFTER UPDATE OF
  username, first_name, last_name, phone, address, theme, time_zone, language, has_login_alerts, has_email_notifications,
  first_steps_hidden_at_ms, password_hash, role, frozen_at_ms
ON users
WHEN (
    NEW.username, NEW.first_name, NEW.last_name, NEW.phone, NEW.address, NEW.theme, NEW.time_zone, NEW.language,
    NEW.has_login_alerts, NEW.has_email_notifications, NEW.first_steps_hidden_at_ms, NEW.password_hash, NEW.role, NEW.frozen_at_ms
  ) IS NOT (
    OLD.username, OLD.first_name, OLD.last_name, OLD.phone, OLD.address, OLD.theme, OLD.time_zone, OLD.language,
    OLD.has_login_alerts, OLD.has_email_notifications, OLD.first_steps_hidden_at_ms, OLD.password_hash, OLD.role, OLD.frozen_at_ms
  ) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.id, 'profile');
END;
--> statement-breakpoint
-- It says from when a withdrawal can be approved.
CREATE TRIGGER users_told_security AFTER UPDATE OF security_changed_at_ms ON users
WHEN NEW.security_changed_at_ms IS NOT OLD.security_changed_at_ms BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.id, 'withdrawals');
END;
--> statement-breakpoint
-- Nothing more is told of a closed account.
CREATE TRIGGER users_told_no_more AFTER UPDATE OF closed_at_ms ON users WHEN NEW.closed_at_ms IS NOT NULL BEGIN
  DELETE FROM account_changes WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_images_told AFTER INSERT ON withdrawal_images BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'withdrawals' FROM withdrawals WHERE id = NEW.withdrawal_id;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_told_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
--> statement-breakpoint
-- Not what only admins see: who works on it, and who is paying it.
CREATE TRIGGER withdrawals_told_changed AFTER UPDATE ON withdrawals
WHEN (NEW.status, NEW.admin_notes, NEW.approvals_needed, NEW.reviewed_at_ms, NEW.approvable_at_ms)
    IS NOT (OLD.status, OLD.admin_notes, OLD.approvals_needed, OLD.reviewed_at_ms, OLD.approvable_at_ms) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
