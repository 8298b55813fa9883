-- guards: the version before writes no payment without a deposit and shows none; it imports a first statement as before, unless another account has
-- its number.
-- The engine's own statement: the column takes NULL and keeps its foreign key, and the table is not made anew.
ALTER TABLE `payment_exceptions` ALTER COLUMN "deposit_id" TO "deposit_id" text;
--> statement-breakpoint
DROP TRIGGER bank_statements_begin;
--> statement-breakpoint
-- An operator imports it, behind every seal: one that was decided before a seal and comes after it would be neither in the sealed month nor found
-- later. Its account's number is that of every statement of the account before, and of no other account in its currency.
CREATE TRIGGER bank_statements_begin BEFORE INSERT ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.imported_by AND role = 'operator');
  SELECT RAISE(ABORT, 'month_sealed') WHERE NEW.imported_at_ms <= (SELECT max(sealed_at_ms) FROM month_closes);
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
--> statement-breakpoint
DROP TRIGGER deposits_start_pending;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER deposits_of_frozen_accounts;
--> statement-breakpoint
-- A frozen account opens no deposit. A payment that comes for an older one is still credited.
CREATE TRIGGER deposits_of_frozen_accounts BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
DROP TRIGGER deposits_start_unreversed;
--> statement-breakpoint
CREATE TRIGGER deposits_start_unreversed BEFORE INSERT ON deposits WHEN NEW.reversed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_start_open;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_start_open BEFORE INSERT ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'open' OR NEW.version <> 1 OR NEW.credited_cents IS NOT NULL
    OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL
    OR NEW.refunded_cents IS NOT NULL OR NEW.refund_reference IS NOT NULL OR NEW.refunded_from IS NOT NULL
    OR (NEW.deposit_id IS NULL) <> (NEW.reason = 'unknown_payer');
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_received_whole;
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
DROP TRIGGER payment_exceptions_state_machine;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER payment_exceptions_terms_fixed;
--> statement-breakpoint
-- What the payment network reported never changes.
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF
  id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, paid_from, created_at_ms
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;
--> statement-breakpoint
-- A payment is of its deposit. One whose payer nobody knew gets it with the decision that credits it.
CREATE TRIGGER payment_exceptions_deposit_fixed BEFORE UPDATE OF deposit_id ON payment_exceptions
WHEN NEW.deposit_id IS NOT OLD.deposit_id BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed')
  WHERE OLD.deposit_id IS NOT NULL OR OLD.status <> 'open' OR NEW.status <> 'matched';
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
DROP TRIGGER payment_exceptions_received_once;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_received_once BEFORE UPDATE OF received_cents ON payment_exceptions
WHEN NEW.received_cents IS NOT OLD.received_cents BEGIN
  SELECT RAISE(ABORT, 'received_differs')
  WHERE OLD.received_cents IS NOT NULL OR OLD.status <> 'open' OR NEW.status = 'open'
    OR NEW.received_cents < 1 OR OLD.paid_currency NOT IN ('USD', 'KHR')
    OR NEW.received_cents <> CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER)
    OR OLD.reason = 'settlement_used' OR EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
END;
