-- The triggers of `broker_fills`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Rows are added only to a file of their kind that is not committed yet, and to its account.
CREATE TRIGGER broker_fills_while_staged BEFORE INSERT ON broker_fills BEGIN
  SELECT RAISE(ABORT, 'broker_without_import')
  WHERE NOT EXISTS (
    SELECT 1 FROM broker_imports WHERE id = NEW.import_id AND account_id = NEW.account_id AND status = 'staged'
      AND kind = 'fills' AND NEW.row_number BETWEEN 1 AND row_count
  );
END;

CREATE TRIGGER broker_fills_never_changed BEFORE UPDATE ON broker_fills BEGIN
  SELECT RAISE(ABORT, 'broker_never_changed');
END;

-- The rows of a committed file stay until it is taken back.
CREATE TRIGGER broker_fills_kept BEFORE DELETE ON broker_fills BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE EXISTS (
    SELECT 1 FROM broker_imports JOIN broker_accounts ON broker_accounts.id = broker_imports.account_id
    WHERE broker_imports.id = OLD.import_id AND broker_imports.status = 'committed' AND deleted_at_ms IS NULL
  );
END;
