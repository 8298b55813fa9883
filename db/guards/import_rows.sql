-- The triggers of `import_rows`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Rows are added only to an import that is not committed yet.
CREATE TRIGGER import_rows_while_staged BEFORE INSERT ON import_rows BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT EXISTS (
    SELECT 1 FROM imports WHERE id = NEW.import_id AND status = 'staged' AND NEW.row_number BETWEEN 1 AND row_count
  );
END;

-- Demo results are no money: their exports carry this mark in every ticket.
CREATE TRIGGER import_rows_not_demo BEFORE INSERT ON import_rows WHEN NEW.ticket LIKE 'demo-%' BEGIN
  SELECT RAISE(ABORT, 'demo_ticket');
END;
