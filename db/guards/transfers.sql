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
