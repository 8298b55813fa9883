-- The triggers of `statement_lines`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A line is of its statement's account, within its days, and in the currency of the account.
CREATE TRIGGER statement_lines_begin BEFORE INSERT ON statement_lines BEGIN
  SELECT RAISE(ABORT, 'statement_of_other_account')
  WHERE NOT EXISTS (
    SELECT 1 FROM bank_statements JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id
    WHERE bank_statements.id = NEW.statement_id AND bank_statements.account_id = NEW.account_id
      AND bank_accounts.currency = NEW.currency
      AND NEW.day BETWEEN bank_statements.first_day AND bank_statements.last_day
  );
END;

CREATE TRIGGER statement_lines_never_changed BEFORE UPDATE ON statement_lines BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;

CREATE TRIGGER statement_lines_never_deleted BEFORE DELETE ON statement_lines BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
