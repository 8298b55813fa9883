CREATE TABLE `idempotency_keys` (
	`user_id` text NOT NULL,
	`route` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`reply` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `route`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at_ms`);