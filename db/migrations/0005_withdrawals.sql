CREATE TABLE `approvals` (
	`subject` text NOT NULL,
	`act` text NOT NULL,
	`admin_id` text NOT NULL,
	`detail` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`subject`, `act`, `admin_id`),
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approvals_act" CHECK("approvals"."act" IN ('approve', 'complete', 'mark_paid', 'match'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `images` (
	`filename` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`width_px` integer NOT NULL,
	`height_px` integer NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "images_purpose" CHECK("images"."purpose" IN ('avatar', 'id_card', 'payment_code', 'admin_image', 'proof')),
	CONSTRAINT "images_size" CHECK("images"."size_bytes" BETWEEN 1 AND 5242879)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `images_object_key` ON `images` (`object_key`);--> statement-breakpoint
CREATE INDEX `images_user` ON `images` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `account_marks` (
	`account_id` text PRIMARY KEY NOT NULL,
	`entry_id` integer NOT NULL,
	`balance_cents` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ran_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `pauses` (
	`what` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`since_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`user_id` text PRIMARY KEY NOT NULL,
	`khqr_image` text,
	`bank_name` text DEFAULT '' NOT NULL,
	`account_id` text DEFAULT '' NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`khqr_image`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `withdrawal_images` (
	`filename` text PRIMARY KEY NOT NULL,
	`withdrawal_id` text NOT NULL,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`uploaded_at_ms` integer NOT NULL,
	FOREIGN KEY (`filename`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `withdrawal_images_withdrawal` ON `withdrawal_images` (`withdrawal_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawal_images_one_proof` ON `withdrawal_images` (`withdrawal_id`) WHERE "withdrawal_images"."kind" = 'proof';--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`payment_method` text NOT NULL,
	`bank_name` text,
	`account_id` text,
	`payment_image` text,
	`request_message` text NOT NULL,
	`approvable_at_ms` integer,
	`approvals_needed` integer NOT NULL,
	`payment_id` text,
	`admin_notes` text,
	`reject_reason` text,
	`cancelled_by_user` integer DEFAULT false NOT NULL,
	`decided_by` text,
	`claimed_by` text,
	`claimed_until_ms` integer,
	`reviewed_at_ms` integer,
	`approved_at_ms` integer,
	`completed_at_ms` integer,
	`rejected_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_image`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawals_status" CHECK("withdrawals"."status" IN ('pending', 'approved', 'completed', 'rejected')),
	CONSTRAINT "withdrawals_amount" CHECK("withdrawals"."amount_cents" BETWEEN 1 AND 1000000),
	CONSTRAINT "withdrawals_completed" CHECK(("withdrawals"."status" = 'completed') = ("withdrawals"."completed_at_ms" IS NOT NULL)),
	CONSTRAINT "withdrawals_paid_out" CHECK(("withdrawals"."status" = 'completed') = ("withdrawals"."payment_id" IS NOT NULL)),
	CONSTRAINT "withdrawals_rejected" CHECK(("withdrawals"."status" = 'rejected') = ("withdrawals"."rejected_at_ms" IS NOT NULL)),
	CONSTRAINT "withdrawals_cancelled" CHECK("withdrawals"."cancelled_by_user" = 0 OR "withdrawals"."status" = 'rejected'),
	CONSTRAINT "withdrawals_destination" CHECK(CASE "withdrawals"."payment_method" WHEN 'KHQR' THEN "withdrawals"."payment_image" IS NOT NULL ELSE "withdrawals"."bank_name" IS NOT NULL AND "withdrawals"."account_id" IS NOT NULL END)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_payment_id` ON `withdrawals` (`payment_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_user` ON `withdrawals` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_queue` ON `withdrawals` (`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_image` ON `withdrawals` (`payment_image`) WHERE "withdrawals"."payment_image" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `deposits` ADD `bank_reference` text;--> statement-breakpoint
ALTER TABLE `providers` ADD `token_sealed` text;--> statement-breakpoint
ALTER TABLE `providers` ADD `token_expires_at_ms` integer;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `credited_cents` integer;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `note` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `decided_by` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `decided_at_ms` integer;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `security_changed_at_ms` integer;