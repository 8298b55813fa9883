-- The triggers of `restores`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER restores_start_unreviewed BEFORE INSERT ON restores BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.resumed_at_ms IS NOT NULL;
END;

CREATE TRIGGER restores_terms_fixed BEFORE UPDATE OF
  id, restored_at_ms, copy_sequence, journal_sequence, finding_count, findings
ON restores BEGIN
  SELECT RAISE(ABORT, 'restore_terms_fixed');
END;

CREATE TRIGGER restores_never_deleted BEFORE DELETE ON restores BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- Payments go on after a restore when two admins have approved what it found.
CREATE TRIGGER restores_resumed_by_two BEFORE UPDATE OF resumed_at_ms ON restores BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE OLD.resumed_at_ms IS NOT NULL OR NEW.resumed_at_ms IS NULL;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'restore:' || OLD.id AND act = 'approve' AND detail = CAST(OLD.finding_count AS TEXT)
  );
END;
