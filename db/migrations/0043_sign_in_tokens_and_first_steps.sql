CREATE TABLE `sign_in_tokens` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_tokens_token_hash` ON `sign_in_tokens` (`token_hash`);--> statement-breakpoint
ALTER TABLE `users` ADD `first_steps_hidden_at_ms` integer;