DROP INDEX `deposits_ended`;--> statement-breakpoint
DROP INDEX `deposits_age`;--> statement-breakpoint
CREATE INDEX `deposits_ended_by_amount` ON `deposits` (`status`,`amount_cents`,`id`,`created_at_ms`) WHERE "deposits"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX `deposits_by_amount` ON `deposits` (`amount_cents`,`id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `deposits_ended` ON `deposits` (`status`,`created_at_ms`,`id`,`amount_cents`) WHERE "deposits"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX `deposits_age` ON `deposits` (`created_at_ms`,`id`,`amount_cents`);--> statement-breakpoint
DROP INDEX `identities_queue`;--> statement-breakpoint
DROP INDEX `identities_age`;--> statement-breakpoint
CREATE INDEX `identities_queue` ON `identities` (`status`,`submitted_at_ms`,`user_id`);--> statement-breakpoint
CREATE INDEX `identities_age` ON `identities` (`submitted_at_ms`,`user_id`);--> statement-breakpoint
DROP INDEX `payment_exceptions_queue`;--> statement-breakpoint
DROP INDEX `payment_exceptions_age`;--> statement-breakpoint
CREATE INDEX `payment_exceptions_queue` ON `payment_exceptions` (`status`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_age` ON `payment_exceptions` (`created_at_ms`,`id`);--> statement-breakpoint
DROP INDEX `withdrawals_queue`;--> statement-breakpoint
DROP INDEX `withdrawals_age`;--> statement-breakpoint
CREATE INDEX `withdrawals_queue_by_amount` ON `withdrawals` (`status`,`amount_cents`,`id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_amount` ON `withdrawals` (`amount_cents`,`id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_queue` ON `withdrawals` (`status`,`created_at_ms`,`id`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `withdrawals_age` ON `withdrawals` (`created_at_ms`,`id`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `imports_queue` ON `imports` (`status`,`created_at_ms`,`id`) WHERE "imports"."status" <> 'staged';--> statement-breakpoint
CREATE INDEX `imports_age` ON `imports` (`created_at_ms`,`id`) WHERE "imports"."status" <> 'staged';