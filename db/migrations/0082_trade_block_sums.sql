CREATE TABLE `trade_block_sums` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer NOT NULL,
	`part` text NOT NULL,
	`time_zone` text NOT NULL,
	`groups` text,
	`facts` text NOT NULL,
	PRIMARY KEY(`user_id`, `account`, `from_ms`, `until_ms`, `part`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;