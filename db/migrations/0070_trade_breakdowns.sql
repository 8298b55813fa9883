CREATE TABLE `trade_breakdowns` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`revision` integer NOT NULL,
	`time_zone` text NOT NULL,
	`groups` text NOT NULL,
	PRIMARY KEY(`user_id`, `account`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `demo_parts_setup` ON `demo_parts` (`user_id`,`run`) WHERE "demo_parts"."plan_setup_id" IS NOT NULL;