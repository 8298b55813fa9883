DROP INDEX `withdrawals_payment_id`;--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_payment_id` ON `withdrawals` ("payment_id" COLLATE NOCASE);