CREATE INDEX `transfers_age` ON `transfers` (`at_ms`);--> statement-breakpoint
CREATE INDEX `transfers_kind` ON `transfers` (`kind`,`at_ms`);