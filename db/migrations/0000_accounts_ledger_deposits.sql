CREATE TABLE `deposits` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`bill_number` text NOT NULL,
	`qr_string` text NOT NULL,
	`md5_hash` text NOT NULL,
	`deeplink` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`paid_at_ms` integer,
	`settlement_hash` text,
	`asked_at_ms` integer DEFAULT 0 NOT NULL,
	`next_ask_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deposits_status" CHECK("deposits"."status" IN ('pending', 'paid', 'failed', 'expired', 'cancelled')),
	CONSTRAINT "deposits_amount" CHECK("deposits"."amount_cents" BETWEEN 1000 AND 1000000),
	CONSTRAINT "deposits_paid" CHECK(("deposits"."status" = 'paid') = ("deposits"."paid_at_ms" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_bill_number` ON `deposits` (`bill_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_md5_hash` ON `deposits` (`md5_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_settlement_hash` ON `deposits` (`settlement_hash`);--> statement-breakpoint
CREATE INDEX `deposits_user` ON `deposits` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `deposits_open` ON `deposits` (`user_id`) WHERE "deposits"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `deposits_next_ask` ON `deposits` (`next_ask_at_ms`) WHERE "deposits"."next_ask_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `providers` (
	`name` text PRIMARY KEY NOT NULL,
	`failures_in_a_row` integer DEFAULT 0 NOT NULL,
	`open_until_ms` integer DEFAULT 0 NOT NULL,
	`second_ms` integer DEFAULT 0 NOT NULL,
	`calls_in_second` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`balance_cents` integer DEFAULT 0 NOT NULL,
	`floor_cents` integer,
	`last_entry_id` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "insufficient_funds" CHECK("accounts"."floor_cents" IS NULL OR "accounts"."balance_cents" >= "accounts"."floor_cents"),
	CONSTRAINT "accounts_owner" CHECK(("accounts"."user_id" IS NULL) = ("accounts"."kind" IN ('khqr', 'payout', 'trading'))),
	CONSTRAINT "accounts_trader_floor" CHECK("accounts"."user_id" IS NULL OR "accounts"."floor_cents" IS 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`transfer_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entries_not_zero" CHECK("entries"."amount_cents" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `entries_transfer` ON `entries` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `entries_account` ON `entries` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`memo` text NOT NULL,
	`actor` text NOT NULL,
	`at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_once` ON `transfers` (`kind`,`reference`);--> statement-breakpoint
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`max` integer NOT NULL,
	`window_ends_at_ms` integer NOT NULL,
	CONSTRAINT "too_many_requests" CHECK("counters"."count" <= "counters"."max")
) STRICT;
--> statement-breakpoint
CREATE INDEX `counters_window` ON `counters` (`window_ends_at_ms`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`in_a_row` integer NOT NULL,
	`in_window` integer NOT NULL,
	`window_ends_at_ms` integer NOT NULL,
	`blocked_until_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at_ms` integer,
	`sent_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_next_attempt` ON `outbox` (`next_attempt_at_ms`) WHERE "outbox"."next_attempt_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `bearers` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `bearers_session` ON `bearers` (`session_id`);--> statement-breakpoint
CREATE INDEX `bearers_expiry` ON `bearers` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_token_hash` ON `password_resets` (`token_hash`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_action_at_ms` integer NOT NULL,
	`authenticated_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`tries_left` integer NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`totp_secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`role` text DEFAULT 'trader' NOT NULL,
	`theme` integer DEFAULT 1 NOT NULL,
	`time_zone` text NOT NULL,
	`email_verified_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT "users_theme" CHECK("users"."theme" BETWEEN 1 AND 5),
	CONSTRAINT "users_role" CHECK("users"."role" IN ('trader', 'admin'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username_key`);