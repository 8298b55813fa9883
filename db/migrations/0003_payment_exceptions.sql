CREATE TABLE `payment_exceptions` (
	`id` text PRIMARY KEY NOT NULL,
	`deposit_id` text NOT NULL,
	`settlement_hash` text NOT NULL,
	`reason` text NOT NULL,
	`paid_amount` real NOT NULL,
	`paid_currency` text NOT NULL,
	`paid_at_ms` integer,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposits`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_exceptions_status" CHECK("payment_exceptions"."status" IN ('open', 'matched', 'refunded', 'dismissed'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_settlement_hash` ON `payment_exceptions` (`settlement_hash`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_deposit` ON `payment_exceptions` (`deposit_id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_open` ON `payment_exceptions` (`created_at_ms`) WHERE "payment_exceptions"."status" = 'open';