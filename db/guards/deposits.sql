-- The triggers of `deposits`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- At most five deposits of a trader are open at once, each within the limits of one deposit. None is opened while deposits
-- are paused; a payment for an older one is still credited. That of a payment whose payer nobody knew has its id, and is made for its
-- trader by the decision of two admins that credits it, with what they credit.
CREATE TRIGGER deposits_start_pending BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending';
  SELECT RAISE(ABORT, 'deposits_paused') WHERE EXISTS (SELECT 1 FROM pauses_of_deposits);
  SELECT RAISE(ABORT, 'too_many_open')
  WHERE (SELECT count(*) FROM deposits WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
  SELECT RAISE(ABORT, 'deposits_amount')
  WHERE NEW.amount_cents NOT BETWEEN 1000 AND 1000000 AND 2 > (
    SELECT count(*) FROM standing_words JOIN payment_exceptions ON subject = 'exception:' || payment_exceptions.id
    WHERE payment_exceptions.id = NEW.id AND deposit_id IS NULL AND act = 'match' AND detail = NEW.amount_cents || ' ' || NEW.user_id
  );
END;

-- Any unpaid deposit can be paid, once; only a pending one can fail, expire or be cancelled. A paid one was credited with
-- what it says, by a transfer of its own or of a matched payment. The sum is the one asked where none is said. The few
-- transfers of a code are looked up before their entries: a trader may have many.
CREATE TRIGGER deposits_state_machine BEFORE UPDATE OF status ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status = 'paid' OR (NEW.status <> 'paid' AND (OLD.status <> 'pending' OR NEW.status = 'pending'));
  SELECT RAISE(ABORT, 'paid_without_transfer')
  WHERE NEW.status = 'paid' AND coalesce(NEW.paid_cents, NEW.amount_cents) IS NOT (
    SELECT sum(entries.amount_cents) FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind IN ('deposit', 'exception_credited') AND +entries.account_id = 'available:' || NEW.user_id AND transfers.reference IN (
      SELECT 'deposit:' || NEW.id UNION ALL
      SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = NEW.id
    )
  );
END;

CREATE TRIGGER deposits_terms_fixed BEFORE UPDATE OF
  id, user_id, amount_cents, bill_number, qr_string, md5_hash, created_at_ms, expires_at_ms
ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_terms_fixed');
END;

CREATE TRIGGER deposits_never_deleted BEFORE DELETE ON deposits BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- One settled payment credits once, whichever way it came in: by its deposit, or by a decision about an unmatched
-- payment, whose match pays its own deposit.
CREATE TRIGGER deposits_settlement_once BEFORE UPDATE OF settlement_hash ON deposits WHEN NEW.settlement_hash IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE settlement_hash = NEW.settlement_hash AND NOT (deposit_id = NEW.id AND status = 'matched')
    )
    OR EXISTS (
      SELECT 1 FROM deposits AS other
      WHERE other.bank_reference IS NOT NULL
        AND lower(replace(other.bank_reference, ' ', '')) = lower(replace(NEW.settlement_hash, ' ', ''))
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE refund_reference IS NOT NULL
        AND lower(replace(refund_reference, ' ', '')) = lower(replace(NEW.settlement_hash, ' ', ''))
    );
END;

-- A frozen account opens no deposit. A payment that comes for an older one is still credited.
CREATE TRIGGER deposits_of_frozen_accounts BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;

-- A paid deposit names its settlement, which never changes afterwards.
CREATE TRIGGER deposits_paid_by_settlement BEFORE UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND NEW.settlement_hash IS NULL BEGIN
  SELECT RAISE(ABORT, 'paid_without_settlement');
END;

CREATE TRIGGER deposits_payment_fixed BEFORE UPDATE OF settlement_hash, paid_at_ms, paid_cents ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_payment_fixed')
  WHERE (NEW.status <> 'paid' AND (NEW.settlement_hash IS NOT NULL OR NEW.paid_cents IS NOT NULL))
    OR (OLD.status = 'paid'
      AND (NEW.settlement_hash IS NOT OLD.settlement_hash OR NEW.paid_at_ms IS NOT OLD.paid_at_ms
        OR (OLD.paid_cents IS NOT NULL AND NEW.paid_cents IS NOT OLD.paid_cents)));
END;

