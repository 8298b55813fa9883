DROP INDEX `payment_exceptions_open`;--> statement-breakpoint
CREATE INDEX `payment_exceptions_queue` ON `payment_exceptions` (`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_age` ON `payment_exceptions` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `deposits_ended` ON `deposits` (`status`,`created_at_ms`) WHERE "deposits"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX `deposits_age` ON `deposits` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_age` ON `withdrawals` (`created_at_ms`);