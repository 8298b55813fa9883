-- guards: they refuse to credit a code a second time, to mark a deposit paid while a payment for it waits, to use a reference of the
-- bank again, and a refund without its sum and two admins. The version before is answered with a refusal there and goes on
-- otherwise: a match by it pays the deposit (payment_exceptions_pay_deposit), and a payment by it has its sum
-- (deposits_paid_as_asked). Its own check of the ledger counts a matched payment's deposit twice and would stop withdrawals: see
-- docs/decisions/093.
DROP INDEX `deposits_paid_sums`;
--> statement-breakpoint
ALTER TABLE `deposits` ADD `paid_cents` integer;
--> statement-breakpoint
CREATE INDEX `deposits_bank_reference` ON `deposits` (lower(replace("bank_reference", ' ', ''))) WHERE "deposits"."bank_reference" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deposits_paid_sums` ON `deposits` (`paid_at_ms`,`paid_cents`) WHERE "deposits"."paid_at_ms" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `refunded_cents` integer;
--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `refund_reference` text;
--> statement-breakpoint
CREATE INDEX `payment_exceptions_refund_reference` ON `payment_exceptions` (lower(replace("refund_reference", ' ', ''))) WHERE "payment_exceptions"."refund_reference" IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER approvals_agree_when_changed;
--> statement-breakpoint
-- The same for an approval whose detail is replaced.
CREATE TRIGGER approvals_agree_when_changed BEFORE UPDATE OF detail, at_ms ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'payment_waits')
  WHERE NEW.act = 'mark_paid' AND EXISTS (
    SELECT 1 FROM payment_exceptions WHERE deposit_id = substr(NEW.subject, 9) AND status = 'open'
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT CASE NEW.act
    WHEN 'approve' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'pending'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND status = 'approved'
        AND payer_id <> NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    WHEN 'complete' THEN EXISTS (SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'approved')
    WHEN 'mark_paid' THEN EXISTS (SELECT 1 FROM deposits WHERE id = substr(NEW.subject, 9) AND status <> 'paid')
    ELSE EXISTS (SELECT 1 FROM payment_exceptions WHERE id = substr(NEW.subject, 11) AND status = 'open')
  END;
END;
--> statement-breakpoint
DROP TRIGGER approvals_agree;
--> statement-breakpoint
-- All valid approvals of one act state the same detail. None comes from the owner of the money, from an admin whose
-- approvals do not count yet, or for an act that is already done or not to be done. A rejection of a withdrawal that an
-- admin is paying is approved by other admins only.
CREATE TRIGGER approvals_agree BEFORE INSERT ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM deposits
      WHERE NEW.subject LIKE 'deposit:%' AND id = substr(NEW.subject, 9) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
      WHERE NEW.subject LIKE 'exception:%' AND payment_exceptions.id = substr(NEW.subject, 11)
        AND deposits.user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
      WHERE NEW.subject LIKE 'refund:%' AND payment_exceptions.id = substr(NEW.subject, 8)
        AND deposits.user_id = NEW.admin_id
    );
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id);
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id AND counts_from_ms <= NEW.at_ms);
  SELECT RAISE(ABORT, 'payment_waits')
  WHERE NEW.act = 'mark_paid' AND EXISTS (
    SELECT 1 FROM payment_exceptions WHERE deposit_id = substr(NEW.subject, 9) AND status = 'open'
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT CASE NEW.act
    WHEN 'approve' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'pending'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND status = 'approved'
        AND payer_id <> NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    WHEN 'complete' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'approved'
    )
    WHEN 'mark_paid' THEN EXISTS (
      SELECT 1 FROM deposits
      WHERE NEW.subject LIKE 'deposit:%' AND id = substr(NEW.subject, 9) AND status <> 'paid'
    )
    ELSE EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'exception:%' AND id = substr(NEW.subject, 11) AND status = 'open'
    )
  END;
END;
--> statement-breakpoint
DROP TRIGGER deposits_state_machine;
--> statement-breakpoint
-- Any unpaid deposit can be paid, once; only a pending one can fail, expire or be cancelled. A paid one was credited with
-- what it says, by a transfer of its own or of a matched payment. The sum is the one asked where none is said. The few
-- transfers of a code are looked up before their entries: a trader may have many.
CREATE TRIGGER deposits_state_machine BEFORE UPDATE OF status ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status = 'paid' OR (NEW.status <> 'paid' AND (OLD.status <> 'pending' OR NEW.status = 'pending'));
  SELECT RAISE(ABORT, 'paid_without_transfer')
  WHERE NEW.status = 'paid' AND coalesce(NEW.paid_cents, NEW.amount_cents) IS NOT (
    SELECT sum(entries.amount_cents) FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'deposit' AND +entries.account_id = 'available:' || NEW.user_id AND transfers.reference IN (
      SELECT 'deposit:' || NEW.id UNION ALL
      SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = NEW.id
    )
  );
END;
--> statement-breakpoint
DROP TRIGGER deposits_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER deposits_terms_fixed BEFORE UPDATE OF
  id, user_id, amount_cents, bill_number, qr_string, md5_hash, created_at_ms, expires_at_ms
ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER deposits_settlement_once;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER deposits_paid_by_settlement;
--> statement-breakpoint
-- A paid deposit names its settlement, which never changes afterwards.
CREATE TRIGGER deposits_paid_by_settlement BEFORE UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND NEW.settlement_hash IS NULL BEGIN
  SELECT RAISE(ABORT, 'paid_without_settlement');
END;
--> statement-breakpoint
DROP TRIGGER deposits_payment_fixed;
--> statement-breakpoint
CREATE TRIGGER deposits_payment_fixed BEFORE UPDATE OF settlement_hash, paid_at_ms, paid_cents ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_payment_fixed')
  WHERE (NEW.status <> 'paid' AND (NEW.settlement_hash IS NOT NULL OR NEW.paid_cents IS NOT NULL))
    OR (OLD.status = 'paid'
      AND (NEW.settlement_hash IS NOT OLD.settlement_hash OR NEW.paid_at_ms IS NOT OLD.paid_at_ms
        OR (OLD.paid_cents IS NOT NULL AND NEW.paid_cents IS NOT OLD.paid_cents)));
END;
--> statement-breakpoint
DROP TRIGGER deposits_marked_paid;
--> statement-breakpoint
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
--> statement-breakpoint
-- A deposit that is paid without a sum, as versions before this column write it, was credited with the sum asked.
CREATE TRIGGER deposits_paid_as_asked AFTER UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND NEW.paid_cents IS NULL BEGIN
  UPDATE deposits SET paid_cents = amount_cents WHERE id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER deposits_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER deposits_journalled_changed AFTER UPDATE OF status, deeplink, updated_at_ms, paid_at_ms, paid_cents, settlement_hash, bank_reference ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'paid_cents', NEW.paid_cents, 'settlement_hash', NEW.settlement_hash,
    'bank_reference', NEW.bank_reference, 'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER deposits_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- The schedule of polls (`asked_at_ms`, `next_ask_at_ms`) changes without the money and is not journalled by itself.
CREATE TRIGGER deposits_journalled_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'paid_cents', NEW.paid_cents, 'settlement_hash', NEW.settlement_hash,
    'bank_reference', NEW.bank_reference, 'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_start_open;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_start_open BEFORE INSERT ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'open' OR NEW.version <> 1 OR NEW.credited_cents IS NOT NULL
    OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL
    OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL;
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_decided_once;
--> statement-breakpoint
-- What was decided is written with the decision and never changes.
CREATE TRIGGER payment_exceptions_decided_once BEFORE UPDATE OF
  credited_cents, refunded_cents, refund_reference, note, decided_by, decided_at_ms, version
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR (NEW.status = 'open' AND (
    NEW.credited_cents IS NOT NULL OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL OR NEW.version <> OLD.version
    OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL
  ));
END;
--> statement-breakpoint
-- A refund has its sum, at most what came, and the bank's reference, which no credit and no other refund has; two admins
-- agree on both. What was credited is not sent back.
CREATE TRIGGER payment_exceptions_refund BEFORE UPDATE OF status, refunded_cents, refund_reference ON payment_exceptions
WHEN OLD.status = 'open' AND (
  NEW.status = 'refunded' OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL
) BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'refunded';
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.refunded_cents IS NULL OR NEW.refund_reference IS NULL OR 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'refund:' || OLD.id AND act = 'approve'
      AND detail = NEW.refunded_cents || ' ' || NEW.refund_reference
  );
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_state_machine;
--> statement-breakpoint
-- An unmatched payment is decided about once. A match credits it by a transfer with two approvals, where nothing else was
-- credited for its code.
CREATE TRIGGER payment_exceptions_state_machine BEFORE UPDATE OF status ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR NEW.status = 'open' OR NEW.version <> OLD.version + 1
    OR NEW.decided_by IS NULL OR NEW.note IS NULL OR (NEW.status = 'matched') <> (NEW.credited_cents IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND status = 'paid');
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'matched' AND 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'exception:' || OLD.id AND act = 'match' AND detail = CAST(NEW.credited_cents AS TEXT)
  );
  SELECT RAISE(ABORT, 'matched_without_transfer')
  WHERE NEW.status = 'matched' AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    JOIN deposits ON deposits.id = OLD.deposit_id
    WHERE transfers.kind = 'deposit' AND transfers.reference = 'exception:' || OLD.id
      AND entries.account_id = 'available:' || deposits.user_id AND entries.amount_cents = NEW.credited_cents
  );
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_terms_fixed;
--> statement-breakpoint
-- What the payment network reported never changes.
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF
  id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, paid_from, created_at_ms
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_credit_what_came;
--> statement-breakpoint
-- In dollars, at most what was paid; in another currency, at most the largest deposit; of a payment of nothing,
-- nothing. The paid amount is a double: one just below a whole cent counts as that cent.
CREATE TRIGGER payment_exceptions_credit_what_came BEFORE UPDATE OF credited_cents ON payment_exceptions
WHEN NEW.credited_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credited_more_than_came')
  WHERE NEW.credited_cents < 1 OR OLD.paid_amount <= 0 OR NEW.credited_cents > CASE OLD.paid_currency
    WHEN 'USD' THEN CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER) ELSE 1000000 END;
END;
--> statement-breakpoint
-- A match pays the deposit whose code was paid, with what was credited.
CREATE TRIGGER payment_exceptions_pay_deposit AFTER UPDATE OF status ON payment_exceptions WHEN NEW.status = 'matched' BEGIN
  UPDATE deposits SET status = 'paid', paid_at_ms = NEW.decided_at_ms, updated_at_ms = NEW.decided_at_ms,
    paid_cents = NEW.credited_cents, settlement_hash = NEW.settlement_hash
  WHERE id = NEW.deposit_id;
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_journalled_changed AFTER UPDATE ON payment_exceptions BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('payment_exceptions', json_object(
    'id', NEW.id, 'deposit_id', NEW.deposit_id, 'settlement_hash', NEW.settlement_hash, 'reason', NEW.reason,
    'paid_amount', NEW.paid_amount, 'paid_currency', NEW.paid_currency, 'paid_at_ms', NEW.paid_at_ms,
    'paid_from', NEW.paid_from, 'status', NEW.status, 'credited_cents', NEW.credited_cents,
    'refunded_cents', NEW.refunded_cents, 'refund_reference', NEW.refund_reference, 'note', NEW.note, 'decided_by', NEW.decided_by, 'decided_at_ms', NEW.decided_at_ms, 'version', NEW.version,
    'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER payment_exceptions_journalled_inserted AFTER INSERT ON payment_exceptions BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('payment_exceptions', json_object(
    'id', NEW.id, 'deposit_id', NEW.deposit_id, 'settlement_hash', NEW.settlement_hash, 'reason', NEW.reason,
    'paid_amount', NEW.paid_amount, 'paid_currency', NEW.paid_currency, 'paid_at_ms', NEW.paid_at_ms,
    'paid_from', NEW.paid_from, 'status', NEW.status, 'credited_cents', NEW.credited_cents,
    'refunded_cents', NEW.refunded_cents, 'refund_reference', NEW.refund_reference, 'note', NEW.note, 'decided_by', NEW.decided_by, 'decided_at_ms', NEW.decided_at_ms, 'version', NEW.version,
    'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
-- A code is credited once, by its own payment, by two admins, or by a matched payment.
CREATE TRIGGER transfers_credit_once BEFORE INSERT ON transfers WHEN NEW.kind = 'deposit' BEGIN
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'deposit:%' AND EXISTS (
    SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference IN (
      SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = substr(NEW.reference, 9)
    )
  );
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'exception:%' AND EXISTS (
    SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference <> NEW.reference AND reference IN (
      SELECT 'deposit:' || deposit_id FROM payment_exceptions WHERE id = substr(NEW.reference, 11) UNION ALL
      SELECT 'exception:' || other.id FROM payment_exceptions JOIN payment_exceptions AS other
        ON other.deposit_id = payment_exceptions.deposit_id
      WHERE payment_exceptions.id = substr(NEW.reference, 11)
    )
  );
END;
--> statement-breakpoint
-- Deposits whose payment was matched before: they were credited with what was matched, as their transfers prove.
UPDATE deposits SET
  (status, paid_at_ms, updated_at_ms, paid_cents, settlement_hash) = (
    SELECT 'paid', decided_at_ms, decided_at_ms, sum(credited_cents) OVER (), settlement_hash
    FROM payment_exceptions WHERE deposit_id = deposits.id AND status = 'matched' ORDER BY decided_at_ms, id LIMIT 1
  )
WHERE status <> 'paid' AND (
  SELECT sum(credited_cents) FROM payment_exceptions WHERE deposit_id = deposits.id AND status = 'matched'
) = (
  SELECT sum(entries.amount_cents) FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id
  WHERE transfers.kind = 'deposit' AND +entries.account_id = 'available:' || deposits.user_id AND transfers.reference IN (
    SELECT 'deposit:' || deposits.id UNION ALL
    SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = deposits.id
  )
);
--> statement-breakpoint
-- The others were paid as asked. What was matched besides is part of the sum: so much was credited for the code.
UPDATE deposits SET paid_cents = amount_cents + coalesce((
  SELECT sum(credited_cents) FROM payment_exceptions WHERE deposit_id = deposits.id AND status = 'matched'
), 0)
WHERE status = 'paid' AND paid_cents IS NULL;