-- An admin marks a deposit as paid only with the bank's reference and two approvals of it and of the settlement's hash,
-- never while a payment for the same code waits, and with a reference that no other credit and no refund has.
CREATE TRIGGER deposits_marked_paid BEFORE UPDATE OF bank_reference ON deposits BEGIN
  SELECT RAISE(ABORT, 'payment_waits')
  WHERE EXISTS (SELECT 1 FROM payment_exceptions WHERE deposit_id = OLD.id AND status = 'open');
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.bank_reference IS NOT OLD.bank_reference AND OLD.status <> 'paid' AND (
    EXISTS (
      SELECT 1 FROM deposits AS other
      WHERE other.bank_reference IS NOT NULL
        AND lower(replace(other.bank_reference, ' ', '')) = lower(replace(NEW.bank_reference, ' ', ''))
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE refund_reference IS NOT NULL
        AND lower(replace(refund_reference, ' ', '')) = lower(replace(NEW.bank_reference, ' ', ''))
    )
    OR EXISTS (
      SELECT 1 FROM deposits AS other
      WHERE other.settlement_hash = lower(replace(NEW.bank_reference, ' ', '')) AND other.id <> OLD.id
    )
    OR EXISTS (SELECT 1 FROM payment_exceptions WHERE settlement_hash = lower(replace(NEW.bank_reference, ' ', '')))
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status <> 'paid' OR OLD.status = 'paid' OR 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'deposit:' || OLD.id AND act = 'mark_paid'
      AND detail = NEW.bank_reference || ' ' || NEW.settlement_hash
  );
END;

-- A deposit that is paid without a sum, as versions before this column write it, was credited with the sum asked.
CREATE TRIGGER deposits_paid_as_asked AFTER UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND NEW.paid_cents IS NULL BEGIN
  UPDATE deposits SET paid_cents = amount_cents WHERE id = NEW.id;
END;

-- A paid deposit is reversed once, by a posted act.
CREATE TRIGGER deposits_reversed BEFORE UPDATE OF reversed_at_ms ON deposits
WHEN NEW.reversed_at_ms IS NOT OLD.reversed_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.reversed_at_ms IS NOT NULL OR NEW.reversed_at_ms IS NULL OR OLD.status <> 'paid' OR NEW.status <> 'paid';
  SELECT RAISE(ABORT, 'record_without_act')
  WHERE NOT EXISTS (
    SELECT 1 FROM book_acts
    WHERE kind = 'deposit_reversed' AND record_id = OLD.id AND posted_at_ms = NEW.reversed_at_ms
  );
END;

CREATE TRIGGER deposits_start_unreversed BEFORE INSERT ON deposits WHEN NEW.reversed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- The schedule of polls (`asked_at_ms`, `next_ask_at_ms`) changes without the money and is not journalled by itself.
CREATE TRIGGER deposits_journalled_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'paid_cents', NEW.paid_cents, 'settlement_hash', NEW.settlement_hash,
    'bank_reference', NEW.bank_reference, 'reversed_at_ms', NEW.reversed_at_ms, 'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;

CREATE TRIGGER deposits_journalled_changed AFTER UPDATE OF status, deeplink, updated_at_ms, paid_at_ms, paid_cents, settlement_hash, bank_reference, reversed_at_ms ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'paid_cents', NEW.paid_cents, 'settlement_hash', NEW.settlement_hash,
    'bank_reference', NEW.bank_reference, 'reversed_at_ms', NEW.reversed_at_ms, 'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;

CREATE TRIGGER deposits_notified_paid AFTER UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND OLD.status <> 'paid' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'deposit_paid', NEW.bill_number, json_object('cents', NEW.paid_cents), NEW.updated_at_ms);
END;

CREATE TRIGGER deposits_notified_reversed AFTER UPDATE OF reversed_at_ms ON deposits
WHEN NEW.reversed_at_ms IS NOT NULL AND OLD.reversed_at_ms IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'deposit_reversed', NEW.bill_number, json_object('cents', NEW.paid_cents), NEW.reversed_at_ms);
END;

CREATE TRIGGER deposits_told_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'deposits');
END;

CREATE TRIGGER deposits_told_changed AFTER UPDATE OF status, paid_cents, reversed_at_ms ON deposits
WHEN (NEW.status, NEW.paid_cents, NEW.reversed_at_ms) IS NOT (OLD.status, OLD.paid_cents, OLD.reversed_at_ms) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'deposits');
END;
