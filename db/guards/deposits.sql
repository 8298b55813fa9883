-- The triggers of `deposits`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- At most five deposits of a trader are open at once, each within the limits of one deposit. None is opened while deposits
-- are paused; a payment for an older one is still credited.
CREATE TRIGGER deposits_start_pending BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending';
  SELECT RAISE(ABORT, 'deposits_paused') WHERE EXISTS (SELECT 1 FROM pauses WHERE what = 'deposits');
  SELECT RAISE(ABORT, 'too_many_open')
  WHERE (SELECT count(*) FROM deposits WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
  SELECT RAISE(ABORT, 'deposits_amount') WHERE NEW.amount_cents NOT BETWEEN 1000 AND 1000000;
END;

-- Any unpaid deposit can be paid, once; only a pending one can fail, expire or be cancelled. A paid one has its
-- transfer.
CREATE TRIGGER deposits_state_machine BEFORE UPDATE OF status ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status = 'paid' OR (NEW.status <> 'paid' AND (OLD.status <> 'pending' OR NEW.status = 'pending'));
  SELECT RAISE(ABORT, 'paid_without_transfer')
  WHERE NEW.status = 'paid' AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'deposit' AND transfers.reference = 'deposit:' || NEW.id
      AND entries.account_id = 'available:' || NEW.user_id AND entries.amount_cents = NEW.amount_cents
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
-- payment.
CREATE TRIGGER deposits_settlement_once BEFORE UPDATE OF settlement_hash ON deposits WHEN NEW.settlement_hash IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (SELECT 1 FROM payment_exceptions WHERE settlement_hash = NEW.settlement_hash);
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

CREATE TRIGGER deposits_payment_fixed BEFORE UPDATE OF settlement_hash, paid_at_ms ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_payment_fixed')
  WHERE (NEW.status <> 'paid' AND NEW.settlement_hash IS NOT NULL)
    OR (OLD.status = 'paid'
      AND (NEW.settlement_hash IS NOT OLD.settlement_hash OR NEW.paid_at_ms IS NOT OLD.paid_at_ms));
END;

-- An admin marks a deposit as paid only with the bank's reference and two approvals of it and of the settlement's hash.
CREATE TRIGGER deposits_marked_paid BEFORE UPDATE OF bank_reference ON deposits BEGIN
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status <> 'paid' OR OLD.status = 'paid' OR 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'deposit:' || OLD.id AND act = 'mark_paid'
      AND detail = NEW.bank_reference || ' ' || NEW.settlement_hash
  );
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- The schedule of polls (`asked_at_ms`, `next_ask_at_ms`) changes without the money and is not journalled by itself.
CREATE TRIGGER deposits_journalled_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'settlement_hash', NEW.settlement_hash, 'bank_reference', NEW.bank_reference,
    'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;

CREATE TRIGGER deposits_journalled_changed AFTER UPDATE OF status, deeplink, updated_at_ms, paid_at_ms, settlement_hash, bank_reference ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'settlement_hash', NEW.settlement_hash, 'bank_reference', NEW.bank_reference,
    'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
