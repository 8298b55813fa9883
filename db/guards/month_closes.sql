-- The triggers of `month_closes`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator prepares the report of a whole calendar month that has been over for ten minutes (`SEAL_WAIT_MS`): until then a transfer of its last
-- moment may still be on its way. It is the month behind the newest sealed one; the first may be any.
CREATE TRIGGER month_closes_begin BEFORE INSERT ON month_closes BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.sealed_by IS NOT NULL OR NEW.sealed_at_ms IS NOT NULL OR NEW.cancelled_by IS NOT NULL OR NEW.cancelled_at_ms IS NOT NULL;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.prepared_by AND role = 'operator');
  SELECT RAISE(ABORT, 'month_terms')
  WHERE NEW.month IS NOT strftime('%Y-%m', NEW.first_day * 86400, 'unixepoch')
    OR strftime('%d', NEW.first_day * 86400, 'unixepoch') <> '01'
    OR NEW.last_day IS NOT CAST(strftime('%s', NEW.first_day * 86400, 'unixepoch', '+1 month') AS INTEGER) / 86400 - 1
    OR abs(NEW.from_ms - NEW.first_day * 86400000) > 50400000
    OR abs(NEW.until_ms - (NEW.last_day + 1) * 86400000) > 50400000
    OR length(NEW.digest) <> 64 OR NOT json_valid(NEW.report) OR json_extract(NEW.report, '$.month') IS NOT NEW.month;
  SELECT RAISE(ABORT, 'month_not_over') WHERE NEW.until_ms + 600000 > NEW.prepared_at_ms;
  SELECT RAISE(ABORT, 'month_before_open')
  WHERE NEW.from_ms <> (SELECT max(until_ms) FROM month_closes WHERE sealed_at_ms IS NOT NULL);
END;

CREATE TRIGGER month_closes_terms_fixed BEFORE UPDATE OF
  id, month, first_day, last_day, from_ms, until_ms, report, digest, prepared_by, prepared_at_ms
ON month_closes BEGIN
  SELECT RAISE(ABORT, 'month_terms_fixed');
END;

CREATE TRIGGER month_closes_never_deleted BEFORE DELETE ON month_closes BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- A report is sealed or cancelled, once. Two operators approved its digest, the one who seals it among them. What is sealed has nothing open: no
-- line of its days or of days before without its transfer, and no transfer since the first statement of its currency without its line, but for those for
-- which no line will come. Of what is sealed already, only a line that a later statement brought can be open. Statements cover each day of it that
-- must have one, and each begins with the balance with which the one before ended.
CREATE TRIGGER month_closes_decided BEFORE UPDATE OF sealed_by, sealed_at_ms, cancelled_by, cancelled_at_ms ON month_closes BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.sealed_at_ms IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.sealed_at_ms IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.sealed_at_ms IS NULL) <> (NEW.sealed_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders WHERE user_id = coalesce(NEW.sealed_by, NEW.cancelled_by) AND role = 'operator'
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.sealed_by IS NOT NULL AND (
    NOT EXISTS (
      SELECT 1 FROM standing_words WHERE subject = 'month:' || OLD.id AND act = 'approve' AND admin_id = NEW.sealed_by
    )
    OR 2 > (
      SELECT count(*) FROM standing_words WHERE subject = 'month:' || OLD.id AND act = 'approve' AND detail = OLD.digest
    )
  );
  SELECT RAISE(ABORT, 'month_before_open')
  WHERE NEW.sealed_by IS NOT NULL AND OLD.from_ms <> (SELECT max(until_ms) FROM month_closes WHERE sealed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'month_open')
  WHERE NEW.sealed_by IS NOT NULL AND (
    EXISTS (
      SELECT 1 FROM statement_lines
      WHERE currency IN ('USD', 'KHR') AND day <= OLD.last_day
        AND day >= CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL) THEN OLD.first_day ELSE 0 END
        AND NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)
    )
    OR EXISTS (
      SELECT 1 FROM bank_statements JOIN statement_lines ON statement_lines.statement_id = bank_statements.id
      WHERE bank_statements.imported_at_ms > (SELECT max(sealed_at_ms) FROM month_closes)
        AND bank_statements.first_day < OLD.first_day AND statement_lines.day < OLD.first_day
        AND NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)
    )
    OR EXISTS (
      SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id JOIN accounts ON accounts.id = entries.account_id
      JOIN (
        SELECT bank_accounts.currency, min(bank_statements.first_day) AS first_day FROM bank_statements
        JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id GROUP BY bank_accounts.currency
      ) AS covered ON covered.currency = accounts.currency
      WHERE transfers.at_ms < OLD.until_ms
        AND transfers.at_ms >= CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL) THEN OLD.from_ms ELSE 0 END
        AND transfers.at_ms >= OLD.from_ms + ((SELECT min(first_day) FROM bank_statements) - OLD.first_day) * 86400000
        AND transfers.at_ms >= OLD.from_ms + (covered.first_day - OLD.first_day) * 86400000
        AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
        AND NOT EXISTS (SELECT 1 FROM transfers_with_line WHERE transfer_id = transfers.id)
        AND NOT EXISTS (SELECT 1 FROM transfers_without_need_of_line WHERE transfer_id = transfers.id)
      GROUP BY transfers.id, accounts.currency HAVING sum(entries.amount_cents) <> 0
    )
  );
  SELECT RAISE(ABORT, 'month_without_statement')
  WHERE NEW.sealed_by IS NOT NULL AND (
    EXISTS (
      SELECT 1 FROM days_without_statement
      WHERE from_day <= OLD.last_day AND coalesce(to_day, OLD.last_day) >= OLD.first_day
        AND coalesce(from_ms, 0) < OLD.until_ms AND coalesce(rest_ms, OLD.from_ms) >= OLD.from_ms
        AND max(from_day, OLD.first_day, OLD.first_day + (coalesce(from_ms, 0) - OLD.from_ms) / 86400000)
          <= min(coalesce(to_day, OLD.last_day), coalesce(OLD.first_day + (rest_ms - OLD.from_ms) / 86400000, OLD.last_day))
    )
    OR EXISTS (SELECT 1 FROM statement_breaks WHERE day BETWEEN OLD.first_day AND OLD.last_day + 1)
  );
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER month_closes_journalled_inserted AFTER INSERT ON month_closes BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('month_closes', json_object(
    'id', NEW.id, 'month', NEW.month, 'first_day', NEW.first_day, 'last_day', NEW.last_day, 'from_ms', NEW.from_ms,
    'until_ms', NEW.until_ms, 'report', NEW.report, 'digest', NEW.digest, 'prepared_by', NEW.prepared_by,
    'prepared_at_ms', NEW.prepared_at_ms, 'sealed_by', NEW.sealed_by, 'sealed_at_ms', NEW.sealed_at_ms,
    'cancelled_by', NEW.cancelled_by, 'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;

CREATE TRIGGER month_closes_journalled_changed AFTER UPDATE ON month_closes BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('month_closes', json_object(
    'id', NEW.id, 'month', NEW.month, 'first_day', NEW.first_day, 'last_day', NEW.last_day, 'from_ms', NEW.from_ms,
    'until_ms', NEW.until_ms, 'report', NEW.report, 'digest', NEW.digest, 'prepared_by', NEW.prepared_by,
    'prepared_at_ms', NEW.prepared_at_ms, 'sealed_by', NEW.sealed_by, 'sealed_at_ms', NEW.sealed_at_ms,
    'cancelled_by', NEW.cancelled_by, 'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
