-- The triggers of `accounts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A balance begins at zero.
CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry') WHERE NEW.balance_cents <> 0 OR NEW.last_entry_id <> 0;
END;

-- Each change of a balance is exactly one newer entry of that account; so, by induction, the balance is the sum of its
-- entries.
CREATE TRIGGER accounts_follow_entries BEFORE UPDATE ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry')
  WHERE NEW.id <> OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind <> OLD.kind
    OR NEW.floor_cents IS NOT OLD.floor_cents OR NEW.last_entry_id <= OLD.last_entry_id
    OR NOT EXISTS (
      SELECT 1 FROM entries
      WHERE id = NEW.last_entry_id AND account_id = NEW.id AND amount_cents = NEW.balance_cents - OLD.balance_cents
    );
END;

CREATE TRIGGER accounts_never_deleted BEFORE DELETE ON accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Balances are not journalled: they are the sums of the entries.
CREATE TRIGGER accounts_journalled_inserted AFTER INSERT ON accounts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('accounts', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'kind', NEW.kind, 'balance_cents', NEW.balance_cents,
    'floor_cents', NEW.floor_cents, 'last_entry_id', NEW.last_entry_id
  ));
END;

CREATE TRIGGER accounts_told AFTER UPDATE OF balance_cents ON accounts WHEN NEW.user_id IS NOT NULL BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'balance');
END;
