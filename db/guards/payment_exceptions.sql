-- The triggers of `payment_exceptions`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER payment_exceptions_never_deleted BEFORE DELETE ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER payment_exceptions_start_open BEFORE INSERT ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'open' OR NEW.version <> 1 OR NEW.credited_cents IS NOT NULL
    OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL
    OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL OR NEW.refunded_from IS NOT NULL
    OR (NEW.deposit_id IS NULL) <> (NEW.reason = 'unknown_payer');
END;

-- What was decided is written with the decision and never changes.
CREATE TRIGGER payment_exceptions_decided_once BEFORE UPDATE OF
  credited_cents, refunded_cents, refund_reference, refunded_from, note, decided_by, decided_at_ms, version
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR (NEW.status = 'open' AND (
    NEW.credited_cents IS NOT NULL OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL OR NEW.version <> OLD.version
    OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL OR NEW.refunded_from IS NOT NULL
  ));
END;

-- A refund has its sum, at most what came, and the bank's reference, which no credit and no other refund has; two admins
-- agree on both, and on the bank account that sent it, where it is another than the one that codes pay into. What was credited is not
-- sent back.
CREATE TRIGGER payment_exceptions_refund BEFORE UPDATE OF status, refunded_cents, refund_reference, refunded_from ON payment_exceptions
WHEN OLD.status = 'open' AND (
  NEW.status = 'refunded' OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL OR NEW.refunded_from IS NOT NULL
) BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'refunded';
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.refunded_cents IS NULL OR NEW.refund_reference IS NULL OR 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'refund:' || OLD.id AND act = 'approve'
      AND detail = NEW.refunded_cents || ' ' || NEW.refund_reference || coalesce(' ' || NEW.refunded_from, '')
  );
  SELECT RAISE(ABORT, 'refunded_from_account')
  WHERE NEW.refunded_from IS NOT NULL AND (NEW.received_cents IS NULL OR NOT EXISTS (
    SELECT 1 FROM accounts WHERE id = NEW.refunded_from AND kind = 'bank' AND currency = OLD.paid_currency
  ));
  SELECT RAISE(ABORT, 'refunded_more_than_came')
  WHERE NEW.refunded_cents < 1 OR NEW.refunded_cents > CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER);
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (
      SELECT 1 FROM deposits
      WHERE bank_reference IS NOT NULL
        AND lower(replace(bank_reference, ' ', '')) = lower(replace(NEW.refund_reference, ' ', ''))
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions AS other
      WHERE other.refund_reference IS NOT NULL
        AND lower(replace(other.refund_reference, ' ', '')) = lower(replace(NEW.refund_reference, ' ', ''))
    )
    OR EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = lower(replace(NEW.refund_reference, ' ', '')))
    OR EXISTS (SELECT 1 FROM payment_exceptions WHERE settlement_hash = lower(replace(NEW.refund_reference, ' ', '')));
END;

-- An unmatched payment is decided about once. A match credits it with two approvals, where nothing else was credited for its code: by
-- a transfer that comes with it (`payment_exceptions_settle`), or by one of before it, as versions before suspense post. Where nobody
-- knew the payer, both approvals name the trader, who is neither of the two, and the deposit is made for this payment.
CREATE TRIGGER payment_exceptions_state_machine BEFORE UPDATE OF status ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR NEW.status = 'open' OR NEW.version <> OLD.version + 1
    OR NEW.decided_by IS NULL OR NEW.note IS NULL OR (NEW.status = 'matched') <> (NEW.credited_cents IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND status = 'paid');
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'matched' AND 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'exception:' || OLD.id AND act = 'match' AND detail = CASE
      WHEN OLD.deposit_id IS NOT NULL THEN CAST(NEW.credited_cents AS TEXT)
      ELSE (
        SELECT NEW.credited_cents || ' ' || user_id FROM deposits
        WHERE id = NEW.deposit_id AND id = OLD.id AND user_id NOT IN (NEW.decided_by, admin_id)
      )
    END
  );
  SELECT RAISE(ABORT, 'matched_without_transfer')
  WHERE NEW.status = 'matched' AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    JOIN deposits ON deposits.id = OLD.deposit_id
    WHERE transfers.kind = 'deposit' AND transfers.reference = 'exception:' || OLD.id
      AND entries.account_id = 'available:' || deposits.user_id AND entries.amount_cents = NEW.credited_cents
  ) AND (
    (NEW.received_cents IS NULL AND OLD.paid_currency IN ('USD', 'KHR'))
    OR EXISTS (SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference = 'exception:' || OLD.id)
  );
