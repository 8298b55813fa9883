-- The triggers of `name_checks`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator checks the names of a pending withdrawal of somebody else: the name of the account as it is now, and the holder whom the
-- trader wrote for a bank account. A payment code says whose it is, and a withdrawal of an earlier version says nothing: of those the
-- operator writes the name, or their browser reads it.
CREATE TRIGGER name_checks_begin BEFORE INSERT ON name_checks BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM withdrawals WHERE id = NEW.withdrawal_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'names_changed')
  WHERE NOT EXISTS (
    SELECT 1 FROM withdrawals JOIN users ON users.id = withdrawals.user_id
    WHERE withdrawals.id = NEW.withdrawal_id AND withdrawals.status = 'pending'
      AND NEW.account_name = users.first_name || ' ' || users.last_name
      AND CASE NEW.holder_from
        WHEN 'client' THEN withdrawals.payment_method = 'Bank Transfer' AND withdrawals.holder_name = NEW.holder
        WHEN 'code' THEN withdrawals.payment_method = 'KHQR'
        ELSE withdrawals.payment_method = 'KHQR' OR withdrawals.holder_name IS NULL
      END
  );
END;

CREATE TRIGGER name_checks_never_changed BEFORE UPDATE ON name_checks BEGIN
  SELECT RAISE(ABORT, 'name_check_fixed');
END;

CREATE TRIGGER name_checks_never_deleted BEFORE DELETE ON name_checks BEGIN
  SELECT RAISE(ABORT, 'name_check_fixed');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER name_checks_journalled_inserted AFTER INSERT ON name_checks BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('name_checks', json_object(
    'id', NEW.id, 'withdrawal_id', NEW.withdrawal_id, 'holder', NEW.holder, 'holder_from', NEW.holder_from,
    'account_name', NEW.account_name, 'verdict', NEW.verdict, 'reason', NEW.reason, 'decided_by', NEW.decided_by,
    'decided_at_ms', NEW.decided_at_ms
  ));
END;
