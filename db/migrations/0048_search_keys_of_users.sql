ALTER TABLE `users` ADD `mailbox` text;--> statement-breakpoint
ALTER TABLE `users` ADD `first_name_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `last_name_key` text;--> statement-breakpoint
CREATE INDEX `users_first_name_key` ON `users` ("first_name_key" || "last_name_key");--> statement-breakpoint
CREATE INDEX `users_last_name_key` ON `users` ("last_name_key" || "first_name_key");--> statement-breakpoint
CREATE INDEX `users_mailbox` ON `users` (`mailbox`);--> statement-breakpoint
CREATE INDEX `users_other_spelling` ON `users` (`mailbox`) WHERE "users"."mailbox" <> "users"."email";--> statement-breakpoint
CREATE INDEX `users_phone` ON `users` (`phone`);--> statement-breakpoint
CREATE INDEX `users_without_keys` ON `users` (`id`) WHERE "users"."mailbox" IS NULL AND "users"."closed_at_ms" IS NULL;