-- The triggers of `entries`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A transfer is written entries first, then the transfer row, which closes it: a trigger fires once a row, so only the
-- closing row can see all entries. The deferred foreign key lets entries wait for it, and refuses those that have none
-- at the commit.
CREATE TRIGGER entries_before_insert BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'transfer_closed') WHERE EXISTS (SELECT 1 FROM transfers WHERE id = NEW.transfer_id);
END;

CREATE TRIGGER entries_after_insert AFTER INSERT ON entries BEGIN
  UPDATE accounts SET balance_cents = balance_cents + NEW.amount_cents, last_entry_id = NEW.id WHERE id = NEW.account_id;
END;

CREATE TRIGGER entries_append_only BEFORE UPDATE ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER entries_never_deleted BEFORE DELETE ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- No money moves in a closed account.
CREATE TRIGGER entries_of_open_accounts BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (
    SELECT 1 FROM accounts JOIN users ON users.id = accounts.user_id
    WHERE accounts.id = NEW.account_id AND users.closed_at_ms IS NOT NULL
  );
END;

-- An entry in riel says the rate of its time, so that the books can be read in dollars later. One in dollars has none.
CREATE TRIGGER entries_rate BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'entry_rate')
  WHERE (NEW.rate_hundredths IS NULL) IS NOT (SELECT currency = 'USD' FROM accounts WHERE id = NEW.account_id)
    OR NEW.rate_hundredths NOT BETWEEN 100000 AND 1000000;
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER entries_journalled_inserted AFTER INSERT ON entries BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('entries', json_object(
    'id', NEW.id, 'transfer_id', NEW.transfer_id, 'account_id', NEW.account_id, 'amount_cents', NEW.amount_cents, 'rate_hundredths', NEW.rate_hundredths
  ));
END;
