-- The triggers of `payout_results`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER payout_results_begin BEFORE INSERT ON payout_results BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.imported_by AND role = 'operator');
END;

CREATE TRIGGER payout_results_never_changed BEFORE UPDATE ON payout_results BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;

CREATE TRIGGER payout_results_never_deleted BEFORE DELETE ON payout_results BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
