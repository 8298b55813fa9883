-- guards: broker_imports_rows_while_staged is of the new column alone, which the version before does not write.
ALTER TABLE `broker_imports` ADD `rows_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Rows and open positions are staged before the commit alone.
CREATE TRIGGER broker_imports_rows_while_staged BEFORE UPDATE OF rows_version ON broker_imports WHEN OLD.status <> 'staged' BEGIN
  SELECT RAISE(ABORT, 'broker_without_import');
END;
