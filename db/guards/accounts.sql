-- The triggers of `accounts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A balance begins at zero.
CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry') WHERE NEW.balance_cents <> 0 OR NEW.last_entry_id <> 0;
END;

-- Who owns an account of which kind, and in which currency. A trader's money never falls below zero; a receivable is what they owe, so it
-- never rises above (`accounts_receivable`). In triggers, not in CHECKs: a new kind of account makes no table anew.
CREATE TRIGGER accounts_of_kind BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'accounts_owner')
  WHERE NOT CASE
    WHEN NEW.kind IN ('available', 'held', 'receivable') THEN NEW.user_id IS NOT NULL AND NEW.id = NEW.kind || ':' || NEW.user_id
    WHEN NEW.kind IN ('khqr', 'khqr_riel', 'payout', 'trading', 'suspense', 'fees', 'exchange') THEN NEW.user_id IS NULL
    WHEN NEW.kind = 'bank' THEN NEW.user_id IS NULL
      AND EXISTS (SELECT 1 FROM bank_accounts WHERE 'house:bank:' || id = NEW.id AND currency = NEW.currency)
    ELSE 0
  END;
  SELECT RAISE(ABORT, 'accounts_trader_floor')
  WHERE NEW.user_id IS NOT NULL AND NEW.floor_cents IS NOT CASE NEW.kind WHEN 'receivable' THEN NULL ELSE 0 END;
  SELECT RAISE(ABORT, 'accounts_currency')
  WHERE NEW.currency NOT IN ('USD', 'KHR') OR (NEW.currency <> 'USD' AND NEW.kind NOT IN ('khqr_riel', 'bank', 'suspense', 'fees', 'exchange'));
END;

-- Each change of a balance is exactly one newer entry of that account; so, by induction, the balance is the sum of its
-- entries.
CREATE TRIGGER accounts_follow_entries BEFORE UPDATE ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry')
  WHERE NEW.id <> OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind <> OLD.kind
    OR NEW.currency <> OLD.currency OR NEW.floor_cents IS NOT OLD.floor_cents OR NEW.last_entry_id <= OLD.last_entry_id
    OR NOT EXISTS (
      SELECT 1 FROM entries
      WHERE id = NEW.last_entry_id AND account_id = NEW.id AND amount_cents = NEW.balance_cents - OLD.balance_cents
    );
END;

-- A receivable is what a trader owes: nobody pays more of it than that.
CREATE TRIGGER accounts_receivable BEFORE UPDATE OF balance_cents ON accounts
WHEN NEW.kind = 'receivable' AND NEW.balance_cents > 0 BEGIN
  SELECT RAISE(ABORT, 'receivable_overpaid');
END;

CREATE TRIGGER accounts_never_deleted BEFORE DELETE ON accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Balances are not journalled: they are the sums of the entries.
CREATE TRIGGER accounts_journalled_inserted AFTER INSERT ON accounts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('accounts', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'kind', NEW.kind, 'currency', NEW.currency, 'balance_cents', NEW.balance_cents,
    'floor_cents', NEW.floor_cents, 'last_entry_id', NEW.last_entry_id
  ));
END;

CREATE TRIGGER accounts_told AFTER UPDATE OF balance_cents ON accounts WHEN NEW.user_id IS NOT NULL BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'balance');
END;

-- What is owed comes with the withdrawals that wait for it.
CREATE TRIGGER accounts_owed_told AFTER UPDATE OF balance_cents ON accounts WHEN NEW.kind = 'receivable' BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
