-- The triggers of `payout_result_lines`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A row of a result names an item of its batch, or none.
CREATE TRIGGER payout_result_lines_begin BEFORE INSERT ON payout_result_lines BEGIN
  SELECT RAISE(ABORT, 'batch_differs')
  WHERE NOT EXISTS (SELECT 1 FROM payout_results WHERE id = NEW.result_id AND batch_id = NEW.batch_id)
    OR (NEW.reference IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payout_batch_items WHERE batch_id = NEW.batch_id AND reference = NEW.reference
    ));
END;

CREATE TRIGGER payout_result_lines_never_changed BEFORE UPDATE ON payout_result_lines BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;

CREATE TRIGGER payout_result_lines_never_deleted BEFORE DELETE ON payout_result_lines BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
