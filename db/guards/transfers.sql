-- The triggers of `transfers`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A transfer has two entries or more, which sum to zero.
CREATE TRIGGER transfers_sum_to_zero BEFORE INSERT ON transfers BEGIN
  SELECT RAISE(ABORT, 'transfer_unbalanced')
  WHERE (SELECT count(*) < 2 OR sum(amount_cents) <> 0 FROM entries WHERE transfer_id = NEW.id);
END;

CREATE TRIGGER transfers_append_only BEFORE UPDATE ON transfers BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER transfers_never_deleted BEFORE DELETE ON transfers BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER transfers_journalled_inserted AFTER INSERT ON transfers BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('transfers', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'reference', NEW.reference, 'memo', NEW.memo, 'actor', NEW.actor, 'at_ms', NEW.at_ms
  ));
END;
