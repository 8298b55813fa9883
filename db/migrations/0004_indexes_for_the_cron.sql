CREATE INDEX `deposits_expiry` ON `deposits` (`expires_at_ms`) WHERE "deposits"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_age` ON `outbox` (`created_at_ms`);