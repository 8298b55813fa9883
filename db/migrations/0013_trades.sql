CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`row_number` integer NOT NULL,
	`ticket` text NOT NULL,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`lot_micros` integer NOT NULL,
	`entry_price` real NOT NULL,
	`exit_price` real NOT NULL,
	`stop_price` real,
	`opened_at_ms` integer NOT NULL,
	`closed_at_ms` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	PRIMARY KEY(`import_id`, `row_number`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `import_rows_ticket` ON `import_rows` (`import_id`,`ticket`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`file_name` text NOT NULL,
	`format` text NOT NULL,
	`time_zone` text NOT NULL,
	`row_count` integer NOT NULL,
	`trade_count` integer,
	`profit_cents` integer,
	`reason` text,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`committed_at_ms` integer,
	`reversed_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "imports_status" CHECK("imports"."status" IN ('staged', 'committed', 'reversed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `trade_days` (
	`user_id` text NOT NULL,
	`day` integer NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	`gross_profit_cents` integer NOT NULL,
	`gross_loss_cents` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `trade_quarters` (
	`user_id` text NOT NULL,
	`quarter` integer NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	`gross_profit_cents` integer NOT NULL,
	`gross_loss_cents` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `quarter`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `trade_symbols` (
	`user_id` text NOT NULL,
	`symbol` text NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	`gross_profit_cents` integer NOT NULL,
	`gross_loss_cents` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `symbol`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `trade_totals` (
	`user_id` text PRIMARY KEY NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	`gross_profit_cents` integer NOT NULL,
	`gross_loss_cents` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	`max_drawdown_cents` integer NOT NULL,
	`max_drawdown_peak_cents` integer NOT NULL,
	`longest_win_streak` integer NOT NULL,
	`longest_loss_streak` integer NOT NULL,
	`risked_trades` integer NOT NULL,
	`risked_milli_r` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `trades` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`import_id` text NOT NULL,
	`ticket` text NOT NULL,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`lot_micros` integer NOT NULL,
	`entry_price` real NOT NULL,
	`exit_price` real NOT NULL,
	`stop_price` real,
	`opened_at_ms` integer NOT NULL,
	`closed_at_ms` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trades_lots" CHECK("trades"."lot_micros" > 0),
	CONSTRAINT "trades_times" CHECK("trades"."opened_at_ms" <= "trades"."closed_at_ms")
) STRICT;
--> statement-breakpoint
CREATE INDEX `trades_user_closed` ON `trades` (`user_id`,`closed_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `trades_user_symbol` ON `trades` (`user_id`,`symbol`,`closed_at_ms`);--> statement-breakpoint
CREATE INDEX `trades_import` ON `trades` (`import_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trades_ticket` ON `trades` (`user_id`,`ticket`);