CREATE TABLE `google_links` (
	`user_id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`linked_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `google_links_subject` ON `google_links` (`subject`);