CREATE TABLE `trade_blocks` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer NOT NULL,
	`symbol` text NOT NULL,
	`is_buy` integer NOT NULL,
	`trades` integer NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`user_id`, `account`, `from_ms`, `until_ms`, `symbol`, `is_buy`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;