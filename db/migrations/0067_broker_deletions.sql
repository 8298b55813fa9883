-- guards: the version before deletes an account whole, and leaves a row here that the job of each minute deletes.
CREATE TABLE `broker_deletions` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `broker_deletions_since` ON `broker_deletions` (`since_ms`);
--> statement-breakpoint
-- What has rows is deleted in parts.
CREATE TRIGGER broker_accounts_deletion AFTER UPDATE OF deleted_at_ms ON broker_accounts
WHEN NEW.deleted_at_ms IS NOT NULL AND OLD.deleted_at_ms IS NULL
  AND EXISTS (SELECT 1 FROM broker_imports WHERE account_id = NEW.id) BEGIN
  INSERT OR IGNORE INTO broker_deletions (account_id, since_ms) VALUES (NEW.id, NEW.deleted_at_ms);
END;
