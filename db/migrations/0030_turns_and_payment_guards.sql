ALTER TABLE `providers` ADD `sweep_calls_in_second` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `deposits_asked` ON `deposits` (`user_id`,`asked_at_ms`) WHERE "deposits"."asked_at_ms" > 0;--> statement-breakpoint
-- What holds for payments, whatever code writes.

-- Paid means: by one settlement, which never changes afterwards.
CREATE TRIGGER deposits_paid_by_settlement BEFORE UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND NEW.settlement_hash IS NULL BEGIN
  SELECT RAISE(ABORT, 'paid_without_settlement');
END;
--> statement-breakpoint
CREATE TRIGGER deposits_payment_fixed BEFORE UPDATE OF settlement_hash, paid_at_ms ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_payment_fixed')
  WHERE (NEW.status <> 'paid' AND NEW.settlement_hash IS NOT NULL)
    OR (OLD.status = 'paid'
      AND (NEW.settlement_hash IS NOT OLD.settlement_hash OR NEW.paid_at_ms IS NOT OLD.paid_at_ms));
END;
--> statement-breakpoint
-- Of money that waits for a person: what the network told of it never changes, and neither does what was decided.
CREATE TRIGGER payment_exceptions_start_open BEFORE INSERT ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'open' OR NEW.version <> 1 OR NEW.credited_cents IS NOT NULL
    OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, created_at_ms ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_decided_once BEFORE UPDATE OF credited_cents, note, decided_by, decided_at_ms, version ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR (NEW.status = 'open' AND (
    NEW.credited_cents IS NOT NULL OR NEW.decided_by IS NOT NULL OR NEW.decided_at_ms IS NOT NULL OR NEW.version <> OLD.version
  ));
END;
--> statement-breakpoint
-- Of dollars never more than were paid, of another currency at most the largest deposit. What was paid is a double: what
-- lies a hair below a cent is that cent.
CREATE TRIGGER payment_exceptions_credit_what_came BEFORE UPDATE OF credited_cents ON payment_exceptions
WHEN NEW.credited_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credited_more_than_came')
  WHERE NEW.credited_cents < 1 OR NEW.credited_cents > CASE OLD.paid_currency
    WHEN 'USD' THEN CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER) ELSE 1000000 END;
END;
