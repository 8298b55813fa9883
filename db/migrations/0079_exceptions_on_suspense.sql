-- guards: the version before inserts payments that wait without the new columns, which leaves them off suspense, and credits a match by a
-- deposit from house:khqr as ever. What this version put onto suspense, its decisions take off by a trigger, so nothing stays there.
ALTER TABLE `payment_exceptions` ADD `received_cents` integer;
--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `refunded_from` text REFERENCES accounts(id);
--> statement-breakpoint
DROP TRIGGER accounts_of_kind;
--> statement-breakpoint
-- Who owns an account of which kind, and in which currency. A trader's money never falls below zero; a receivable is what they owe, so it
-- never rises above (`accounts_receivable`). In triggers, not in CHECKs: a new kind of account makes no table anew.
CREATE TRIGGER accounts_of_kind BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'accounts_owner')
  WHERE NOT CASE
    WHEN NEW.kind IN ('available', 'held', 'receivable') THEN NEW.user_id IS NOT NULL AND NEW.id = NEW.kind || ':' || NEW.user_id
    WHEN NEW.kind IN ('khqr', 'khqr_riel', 'payout', 'trading', 'suspense', 'fees', 'exchange') THEN NEW.user_id IS NULL
    WHEN NEW.kind = 'bank' THEN NEW.user_id IS NULL
      AND EXISTS (SELECT 1 FROM bank_accounts WHERE 'house:bank:' || id = NEW.id AND currency = NEW.currency)
    ELSE 0
  END;
  SELECT RAISE(ABORT, 'accounts_trader_floor')
  WHERE NEW.user_id IS NOT NULL AND NEW.floor_cents IS NOT CASE NEW.kind WHEN 'receivable' THEN NULL ELSE 0 END;
  SELECT RAISE(ABORT, 'accounts_currency')
  WHERE NEW.currency NOT IN ('USD', 'KHR') OR (NEW.currency <> 'USD' AND NEW.kind NOT IN ('khqr_riel', 'bank', 'suspense', 'fees', 'exchange'));
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
    WHERE transfers.kind IN ('deposit', 'exception_credited') AND +entries.account_id = 'available:' || NEW.user_id AND transfers.reference IN (
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
DROP TRIGGER deposits_reversed;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_start_open;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_start_open BEFORE INSERT ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'open' OR NEW.version <> 1 OR NEW.credited_cents IS NOT NULL
    OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL
    OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL OR NEW.refunded_from IS NOT NULL;
END;
--> statement-breakpoint
-- What came in dollars or in riel, and was not credited to another code, goes onto suspense whole: when it is recorded, or with its
-- decision where a version before suspense recorded it.
CREATE TRIGGER payment_exceptions_received_whole BEFORE INSERT ON payment_exceptions WHEN NEW.received_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'received_differs')
  WHERE NEW.received_cents < 1 OR NEW.paid_currency NOT IN ('USD', 'KHR')
    OR NEW.received_cents <> CAST(NEW.paid_amount * 100 + 1e-6 AS INTEGER)
    OR NEW.reason = 'settlement_used' OR EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = NEW.settlement_hash);
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_decided_once;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_refund;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_state_machine;
--> statement-breakpoint
-- An unmatched payment is decided about once. A match credits it with two approvals, where nothing else was credited for its code: by
-- a transfer that comes with it (`payment_exceptions_settle`), or by one of before it, as versions before suspense post.
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
    WHERE subject = 'exception:' || OLD.id AND act = 'match' AND detail = CAST(NEW.credited_cents AS TEXT)
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
CREATE TRIGGER payment_exceptions_received_once BEFORE UPDATE OF received_cents ON payment_exceptions
WHEN NEW.received_cents IS NOT OLD.received_cents BEGIN
  SELECT RAISE(ABORT, 'received_differs')
  WHERE OLD.received_cents IS NOT NULL OR OLD.status <> 'open' OR NEW.status = 'open'
    OR NEW.received_cents < 1 OR OLD.paid_currency NOT IN ('USD', 'KHR')
    OR NEW.received_cents <> CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER)
    OR OLD.reason = 'settlement_used' OR EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