END;

-- A match pays the deposit whose code was paid, with what was credited.
CREATE TRIGGER payment_exceptions_pay_deposit AFTER UPDATE OF status ON payment_exceptions WHEN NEW.status = 'matched' BEGIN
  UPDATE deposits SET status = 'paid', paid_at_ms = NEW.decided_at_ms, updated_at_ms = NEW.decided_at_ms,
    paid_cents = NEW.credited_cents, settlement_hash = NEW.settlement_hash
  WHERE id = NEW.deposit_id;
END;

-- What the payment network reported never changes.
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF
  id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, paid_from, created_at_ms
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;

-- A payment is of its deposit. One whose payer nobody knew gets it with the decision that credits it.
CREATE TRIGGER payment_exceptions_deposit_fixed BEFORE UPDATE OF deposit_id ON payment_exceptions
WHEN NEW.deposit_id IS NOT OLD.deposit_id BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed')
  WHERE OLD.deposit_id IS NOT NULL OR OLD.status <> 'open' OR NEW.status <> 'matched';
END;

-- In dollars, at most what was paid; in another currency, at most the largest deposit; of a payment of nothing,
-- nothing. The paid amount is a double: one just below a whole cent counts as that cent.
CREATE TRIGGER payment_exceptions_credit_what_came BEFORE UPDATE OF credited_cents ON payment_exceptions
WHEN NEW.credited_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credited_more_than_came')
  WHERE NEW.credited_cents < 1 OR OLD.paid_amount <= 0 OR NEW.credited_cents > CASE OLD.paid_currency
    WHEN 'USD' THEN CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER) ELSE 1000000 END;
END;

-- What came in dollars or in riel, and was not credited to another code, goes onto suspense whole: when it is recorded, or with its
-- decision where a version before suspense recorded it.
CREATE TRIGGER payment_exceptions_received_whole BEFORE INSERT ON payment_exceptions WHEN NEW.received_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'received_differs')
  WHERE NEW.received_cents < 1 OR NEW.paid_currency NOT IN ('USD', 'KHR')
    OR NEW.received_cents <> CAST(NEW.paid_amount * 100 + 1e-6 AS INTEGER)
    OR NEW.reason = 'settlement_used' OR EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = NEW.settlement_hash);
END;

CREATE TRIGGER payment_exceptions_received_once BEFORE UPDATE OF received_cents ON payment_exceptions
WHEN NEW.received_cents IS NOT OLD.received_cents BEGIN
  SELECT RAISE(ABORT, 'received_differs')
  WHERE OLD.received_cents IS NOT NULL OR OLD.status <> 'open' OR NEW.status = 'open'
    OR NEW.received_cents < 1 OR OLD.paid_currency NOT IN ('USD', 'KHR')
    OR NEW.received_cents <> CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER)
    OR OLD.reason = 'settlement_used' OR EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
END;

CREATE TRIGGER payment_exceptions_receive AFTER INSERT ON payment_exceptions WHEN NEW.received_cents IS NOT NULL BEGIN
  INSERT INTO entries (transfer_id, account_id, amount_cents, rate_hundredths)
  SELECT transfer_id, account_id, amount_cents, rate_hundredths FROM exception_entries
  WHERE exception_id = NEW.id AND kind = 'exception_received' ORDER BY place;
  INSERT INTO transfers (id, kind, reference, memo, actor, at_ms)
  VALUES ('exception_received:' || NEW.id, 'exception_received', 'exception:' || NEW.id, 'Payment that waits for a decision', 'system', NEW.created_at_ms);
END;

