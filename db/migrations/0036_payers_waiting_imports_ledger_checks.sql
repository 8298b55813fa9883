CREATE TABLE `ledger_checks` (
	`job` text PRIMARY KEY NOT NULL,
	`checked_at_ms` integer NOT NULL,
	`fault_count` integer NOT NULL,
	`faults` text NOT NULL,
	CONSTRAINT "ledger_checks_job" CHECK("ledger_checks"."job" IN ('ledger_new', 'ledger_whole')),
	CONSTRAINT "ledger_checks_faults" CHECK(json_array_length("ledger_checks"."faults") <= "ledger_checks"."fault_count" AND ("ledger_checks"."fault_count" = 0) = (json_array_length("ledger_checks"."faults") = 0))
) STRICT;
--> statement-breakpoint
DROP INDEX `imports_age`;--> statement-breakpoint
ALTER TABLE `imports` ADD `moves_cents` integer;--> statement-breakpoint
CREATE INDEX `imports_age` ON `imports` (`created_at_ms`,`id`);--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `paid_from` text;--> statement-breakpoint
-- As far as the checks before are known: while a difference stands, withdrawals are stopped for it.
INSERT INTO ledger_checks (job, checked_at_ms, fault_count, faults)
SELECT job, ran_at_ms, (SELECT count(*) FROM pauses WHERE what = 'withdrawals'),
  (SELECT json_group_array(reason) FROM pauses WHERE what = 'withdrawals')
FROM job_runs WHERE job IN ('ledger_new', 'ledger_whole');
--> statement-breakpoint
UPDATE imports SET moves_cents = (
  SELECT coalesce(sum(import_rows.profit_cents), 0) FROM import_rows
  WHERE import_rows.import_id = imports.id AND NOT EXISTS (
    SELECT 1 FROM trades WHERE trades.user_id = imports.user_id AND trades.ticket = import_rows.ticket
  )
)
WHERE status = 'staged' AND row_count = (SELECT count(*) FROM import_rows WHERE import_id = imports.id);
--> statement-breakpoint
-- As before, and the payer as the network told of them.
DROP TRIGGER payment_exceptions_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, paid_from, created_at_ms ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;
--> statement-breakpoint
-- As before, and of nothing nothing, in whatever currency.
DROP TRIGGER payment_exceptions_credit_what_came;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_credit_what_came BEFORE UPDATE OF credited_cents ON payment_exceptions
WHEN NEW.credited_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credited_more_than_came')
  WHERE NEW.credited_cents < 1 OR OLD.paid_amount <= 0 OR NEW.credited_cents > CASE OLD.paid_currency
    WHEN 'USD' THEN CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER) ELSE 1000000 END;
END;
