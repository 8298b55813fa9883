-- The triggers of `trades`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Trades come and go with their import only, so the money of an import is the sum of its trades.
CREATE TRIGGER trades_by_import_only BEFORE INSERT ON trades BEGIN
  SELECT RAISE(ABORT, 'trade_without_import')
  WHERE NOT EXISTS (SELECT 1 FROM imports WHERE id = NEW.import_id AND user_id = NEW.user_id AND status = 'staged');
END;

CREATE TRIGGER trades_never_changed BEFORE UPDATE ON trades BEGIN
  SELECT RAISE(ABORT, 'trades_never_changed');
END;

CREATE TRIGGER trades_go_by_reversal_only BEFORE DELETE ON trades BEGIN
  SELECT RAISE(ABORT, 'trade_without_import')
  WHERE NOT EXISTS (SELECT 1 FROM imports WHERE id = OLD.import_id AND status = 'committed');
END;
