-- The triggers of `broker_imports`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER broker_imports_start_staged BEFORE INSERT ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'staged';
  SELECT RAISE(ABORT, 'broker_without_account')
  WHERE NOT EXISTS (SELECT 1 FROM broker_accounts WHERE id = NEW.account_id AND deleted_at_ms IS NULL);
  SELECT RAISE(ABORT, 'broker_staged_full')
  WHERE (
    SELECT count(*) FROM broker_imports JOIN broker_accounts ON broker_accounts.id = broker_imports.account_id
    WHERE broker_imports.status = 'staged'
      AND user_id = (SELECT user_id FROM broker_accounts WHERE id = NEW.account_id)
  ) >= 5;
  SELECT RAISE(ABORT, 'broker_rows_full') WHERE NEW.row_count NOT BETWEEN 0 AND 100000;
END;

-- A file is committed with all of its rows, after every earlier one, and never beside one of the other kind: their trades would count twice.
CREATE TRIGGER broker_imports_state_machine BEFORE UPDATE OF status ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT ((OLD.status = 'staged' AND NEW.status = 'committed') OR (OLD.status = 'committed' AND NEW.status = 'reversed'));
  SELECT RAISE(ABORT, 'broker_incomplete')
  WHERE NEW.status = 'committed' AND OLD.row_count <>
    CASE OLD.kind WHEN 'trades' THEN (SELECT count(*) FROM broker_rows WHERE import_id = OLD.id)
      ELSE (SELECT count(*) FROM broker_fills WHERE import_id = OLD.id) END;
  SELECT RAISE(ABORT, 'broker_incomplete')
  WHERE NEW.status = 'committed' AND NEW.place <> (
    SELECT coalesce(max(place), 0) + 1 FROM broker_imports WHERE account_id = OLD.account_id
  );
  SELECT RAISE(ABORT, 'broker_imports_full') WHERE NEW.place > 5000;
  SELECT RAISE(ABORT, 'broker_fills_full')
  WHERE NEW.status = 'committed' AND OLD.kind = 'fills'
    AND (SELECT count(*) FROM broker_fills WHERE account_id = OLD.account_id) > 200000;
  SELECT RAISE(ABORT, 'broker_mixed')
  WHERE NEW.status = 'committed' AND EXISTS (
    SELECT 1 FROM broker_imports WHERE account_id = OLD.account_id AND status = 'committed' AND kind <> OLD.kind
  );
END;

CREATE TRIGGER broker_imports_terms_fixed BEFORE UPDATE OF
  id, account_id, file_name, file_hash, format, kind, clock, row_count, left_out, stated_total, deposits_in, deposits_out, created_at_ms
ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed');
END;

-- What a step wrote never changes after it.
CREATE TRIGGER broker_imports_steps_fixed
BEFORE UPDATE OF place, takes, first_at_ms, last_at_ms, committed_at_ms, reversed_at_ms ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed')
  WHERE NEW.status = OLD.status
    OR (OLD.status = 'committed' AND (NEW.place, NEW.takes, NEW.first_at_ms, NEW.last_at_ms, NEW.committed_at_ms)
      IS NOT (OLD.place, OLD.takes, OLD.first_at_ms, OLD.last_at_ms, OLD.committed_at_ms));
END;

-- Rows and open positions are staged before the commit alone.
CREATE TRIGGER broker_imports_rows_while_staged BEFORE UPDATE OF rows_version ON broker_imports WHEN OLD.status <> 'staged' BEGIN
  SELECT RAISE(ABORT, 'broker_without_import');
END;

-- Only a file that was never committed goes by itself; others go with their account.
CREATE TRIGGER broker_imports_kept BEFORE DELETE ON broker_imports WHEN OLD.status <> 'staged' BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE EXISTS (SELECT 1 FROM broker_accounts WHERE id = OLD.account_id AND deleted_at_ms IS NULL);
END;
