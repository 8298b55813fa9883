CREATE TABLE `audit_seals` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `audit_log_subject`;--> statement-breakpoint
CREATE INDEX `audit_log_age` ON `audit_log` (`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at_ms`);