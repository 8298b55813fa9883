-- The triggers of `bank_accounts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator opens it, and with it its account of the ledger, empty and of the same currency.
CREATE TRIGGER bank_accounts_begin BEFORE INSERT ON bank_accounts BEGIN
  SELECT RAISE(ABORT, 'bank_account_terms')
  WHERE length(NEW.id) NOT BETWEEN 2 AND 32 OR NEW.id GLOB '*[^a-z0-9-]*' OR NEW.currency NOT IN ('USD', 'KHR')
    OR length(trim(NEW.name)) NOT BETWEEN 1 AND 60;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.opened_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.opened_by AND role = 'operator');
END;

CREATE TRIGGER bank_accounts_never_changed BEFORE UPDATE ON bank_accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER bank_accounts_never_deleted BEFORE DELETE ON bank_accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER bank_accounts_open_ledger AFTER INSERT ON bank_accounts BEGIN
  INSERT INTO accounts (id, kind, currency) VALUES ('house:bank:' || NEW.id, 'bank', NEW.currency);
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER bank_accounts_journalled_inserted AFTER INSERT ON bank_accounts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('bank_accounts', json_object(
    'id', NEW.id, 'name', NEW.name, 'currency', NEW.currency, 'opened_by', NEW.opened_by, 'opened_at_ms', NEW.opened_at_ms
  ));
END;
