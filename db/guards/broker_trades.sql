-- The triggers of `broker_trades`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A trade comes from a committed file of its account, whose place is in its id.
CREATE TRIGGER broker_trades_by_import BEFORE INSERT ON broker_trades BEGIN
  SELECT RAISE(ABORT, 'broker_without_import')
  WHERE NOT EXISTS (
    SELECT 1 FROM broker_imports WHERE id = NEW.import_id AND account_id = NEW.account_id AND status = 'committed'
      AND place = NEW.id / 100000000000
  );
END;

CREATE TRIGGER broker_trades_never_changed BEFORE UPDATE ON broker_trades BEGIN
  SELECT RAISE(ABORT, 'broker_never_changed');
END;
