-- The triggers of `imports`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- No admin imports trades into their own account.
CREATE TRIGGER imports_start_staged BEFORE INSERT ON imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'staged';
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.created_by = NEW.user_id;
END;

-- Only an import that was never committed goes.
CREATE TRIGGER imports_never_deleted BEFORE DELETE ON imports WHEN OLD.status <> 'staged' BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- An import moves exactly the sum of its trades. A commit or reversal of more than one admin may move alone in 24 hours
-- needs two whose approvals count: the commit another admin than the one who uploaded the file, the reversal another
-- than the one who committed it.
CREATE TRIGGER imports_state_machine BEFORE UPDATE OF status ON imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT ((OLD.status = 'staged' AND NEW.status = 'committed') OR (OLD.status = 'committed' AND NEW.status = 'reversed'));
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'committed' AND (NEW.trade_count, NEW.profit_cents) IS NOT (
    SELECT count(*), coalesce(sum(profit_cents), 0) FROM trades WHERE import_id = OLD.id
  );
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'reversed'
    AND (EXISTS (SELECT 1 FROM trades WHERE import_id = OLD.id) OR NEW.profit_cents <> OLD.profit_cents);
  SELECT RAISE(ABORT, 'import_without_transfer')
  WHERE NEW.profit_cents <> 0 AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'trades'
      AND transfers.reference = 'import:' || OLD.id || CASE NEW.status WHEN 'committed' THEN ':commit' ELSE ':reverse' END
      AND entries.account_id = 'available:' || OLD.user_id
      AND entries.amount_cents = CASE NEW.status WHEN 'committed' THEN NEW.profit_cents ELSE -OLD.profit_cents END
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE OLD.user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE EXISTS (
      SELECT 1 FROM admins WHERE id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END
    )
    AND NOT EXISTS (
      SELECT 1 FROM role_holders
      WHERE user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END AND role = 'operator'
    );
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END AND role = 'operator'
      AND counts_from_ms <= CASE NEW.status WHEN 'committed' THEN NEW.committed_at_ms ELSE NEW.reversed_at_ms END
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'committed' AND (
    (NEW.committed_by <> OLD.created_by AND NOT EXISTS (
      SELECT 1 FROM role_holders
      WHERE user_id = OLD.created_by AND role = 'operator' AND counts_from_ms <= NEW.committed_at_ms
    ))
    OR (NEW.committed_by = OLD.created_by AND min(OLD.alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'second_admin_above' AND user_id IS NULL), OLD.alone_cents_max)) < abs(NEW.profit_cents) + (
      SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports
      WHERE committed_by = NEW.committed_by AND created_by = committed_by
        AND committed_at_ms > NEW.committed_at_ms - 86400000
    ))
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'reversed' AND NEW.reversed_by = OLD.committed_by
    AND min(OLD.alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'second_admin_above' AND user_id IS NULL), OLD.alone_cents_max)) < abs(OLD.profit_cents) + (
      SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports
      WHERE reversed_by = NEW.reversed_by AND committed_by = reversed_by
        AND reversed_at_ms > NEW.reversed_at_ms - 86400000
    );
END;

CREATE TRIGGER imports_terms_fixed BEFORE UPDATE OF
  id, user_id, file_name, format, time_zone, row_count, created_by, created_at_ms, alone_cents_max
ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed');
END;

-- What a step wrote never changes after it.
CREATE TRIGGER imports_steps_fixed BEFORE UPDATE OF
  trade_count, profit_cents, committed_by, committed_at_ms, reversed_by, reversed_at_ms
ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed')
  WHERE NEW.status = OLD.status
    OR (OLD.status = 'committed' AND (NEW.trade_count, NEW.profit_cents, NEW.committed_by, NEW.committed_at_ms)
      IS NOT (OLD.trade_count, OLD.profit_cents, OLD.committed_by, OLD.committed_at_ms));
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER imports_journalled_inserted AFTER INSERT ON imports BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('imports', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'status', NEW.status, 'file_name', NEW.file_name, 'format', NEW.format,
    'time_zone', NEW.time_zone, 'row_count', NEW.row_count, 'trade_count', NEW.trade_count,
    'profit_cents', NEW.profit_cents, 'reason', NEW.reason, 'created_by', NEW.created_by,
    'created_at_ms', NEW.created_at_ms, 'alone_cents_max', NEW.alone_cents_max, 'moves_cents', NEW.moves_cents,
    'committed_by', NEW.committed_by, 'committed_at_ms', NEW.committed_at_ms, 'reversed_by', NEW.reversed_by,
    'reversed_at_ms', NEW.reversed_at_ms
  ));
END;

CREATE TRIGGER imports_journalled_changed AFTER UPDATE ON imports BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('imports', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'status', NEW.status, 'file_name', NEW.file_name, 'format', NEW.format,
    'time_zone', NEW.time_zone, 'row_count', NEW.row_count, 'trade_count', NEW.trade_count,
    'profit_cents', NEW.profit_cents, 'reason', NEW.reason, 'created_by', NEW.created_by,
    'created_at_ms', NEW.created_at_ms, 'alone_cents_max', NEW.alone_cents_max, 'moves_cents', NEW.moves_cents,
    'committed_by', NEW.committed_by, 'committed_at_ms', NEW.committed_at_ms, 'reversed_by', NEW.reversed_by,
    'reversed_at_ms', NEW.reversed_at_ms
  ));
END;

-- The trades of a commit, a thousand to a row: a file may have fifty thousand. A reversal deletes them, which its own row says.
CREATE TRIGGER imports_journalled_trades AFTER UPDATE OF status ON imports WHEN NEW.status = 'committed' BEGIN
  INSERT INTO money_journal_rows (table_name, row)
  SELECT 'trades', json_group_array(json_object(
    'id', id, 'user_id', user_id, 'import_id', import_id, 'ticket', ticket, 'symbol', symbol, 'direction', direction,
    'lot_micros', lot_micros, 'entry_price', entry_price, 'exit_price', exit_price, 'stop_price', stop_price, 'opened_at_ms', opened_at_ms, 'closed_at_ms', closed_at_ms, 'profit_cents', profit_cents
  ))
  FROM trades WHERE import_id = NEW.id GROUP BY id / 1000;
END;