END;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_journalled_changed;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_notified;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_told_changed;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_told_changed AFTER UPDATE OF status ON payment_exceptions WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'deposits' FROM deposits WHERE id = NEW.deposit_id;
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_end_question;
--> statement-breakpoint
-- A decision overtakes a question that waits for its answer.
CREATE TRIGGER payment_exceptions_end_question AFTER UPDATE OF status ON payment_exceptions
WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
  UPDATE client_questions SET closed_at_ms = max(NEW.decided_at_ms, asked_at_ms), closed_because = 'decided'
  WHERE subject = 'exception:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_receive AFTER INSERT ON payment_exceptions WHEN NEW.received_cents IS NOT NULL BEGIN
  INSERT INTO entries (transfer_id, account_id, amount_cents, rate_hundredths)
  SELECT transfer_id, account_id, amount_cents, rate_hundredths FROM exception_entries
  WHERE exception_id = NEW.id AND kind = 'exception_received' ORDER BY place;
  INSERT INTO transfers (id, kind, reference, memo, actor, at_ms)
  VALUES ('exception_received:' || NEW.id, 'exception_received', 'exception:' || NEW.id, 'Payment that waits for a decision', 'system', NEW.created_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_journalled_inserted;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_told_inserted;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_told_inserted AFTER INSERT ON payment_exceptions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'deposits' FROM deposits WHERE id = NEW.deposit_id;
END;
--> statement-breakpoint
DROP TRIGGER transfers_credit_once;
--> statement-breakpoint
-- A code is credited once, by its own payment, by two admins, or by a matched payment.
CREATE TRIGGER transfers_credit_once BEFORE INSERT ON transfers WHEN NEW.kind IN ('deposit', 'exception_credited') BEGIN
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'deposit:%' AND EXISTS (
    SELECT 1 FROM transfers WHERE kind IN ('deposit', 'exception_credited') AND reference IN (
      SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = substr(NEW.reference, 9)
    )
  );
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'exception:%' AND EXISTS (
    SELECT 1 FROM transfers
    WHERE kind IN ('deposit', 'exception_credited') AND (kind, reference) <> (NEW.kind, NEW.reference) AND reference IN (
      SELECT 'deposit:' || deposit_id FROM payment_exceptions WHERE id = substr(NEW.reference, 11) UNION ALL
      SELECT 'exception:' || other.id FROM payment_exceptions JOIN payment_exceptions AS other
        ON other.deposit_id = payment_exceptions.deposit_id
      WHERE payment_exceptions.id = substr(NEW.reference, 11)
    )
  );
END;
--> statement-breakpoint
DROP TRIGGER transfers_touch;
--> statement-breakpoint
-- What each kind of transfer may touch. All other kinds are those of payments that wait for a decision (`transfers_of_exceptions`) and
-- acts on the books.
CREATE TRIGGER transfers_touch BEFORE INSERT ON transfers WHEN NEW.kind IN ('deposit', 'withdrawal', 'trades') BEGIN
  SELECT RAISE(ABORT, 'transfer_accounts')
  WHERE NEW.reference LIKE 'book:%' OR EXISTS (
    SELECT 1 FROM entries JOIN accounts ON accounts.id = entries.account_id
    WHERE entries.transfer_id = NEW.id AND NOT CASE NEW.kind
      WHEN 'deposit' THEN accounts.kind IN ('khqr', 'available')
      WHEN 'withdrawal' THEN accounts.kind IN ('available', 'held', 'payout')
      ELSE accounts.kind IN ('trading', 'available')
    END
  );
END;
--> statement-breakpoint
-- A transfer of a payment that waits for a decision is exactly what its row says: onto suspense once, and off it once.
CREATE TRIGGER transfers_of_exceptions BEFORE INSERT ON transfers
WHEN NEW.kind IN ('exception_received', 'exception_credited', 'exception_refunded', 'exception_released') BEGIN
  SELECT RAISE(ABORT, 'transfer_without_exception')
  WHERE NEW.reference NOT LIKE 'exception:%' OR NEW.id <> NEW.kind || ':' || substr(NEW.reference, 11)
    OR NOT EXISTS (SELECT 1 FROM exception_entries WHERE exception_id = substr(NEW.reference, 11) AND kind = NEW.kind)
    OR (NEW.kind <> 'exception_received' AND EXISTS (
      SELECT 1 FROM transfers
      WHERE kind IN ('exception_credited', 'exception_refunded', 'exception_released') AND reference = NEW.reference
    ));
  SELECT RAISE(ABORT, 'transfer_accounts')
  WHERE (SELECT count(*) FROM entries WHERE transfer_id = NEW.id)
      <> (SELECT count(*) FROM exception_entries WHERE exception_id = substr(NEW.reference, 11) AND kind = NEW.kind)
    OR EXISTS (
      SELECT account_id, amount_cents, rate_hundredths FROM exception_entries
      WHERE exception_id = substr(NEW.reference, 11) AND kind = NEW.kind
      EXCEPT SELECT account_id, amount_cents, rate_hundredths FROM entries WHERE transfer_id = NEW.id
    );
END;
--> statement-breakpoint
DROP TRIGGER transfers_of_books;
--> statement-breakpoint
-- A transfer of another kind is an act that two operators approved, the one who posts it among them, and that nobody posted or
-- cancelled: exactly its sum, between its accounts. Of a reversed deposit, what the trader no longer has becomes a receivable, and
-- only that: nothing is left available.
CREATE TRIGGER transfers_of_books BEFORE INSERT ON transfers WHEN NEW.kind NOT IN (
  'deposit', 'withdrawal', 'trades', 'exception_received', 'exception_credited', 'exception_refunded', 'exception_released'
) BEGIN
  SELECT RAISE(ABORT, 'transfer_without_act')
  WHERE NEW.reference NOT LIKE 'book:%' OR NOT EXISTS (
    SELECT 1 FROM book_acts
    WHERE id = substr(NEW.reference, 6) AND kind = NEW.kind AND posted_at_ms IS NULL AND cancelled_at_ms IS NULL
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NOT EXISTS (SELECT 1 FROM standing_words WHERE subject = NEW.reference AND act = 'approve' AND admin_id = NEW.actor)
    OR 2 > (
      SELECT count(*) FROM standing_words JOIN book_acts ON book_acts.id = substr(NEW.reference, 6)
      WHERE subject = NEW.reference AND act = 'approve' AND detail = CAST(book_acts.amount_cents AS TEXT)
    );
  SELECT RAISE(ABORT, 'wrong_state')
  FROM book_acts WHERE id = substr(NEW.reference, 6) AND (
    (kind = 'payout_returned' AND NOT EXISTS (
      SELECT 1 FROM withdrawals WHERE id = record_id AND status = 'completed' AND returned_at_ms IS NULL
    ))
    OR (kind = 'deposit_reversed' AND NOT EXISTS (
      SELECT 1 FROM deposits WHERE id = record_id AND status = 'paid' AND reversed_at_ms IS NULL
    ))
  );
  SELECT RAISE(ABORT, 'transfer_accounts')
  FROM book_acts WHERE id = substr(NEW.reference, 6) AND (
    EXISTS (
      SELECT 1 FROM entries WHERE transfer_id = NEW.id AND (
        rate_hundredths IS NOT book_acts.rate_hundredths OR NOT CASE account_id
          WHEN to_account THEN amount_cents = book_acts.amount_cents
          WHEN from_account THEN amount_cents < 0
          WHEN 'receivable:' || user_id THEN kind = 'deposit_reversed' AND amount_cents < 0
            AND 0 = (SELECT balance_cents FROM accounts WHERE id = from_account)
          ELSE 0
        END
      )
    )
    OR (SELECT count(*) <> count(DISTINCT account_id) OR sum(account_id = to_account) <> 1 FROM entries WHERE transfer_id = NEW.id)
  );
END;
--> statement-breakpoint
-- The entries of each payment that waits for a decision, or was decided, by its row: when it is recorded its whole sum goes onto
-- suspense, in its currency. The decision takes it off, whole: to the trader, back to where it came from or to the bank account that
-- sent it back, and what of it nobody gets to where it came from. Riel that are credited stay with the house, against the dollars.
-- A match that the version before posted as a deposit has moved the dollars already. A payment that is not on suspense is credited from
-- `house:khqr`. The rate of riel is that of the newest act in riel, and 4,000 before the first.
CREATE VIEW exception_entries AS
  SELECT exception_id, kind, kind || ':' || exception_id AS transfer_id, place, account_id, amount_cents,
    CASE WHEN currency = 'KHR' THEN coalesce(
      (
        SELECT entries.rate_hundredths FROM transfers JOIN entries ON entries.transfer_id = transfers.id
        WHERE transfers.kind = 'exception_received' AND transfers.reference = 'exception:' || exception_id LIMIT 1
      ),
      (
        SELECT rate_hundredths FROM book_acts
        WHERE posted_at_ms IS NOT NULL AND rate_hundredths IS NOT NULL ORDER BY posted_at_ms DESC LIMIT 1
      ),
      400000
    ) END AS rate_hundredths
  FROM (
    SELECT exception_id, place,
      CASE
        WHEN place <= 2 THEN 'exception_received'
        WHEN status = 'refunded' THEN 'exception_refunded'
        WHEN status = 'matched' AND is_deposit = 0 THEN 'exception_credited'
        ELSE 'exception_released'
      END AS kind,
      CASE place
        WHEN 2 THEN 'house:suspense' || riel
        WHEN 3 THEN 'house:suspense' || riel
        WHEN 4 THEN 'house:exchange:khr'
        WHEN 5 THEN 'house:exchange'
        WHEN 6 THEN CASE is_deposit WHEN 1 THEN 'house:khqr' ELSE 'available:' || user_id END
        WHEN 7 THEN refunded_from
        ELSE 'house:khqr' || riel
      END AS account_id,
      CASE place
        WHEN 1 THEN -received_cents
        WHEN 2 THEN received_cents
        WHEN 3 THEN -received_cents
        WHEN 4 THEN is_exchanged * received_cents
        WHEN 5 THEN -is_exchanged * credited_cents
        WHEN 6 THEN max(is_exchanged, 1 - is_deposit) * credited_cents
        WHEN 7 THEN refunded_cents
        ELSE (1 - is_exchanged) * (coalesce(received_cents, 0) - (1 - is_deposit) * coalesce(credited_cents, 0))
          - CASE WHEN refunded_from IS NULL THEN 0 ELSE refunded_cents END
      END AS amount_cents,
      CASE WHEN place IN (5, 6) THEN 'USD' ELSE paid_currency END AS currency
    FROM (
      SELECT payment_exceptions.id AS exception_id, status, paid_currency, received_cents, credited_cents, refunded_cents, refunded_from,
        (SELECT user_id FROM deposits WHERE id = payment_exceptions.deposit_id) AS user_id,
        CASE paid_currency WHEN 'KHR' THEN ':khr' ELSE '' END AS riel,
        status = 'matched' AND paid_currency = 'KHR' AND received_cents IS NOT NULL AS is_exchanged,
        status = 'matched' AND EXISTS (
          SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference = 'exception:' || payment_exceptions.id
        ) AS is_deposit
      FROM payment_exceptions
    )
    JOIN (
      SELECT 1 AS place UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6
      UNION ALL SELECT 7 UNION ALL SELECT 8
    )
    WHERE place <= 2 OR status <> 'open'
  )
  WHERE account_id IS NOT NULL AND amount_cents <> 0;
--> statement-breakpoint
INSERT INTO accounts (id, kind, currency) VALUES ('house:khqr:khr', 'khqr_riel', 'KHR'), ('house:exchange', 'exchange', 'USD'), ('house:exchange:khr', 'exchange', 'KHR');
