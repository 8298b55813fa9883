-- The triggers of `bank_statements`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator imports it, behind every seal: one that was decided before a seal and comes after it would be neither in the sealed month nor found
-- later. Its account's number is that of every statement of the account before, and of no other account in its currency. It covers no day that was not
-- over: whatever the zone, a day ends 14 hours before it does in UTC at the earliest.
CREATE TRIGGER bank_statements_begin BEFORE INSERT ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.imported_by AND role = 'operator');
  SELECT RAISE(ABORT, 'month_sealed') WHERE NEW.imported_at_ms <= (SELECT max(sealed_at_ms) FROM month_closes);
  SELECT RAISE(ABORT, 'statement_days')
  WHERE NEW.covered_to NOT BETWEEN NEW.first_day - 1 AND NEW.last_day
    OR (NEW.covered_to >= NEW.first_day AND (NEW.covered_to + 1) * 86400000 - 50400000 > NEW.imported_at_ms);
  SELECT RAISE(ABORT, 'statement_of_other_account')
  WHERE EXISTS (
    SELECT 1 FROM bank_statements
    WHERE account_id = NEW.account_id AND account_number IS NOT NULL
      AND lower(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''))
        IS NOT lower(replace(replace(replace(NEW.account_number, ' ', ''), '-', ''), '.', ''))
  );
  SELECT RAISE(ABORT, 'number_of_other_account')
  WHERE EXISTS (
    SELECT 1 FROM bank_statements AS other JOIN bank_accounts ON bank_accounts.id = other.account_id
    WHERE other.account_id <> NEW.account_id
      AND bank_accounts.currency = (SELECT currency FROM bank_accounts WHERE id = NEW.account_id)
      AND lower(replace(replace(replace(other.account_number, ' ', ''), '-', ''), '.', ''))
        = lower(replace(replace(replace(NEW.account_number, ' ', ''), '-', ''), '.', ''))
  );
END;

CREATE TRIGGER bank_statements_never_changed BEFORE UPDATE ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;

CREATE TRIGGER bank_statements_never_deleted BEFORE DELETE ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
