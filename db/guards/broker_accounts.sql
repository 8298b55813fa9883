-- The triggers of `broker_accounts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A trader has ten at most, and their numbers count on: one that was deleted keeps its own.
CREATE TRIGGER broker_accounts_begin BEFORE INSERT ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_accounts_full')
  WHERE (SELECT count(*) FROM broker_accounts WHERE user_id = NEW.user_id AND deleted_at_ms IS NULL) >= 10;
  SELECT RAISE(ABORT, 'broker_account_number')
  WHERE NEW.deleted_at_ms IS NOT NULL OR NEW.decimals NOT BETWEEN 0 AND 12
    OR NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM broker_accounts WHERE user_id = NEW.user_id);
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;

CREATE TRIGGER broker_accounts_terms_fixed
BEFORE UPDATE OF id, user_id, number, currency, decimals, created_at_ms ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed');
END;

CREATE TRIGGER broker_accounts_stay_deleted BEFORE UPDATE ON broker_accounts WHEN OLD.deleted_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed');
END;

-- From 2^53 on sums are no longer exact in a browser.
CREATE TRIGGER broker_accounts_exact BEFORE UPDATE OF fees_units, swap_units ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_sums')
  WHERE abs(NEW.fees_units) > 9007199254740991 OR abs(NEW.swap_units) > 9007199254740991;
END;

CREATE TRIGGER broker_accounts_go_with_person BEFORE DELETE ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;

-- What has rows is deleted in parts.
CREATE TRIGGER broker_accounts_deletion AFTER UPDATE OF deleted_at_ms ON broker_accounts
WHEN NEW.deleted_at_ms IS NOT NULL AND OLD.deleted_at_ms IS NULL
  AND EXISTS (SELECT 1 FROM broker_imports WHERE account_id = NEW.id) BEGIN
  INSERT OR IGNORE INTO broker_deletions (account_id, since_ms) VALUES (NEW.id, NEW.deleted_at_ms);
END;
