CREATE TABLE `trade_hours` (
	`user_id` text NOT NULL,
	`hour` integer NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	`gross_profit_cents` integer NOT NULL,
	`gross_loss_cents` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `hour`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
