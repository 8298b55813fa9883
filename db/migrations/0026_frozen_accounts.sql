CREATE TABLE `user_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `user_notes_user` ON `user_notes` (`user_id`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `users` ADD `frozen_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `frozen_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `frozen_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `role_given_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `desk_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_first_name` ON `users` (lower("first_name" || ' ' || "last_name"));--> statement-breakpoint
CREATE INDEX `users_last_name` ON `users` (lower("last_name" || ' ' || "first_name"));--> statement-breakpoint
CREATE INDEX `users_age` ON `users` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `users_frozen` ON `users` (`created_at_ms`) WHERE "users"."frozen_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_closed` ON `users` (`created_at_ms`) WHERE "users"."closed_at_ms" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_unverified` ON `users` (`created_at_ms`) WHERE "users"."email_verified_at_ms" IS NULL;--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`created_at_ms`) WHERE "users"."role" = 'admin';