-- The decision moves the money, before the deposit is paid with it.
CREATE TRIGGER payment_exceptions_settle AFTER UPDATE OF status ON payment_exceptions
WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
  INSERT INTO entries (transfer_id, account_id, amount_cents, rate_hundredths)
  SELECT transfer_id, account_id, amount_cents, rate_hundredths FROM exception_entries
  WHERE exception_id = NEW.id AND kind = 'exception_received' AND OLD.received_cents IS NULL ORDER BY place;
  INSERT INTO transfers (id, kind, reference, memo, actor, at_ms)
  SELECT 'exception_received:' || NEW.id, 'exception_received', 'exception:' || NEW.id, 'Payment that waited for a decision', NEW.decided_by, NEW.decided_at_ms
  WHERE OLD.received_cents IS NULL AND NEW.received_cents IS NOT NULL;
  INSERT INTO entries (transfer_id, account_id, amount_cents, rate_hundredths)
  SELECT transfer_id, account_id, amount_cents, rate_hundredths FROM exception_entries
  WHERE exception_id = NEW.id AND kind <> 'exception_received' ORDER BY place;
  INSERT INTO transfers (id, kind, reference, memo, actor, at_ms)
  SELECT transfer_id, kind, 'exception:' || NEW.id, 'Payment ' || NEW.status || ' after a decision', NEW.decided_by, NEW.decided_at_ms
  FROM exception_entries WHERE exception_id = NEW.id AND kind <> 'exception_received' LIMIT 1;
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER payment_exceptions_journalled_inserted AFTER INSERT ON payment_exceptions BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('payment_exceptions', json_object(
    'id', NEW.id, 'deposit_id', NEW.deposit_id, 'settlement_hash', NEW.settlement_hash, 'reason', NEW.reason,
    'paid_amount', NEW.paid_amount, 'paid_currency', NEW.paid_currency, 'paid_at_ms', NEW.paid_at_ms,
    'paid_from', NEW.paid_from, 'received_cents', NEW.received_cents, 'status', NEW.status, 'credited_cents', NEW.credited_cents,
    'refunded_cents', NEW.refunded_cents, 'refund_reference', NEW.refund_reference, 'refunded_from', NEW.refunded_from,
    'note', NEW.note, 'decided_by', NEW.decided_by, 'decided_at_ms', NEW.decided_at_ms, 'version', NEW.version,
    'created_at_ms', NEW.created_at_ms
  ));
END;

CREATE TRIGGER payment_exceptions_journalled_changed AFTER UPDATE ON payment_exceptions BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('payment_exceptions', json_object(
    'id', NEW.id, 'deposit_id', NEW.deposit_id, 'settlement_hash', NEW.settlement_hash, 'reason', NEW.reason,
    'paid_amount', NEW.paid_amount, 'paid_currency', NEW.paid_currency, 'paid_at_ms', NEW.paid_at_ms,
    'paid_from', NEW.paid_from, 'received_cents', NEW.received_cents, 'status', NEW.status, 'credited_cents', NEW.credited_cents,
    'refunded_cents', NEW.refunded_cents, 'refund_reference', NEW.refund_reference, 'refunded_from', NEW.refunded_from,
    'note', NEW.note, 'decided_by', NEW.decided_by, 'decided_at_ms', NEW.decided_at_ms, 'version', NEW.version,
    'created_at_ms', NEW.created_at_ms
  ));
END;

-- A match pays a deposit that was not paid, which is told as such; it tells of itself where the deposit has another payment.
CREATE TRIGGER payment_exceptions_notified AFTER UPDATE OF status ON payment_exceptions
WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT deposits.user_id,
    CASE NEW.status WHEN 'matched' THEN 'payment_credited' WHEN 'refunded' THEN 'payment_refunded' ELSE 'payment_not_credited' END,
    NEW.id,
    json_object('bill', deposits.bill_number, 'cents', NEW.credited_cents, 'paid', NEW.paid_amount, 'currency', NEW.paid_currency),
    NEW.decided_at_ms
  FROM deposits WHERE deposits.id = NEW.deposit_id
    AND (NEW.status <> 'matched' OR (deposits.status = 'paid' AND deposits.settlement_hash IS NOT NEW.settlement_hash));
END;

CREATE TRIGGER payment_exceptions_told_inserted AFTER INSERT ON payment_exceptions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'deposits' FROM deposits WHERE id = NEW.deposit_id;
END;

CREATE TRIGGER payment_exceptions_told_changed AFTER UPDATE OF status ON payment_exceptions WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'deposits' FROM deposits WHERE id = NEW.deposit_id;
END;

-- A decision overtakes a question that waits for its answer.
CREATE TRIGGER payment_exceptions_end_question AFTER UPDATE OF status ON payment_exceptions
WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
  UPDATE client_questions SET closed_at_ms = max(NEW.decided_at_ms, asked_at_ms), closed_because = 'decided'
  WHERE subject = 'exception:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
