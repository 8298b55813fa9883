-- guards: the version before closes no month and names none in its acts, so the new conditions hold nothing of its; once a month is sealed, it
-- writes transfers with the time of now, which no sealed month has.
CREATE TABLE `month_closes` (
	`id` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`first_day` integer NOT NULL,
	`last_day` integer NOT NULL,
	`from_ms` integer NOT NULL,
	`until_ms` integer NOT NULL,
	`report` text NOT NULL,
	`digest` text NOT NULL,
	`prepared_by` text NOT NULL,
	`prepared_at_ms` integer NOT NULL,
	`sealed_by` text,
	`sealed_at_ms` integer,
	`cancelled_by` text,
	`cancelled_at_ms` integer,
	FOREIGN KEY (`prepared_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sealed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "month_closes_span" CHECK("month_closes"."first_day" < "month_closes"."last_day" AND "month_closes"."from_ms" < "month_closes"."until_ms")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `month_closes_month` ON `month_closes` (`month`) WHERE "month_closes"."cancelled_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `month_closes_sealed` ON `month_closes` (`until_ms`) WHERE "month_closes"."sealed_at_ms" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `book_acts` ADD `found_for` text;
--> statement-breakpoint
CREATE INDEX `line_matches_taken_back_age` ON `line_matches` (`taken_back_at_ms`) WHERE "line_matches"."taken_back_at_ms" IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER approvals_agree_when_changed;
--> statement-breakpoint
-- The same for an approval whose detail is replaced.
CREATE TRIGGER approvals_agree_when_changed BEFORE UPDATE OF detail, at_ms ON approvals BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.admin_id AND role = CASE
      WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
        OR NEW.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  );
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
        AND (
          payer_id <> NEW.admin_id OR payer_before_id IS NOT NULL
          OR EXISTS (SELECT 1 FROM payouts_said_paid WHERE withdrawal_id = withdrawals.id)
        )
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawal_pauses
      WHERE NEW.subject LIKE 'pause:%' AND id = substr(NEW.subject, 7) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM book_acts
      WHERE NEW.subject LIKE 'book:%' AND id = substr(NEW.subject, 6) AND posted_at_ms IS NULL AND cancelled_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM month_closes
      WHERE NEW.subject LIKE 'month:%' AND id = substr(NEW.subject, 7) AND sealed_at_ms IS NULL AND cancelled_at_ms IS NULL
    )
    WHEN 'complete' THEN EXISTS (
      SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'approved' AND payer_id IS NOT NULL
    )
    WHEN 'mark_paid' THEN EXISTS (SELECT 1 FROM deposits WHERE id = substr(NEW.subject, 9) AND status <> 'paid')
    ELSE EXISTS (SELECT 1 FROM payment_exceptions WHERE id = substr(NEW.subject, 11) AND status = 'open')
  END;
END;
--> statement-breakpoint
DROP TRIGGER approvals_agree;
--> statement-breakpoint
-- All valid approvals of one act state the same detail. None comes from the owner of the money, from an admin whose
-- approvals do not count yet, or for an act that is already done or not to be done. A completion is recorded once
-- somebody is paying. A rejection of a withdrawal that an admin is paying is approved by other admins only, unless that admin
-- took the payment over, or a result of the bank says that it was made.
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
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM book_acts WHERE NEW.subject LIKE 'book:%' AND id = substr(NEW.subject, 6) AND user_id = NEW.admin_id
    );
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.admin_id AND role = CASE
      WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
        OR NEW.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  );
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.admin_id AND counts_from_ms <= NEW.at_ms AND role = CASE
      WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
        OR NEW.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
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
        AND (
          payer_id <> NEW.admin_id OR payer_before_id IS NOT NULL
          OR EXISTS (SELECT 1 FROM payouts_said_paid WHERE withdrawal_id = withdrawals.id)
        )
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawal_pauses
      WHERE NEW.subject LIKE 'pause:%' AND id = substr(NEW.subject, 7) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM book_acts
      WHERE NEW.subject LIKE 'book:%' AND id = substr(NEW.subject, 6) AND posted_at_ms IS NULL AND cancelled_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM month_closes
      WHERE NEW.subject LIKE 'month:%' AND id = substr(NEW.subject, 7) AND sealed_at_ms IS NULL AND cancelled_at_ms IS NULL
    )
    OR NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
    WHEN 'complete' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'approved'
        AND payer_id IS NOT NULL
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
DROP TRIGGER approvals_about_people;
--> statement-breakpoint
-- Two owners make an admin of another person, change an admin's roles, or remove another's lost second factor: of the version of the
-- account that they saw. These approvals are never given anew, so an owner who is alone waits 24 hours from the first (`users_role`).
CREATE TRIGGER approvals_about_people BEFORE INSERT ON approvals
WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%' BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.subject LIKE '%:' || NEW.admin_id || ':%';
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.act <> 'approve'
    OR NOT EXISTS (
      SELECT 1 FROM users
      WHERE id = substr(NEW.subject, 13, instr(substr(NEW.subject, 13), ':') - 1)
        AND NEW.subject = 'appointment:' || id || ':' || desk_version
        AND role = 'trader' AND email_verified_at_ms IS NOT NULL AND closed_at_ms IS NULL AND frozen_at_ms IS NULL
    )
    AND NOT EXISTS (
      SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
      WHERE users.id = substr(NEW.subject, 15, instr(substr(NEW.subject, 15), ':') - 1)
        AND NEW.subject = 'second_factor:' || users.id || ':' || users.desk_version AND users.closed_at_ms IS NULL
    )
    AND NOT EXISTS (
      SELECT 1 FROM users
      WHERE id = substr(NEW.subject, 7, instr(substr(NEW.subject, 7), ':') - 1)
        AND NEW.subject = 'roles:' || id || ':' || desk_version AND role = 'admin'
        -- Somebody who may do nothing is no admin: the role of an admin is taken instead.
        AND NEW.detail IN ('support', 'operator', 'owner', 'support,operator', 'support,owner', 'operator,owner', 'support,operator,owner')
    );
END;
--> statement-breakpoint
DROP TRIGGER book_acts_begin;
--> statement-breakpoint
-- An operator proposes an act of a kind, about nobody's own money: between the accounts that this kind may touch, with what it must say,
-- and no more than it may move. The caps are those of `worker/contract/books.ts`.
CREATE TRIGGER book_acts_begin BEFORE INSERT ON book_acts BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.posted_by IS NOT NULL OR NEW.posted_at_ms IS NOT NULL OR NEW.cancelled_by IS NOT NULL
    OR NEW.cancelled_at_ms IS NOT NULL OR NEW.receivable_cents <> 0;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.proposed_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.proposed_by AND role = 'operator');
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.user_id = NEW.proposed_by;
  SELECT RAISE(ABORT, 'act_terms')
  WHERE length(trim(NEW.reason)) = 0 OR NEW.from_account = NEW.to_account
    OR length(trim(coalesce(NEW.bank_reference, 'none'))) = 0 OR length(trim(coalesce(NEW.evidence, 'none'))) = 0
    OR NOT CASE NEW.kind
      WHEN 'payout_returned' THEN NEW.record_id IS NOT NULL AND NEW.bank_reference IS NOT NULL
        AND NEW.from_account = 'house:payout' AND NEW.to_account IS 'available:' || NEW.user_id
        AND EXISTS (
          SELECT 1 FROM withdrawals
          WHERE id = NEW.record_id AND user_id = NEW.user_id AND amount_cents = NEW.amount_cents
        )
      WHEN 'deposit_reversed' THEN NEW.record_id IS NOT NULL AND NEW.bank_reference IS NOT NULL
        AND NEW.from_account IS 'available:' || NEW.user_id AND NEW.to_account = 'house:khqr'
        AND EXISTS (
          SELECT 1 FROM deposits
          WHERE id = NEW.record_id AND user_id = NEW.user_id AND coalesce(paid_cents, amount_cents) = NEW.amount_cents
        )
      WHEN 'receivable_collected' THEN NEW.record_id IS NULL
        AND NEW.from_account IS 'available:' || NEW.user_id AND NEW.to_account IS 'receivable:' || NEW.user_id
      WHEN 'fee' THEN NEW.record_id IS NULL AND NEW.user_id IS NULL AND NEW.bank_reference IS NOT NULL
        AND EXISTS (SELECT 1 FROM accounts WHERE id = NEW.from_account AND kind = 'fees')
        AND EXISTS (SELECT 1 FROM accounts WHERE id = NEW.to_account AND kind = 'bank')
      WHEN 'correction' THEN NEW.record_id IS NULL AND NEW.user_id IS NOT NULL AND NEW.evidence IS NOT NULL
        AND (NEW.from_account, NEW.to_account) IN (
          ('house:suspense', 'available:' || NEW.user_id), ('available:' || NEW.user_id, 'house:suspense')
        )
      WHEN 'adjustment' THEN NEW.record_id IS NULL AND NEW.user_id IS NULL AND 2 = (
        SELECT count(*) FROM accounts WHERE id IN (NEW.from_account, NEW.to_account) AND user_id IS NULL
      )
      ELSE 0
    END;
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (
    SELECT 1 FROM book_acts
    WHERE bank_reference IS NOT NULL AND cancelled_at_ms IS NULL
      AND lower(replace(bank_reference, ' ', '')) = lower(replace(NEW.bank_reference, ' ', ''))
  );
  SELECT RAISE(ABORT, 'month_not_sealed')
  WHERE NEW.found_for IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM month_closes WHERE month = NEW.found_for AND sealed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'act_over_cap')
  WHERE (NEW.kind = 'correction' AND NEW.amount_cents > 100000)
    OR (NEW.kind = 'fee' AND NEW.amount_cents > CASE WHEN NEW.rate_hundredths IS NULL THEN 100000 ELSE 400000000 END);
  SELECT RAISE(ABORT, 'entry_rate')
  WHERE NEW.rate_hundredths NOT BETWEEN 100000 AND 1000000 OR 2 <> (
    SELECT count(*) FROM accounts
    WHERE id IN (NEW.from_account, NEW.to_account) AND currency = CASE WHEN NEW.rate_hundredths IS NULL THEN 'USD' ELSE 'KHR' END
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE (NEW.kind = 'payout_returned' AND NOT EXISTS (
      SELECT 1 FROM withdrawals WHERE id = NEW.record_id AND status = 'completed' AND returned_at_ms IS NULL
    ))
    OR (NEW.kind = 'deposit_reversed' AND NOT EXISTS (
      SELECT 1 FROM deposits WHERE id = NEW.record_id AND status = 'paid' AND reversed_at_ms IS NULL
    ));
END;
--> statement-breakpoint
DROP TRIGGER book_acts_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER book_acts_terms_fixed BEFORE UPDATE OF
  id, kind, record_id, user_id, from_account, to_account, amount_cents, rate_hundredths, bank_reference, evidence, reason,
  found_for, proposed_by, proposed_at_ms
ON book_acts BEGIN
  SELECT RAISE(ABORT, 'act_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER book_acts_decided;
--> statement-breakpoint
-- An act is posted by its transfer, or cancelled by an operator, once.
CREATE TRIGGER book_acts_decided BEFORE UPDATE OF
  receivable_cents, posted_by, posted_at_ms, cancelled_by, cancelled_at_ms
ON book_acts BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.posted_at_ms IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.posted_at_ms IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.posted_at_ms IS NULL) <> (NEW.posted_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.cancelled_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.cancelled_by AND role = 'operator');
  SELECT RAISE(ABORT, 'act_without_transfer')
  WHERE NEW.receivable_cents <> coalesce((
      SELECT -sum(entries.amount_cents) FROM transfers JOIN entries ON entries.transfer_id = transfers.id
      WHERE transfers.kind = 'deposit_reversed' AND transfers.reference = 'book:' || OLD.id
        AND entries.account_id = 'receivable:' || OLD.user_id
    ), 0)
    OR (NEW.posted_at_ms IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM transfers
      WHERE kind = OLD.kind AND reference = 'book:' || OLD.id AND actor = NEW.posted_by AND at_ms = NEW.posted_at_ms
    ));
END;
--> statement-breakpoint
DROP TRIGGER book_acts_corrections_capped;
--> statement-breakpoint
-- What is corrected of one trader in 24 hours, in both directions together, is capped as one correction is.
CREATE TRIGGER book_acts_corrections_capped BEFORE UPDATE OF posted_at_ms ON book_acts
WHEN NEW.kind = 'correction' AND NEW.posted_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'act_over_cap')
  WHERE 100000 < NEW.amount_cents + (
    SELECT coalesce(sum(amount_cents), 0) FROM book_acts
    WHERE user_id = NEW.user_id AND kind = 'correction' AND posted_at_ms > NEW.posted_at_ms - 86400000
  );
END;
--> statement-breakpoint
DROP TRIGGER book_acts_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER book_acts_journalled_changed AFTER UPDATE ON book_acts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('book_acts', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'record_id', NEW.record_id, 'user_id', NEW.user_id, 'from_account', NEW.from_account,
    'to_account', NEW.to_account, 'amount_cents', NEW.amount_cents, 'receivable_cents', NEW.receivable_cents,
    'rate_hundredths', NEW.rate_hundredths, 'bank_reference', NEW.bank_reference, 'evidence', NEW.evidence,
    'reason', NEW.reason, 'found_for', NEW.found_for, 'proposed_by', NEW.proposed_by, 'proposed_at_ms', NEW.proposed_at_ms,
    'posted_by', NEW.posted_by, 'posted_at_ms', NEW.posted_at_ms, 'cancelled_by', NEW.cancelled_by,
    'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER book_acts_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER book_acts_journalled_inserted AFTER INSERT ON book_acts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('book_acts', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'record_id', NEW.record_id, 'user_id', NEW.user_id, 'from_account', NEW.from_account,
    'to_account', NEW.to_account, 'amount_cents', NEW.amount_cents, 'receivable_cents', NEW.receivable_cents,
    'rate_hundredths', NEW.rate_hundredths, 'bank_reference', NEW.bank_reference, 'evidence', NEW.evidence,
    'reason', NEW.reason, 'found_for', NEW.found_for, 'proposed_by', NEW.proposed_by, 'proposed_at_ms', NEW.proposed_at_ms,
    'posted_by', NEW.posted_by, 'posted_at_ms', NEW.posted_at_ms, 'cancelled_by', NEW.cancelled_by,
    'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
--> statement-breakpoint
-- What a sealed month's report was computed from stays: a match that was there when a month with one of its sides was sealed.
CREATE TRIGGER line_matches_of_sealed_months BEFORE UPDATE OF taken_back_by, taken_back_at_ms, taken_back_reason ON line_matches BEGIN
  SELECT RAISE(ABORT, 'month_sealed')
  FROM month_closes WHERE sealed_at_ms >= OLD.matched_at_ms AND (
    last_day >= (SELECT day FROM statement_lines WHERE id = OLD.line_id)
    OR until_ms > (
      SELECT min(transfers.at_ms) FROM line_match_transfers JOIN transfers ON transfers.id = line_match_transfers.transfer_id
      WHERE line_match_transfers.match_id = OLD.id
    )
  );
END;
--> statement-breakpoint
-- An operator prepares the report of a whole calendar month that has been over for ten minutes (`SEAL_WAIT_MS`): until then a transfer of its last
-- moment may still be on its way. It is the month behind the newest sealed one; the first may be any.
CREATE TRIGGER month_closes_begin BEFORE INSERT ON month_closes BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.sealed_by IS NOT NULL OR NEW.sealed_at_ms IS NOT NULL OR NEW.cancelled_by IS NOT NULL OR NEW.cancelled_at_ms IS NOT NULL;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.prepared_by AND role = 'operator');
  SELECT RAISE(ABORT, 'month_terms')
  WHERE NEW.month IS NOT strftime('%Y-%m', NEW.first_day * 86400, 'unixepoch')
    OR strftime('%d', NEW.first_day * 86400, 'unixepoch') <> '01'
    OR NEW.last_day IS NOT CAST(strftime('%s', NEW.first_day * 86400, 'unixepoch', '+1 month') AS INTEGER) / 86400 - 1
    OR abs(NEW.from_ms - NEW.first_day * 86400000) > 50400000
    OR abs(NEW.until_ms - (NEW.last_day + 1) * 86400000) > 50400000
    OR length(NEW.digest) <> 64 OR NOT json_valid(NEW.report) OR json_extract(NEW.report, '$.month') IS NOT NEW.month;
  SELECT RAISE(ABORT, 'month_not_over') WHERE NEW.until_ms + 600000 > NEW.prepared_at_ms;
  SELECT RAISE(ABORT, 'month_before_open')
  WHERE NEW.from_ms <> (SELECT max(until_ms) FROM month_closes WHERE sealed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER month_closes_terms_fixed BEFORE UPDATE OF
  id, month, first_day, last_day, from_ms, until_ms, report, digest, prepared_by, prepared_at_ms
ON month_closes BEGIN
  SELECT RAISE(ABORT, 'month_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER month_closes_never_deleted BEFORE DELETE ON month_closes BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER month_closes_journalled_inserted AFTER INSERT ON month_closes BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('month_closes', json_object(
    'id', NEW.id, 'month', NEW.month, 'first_day', NEW.first_day, 'last_day', NEW.last_day, 'from_ms', NEW.from_ms,
    'until_ms', NEW.until_ms, 'report', NEW.report, 'digest', NEW.digest, 'prepared_by', NEW.prepared_by,
    'prepared_at_ms', NEW.prepared_at_ms, 'sealed_by', NEW.sealed_by, 'sealed_at_ms', NEW.sealed_at_ms,
    'cancelled_by', NEW.cancelled_by, 'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER month_closes_journalled_changed AFTER UPDATE ON month_closes BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('month_closes', json_object(
    'id', NEW.id, 'month', NEW.month, 'first_day', NEW.first_day, 'last_day', NEW.last_day, 'from_ms', NEW.from_ms,
    'until_ms', NEW.until_ms, 'report', NEW.report, 'digest', NEW.digest, 'prepared_by', NEW.prepared_by,
    'prepared_at_ms', NEW.prepared_at_ms, 'sealed_by', NEW.sealed_by, 'sealed_at_ms', NEW.sealed_at_ms,
    'cancelled_by', NEW.cancelled_by, 'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
--> statement-breakpoint
-- Nothing is added to a sealed month, nor before it: what is found later is an entry of the month in which it is found.
CREATE TRIGGER transfers_of_sealed_months BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL AND until_ms > NEW.at_ms) BEGIN
  SELECT RAISE(ABORT, 'month_sealed');
END;
--> statement-breakpoint
DROP TRIGGER bank_statements_begin;
--> statement-breakpoint
-- An operator imports it, behind every seal: one that was decided before a seal and comes after it would be neither in the sealed month nor found
-- later. Its account's number is that of every statement of the account before.
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
END;
--> statement-breakpoint
-- A report is sealed or cancelled, once. Two operators approved its digest, the one who seals it among them. What is sealed has nothing open: no
-- line of its days or of days before without its transfer, and no transfer since the first statement of its currency without its line, but for those for
-- which no line will come. Of what is sealed already, only a line that a later statement brought can be open.
CREATE TRIGGER month_closes_decided BEFORE UPDATE OF sealed_by, sealed_at_ms, cancelled_by, cancelled_at_ms ON month_closes BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.sealed_at_ms IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.sealed_at_ms IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.sealed_at_ms IS NULL) <> (NEW.sealed_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders WHERE user_id = coalesce(NEW.sealed_by, NEW.cancelled_by) AND role = 'operator'
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.sealed_by IS NOT NULL AND (
    NOT EXISTS (
      SELECT 1 FROM standing_words WHERE subject = 'month:' || OLD.id AND act = 'approve' AND admin_id = NEW.sealed_by
    )
    OR 2 > (
      SELECT count(*) FROM standing_words WHERE subject = 'month:' || OLD.id AND act = 'approve' AND detail = OLD.digest
    )
  );
  SELECT RAISE(ABORT, 'month_before_open')
  WHERE NEW.sealed_by IS NOT NULL AND OLD.from_ms <> (SELECT max(until_ms) FROM month_closes WHERE sealed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'month_open')
  WHERE NEW.sealed_by IS NOT NULL AND (
    EXISTS (
      SELECT 1 FROM statement_lines
      WHERE currency IN ('USD', 'KHR') AND day <= OLD.last_day
        AND day >= CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL) THEN OLD.first_day ELSE 0 END
        AND NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)
    )
    OR EXISTS (
      SELECT 1 FROM bank_statements JOIN statement_lines ON statement_lines.statement_id = bank_statements.id
      WHERE bank_statements.imported_at_ms > (SELECT max(sealed_at_ms) FROM month_closes)
        AND bank_statements.first_day < OLD.first_day AND statement_lines.day < OLD.first_day
        AND NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)
    )
    OR EXISTS (
      SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id JOIN accounts ON accounts.id = entries.account_id
      JOIN (
        SELECT bank_accounts.currency, min(bank_statements.first_day) AS first_day FROM bank_statements
        JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id GROUP BY bank_accounts.currency
      ) AS covered ON covered.currency = accounts.currency
      WHERE transfers.at_ms < OLD.until_ms
        AND transfers.at_ms >= CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL) THEN OLD.from_ms ELSE 0 END
        AND transfers.at_ms >= OLD.from_ms + (covered.first_day - OLD.first_day) * 86400000
        AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
        AND NOT EXISTS (SELECT 1 FROM transfers_with_line WHERE transfer_id = transfers.id)
        AND NOT EXISTS (SELECT 1 FROM transfers_without_need_of_line WHERE transfer_id = transfers.id)
      GROUP BY transfers.id, accounts.currency HAVING sum(entries.amount_cents) <> 0
    )
  );
END;
--> statement-breakpoint
-- Transfers that a line of a statement has: by a match that stands, by the payment of their exception, or as its refund.
CREATE VIEW transfers_with_line AS
  SELECT line_match_transfers.transfer_id FROM line_match_transfers JOIN line_matches ON line_matches.id = line_match_transfers.match_id
  WHERE line_matches.taken_back_at_ms IS NULL
  UNION ALL
  SELECT transfers.id FROM transfers JOIN line_matches ON line_matches.exception_id = substr(transfers.reference, 11)
  WHERE transfers.reference LIKE 'exception:%' AND line_matches.taken_back_at_ms IS NULL
    AND (line_matches.why = 'exception' OR (line_matches.why = 'refund' AND transfers.kind = 'exception_refunded'));
--> statement-breakpoint
-- Transfers that come to nothing by another one, where no line has either: a payout that the bank refused before it took the sum and that
-- was returned, and a payment that was recorded and dismissed; with the moment of the later one.
CREATE VIEW transfers_undone AS
  SELECT transfer_id, at_ms FROM (
    SELECT paid.id AS transfer_id, back.at_ms, paid.id AS first_id, back.id AS second_id
    FROM transfers AS paid
    JOIN book_acts ON book_acts.record_id = substr(paid.reference, 12, instr(substr(paid.reference, 12), ':') - 1)
      AND book_acts.kind = 'payout_returned' AND book_acts.cancelled_at_ms IS NULL
    JOIN transfers AS back ON back.kind = 'payout_returned' AND back.reference = 'book:' || book_acts.id
    WHERE paid.kind = 'withdrawal' AND paid.reference LIKE 'withdrawal:%:complete'
    UNION ALL
    SELECT back.id, back.at_ms, back.id, paid.id
    FROM transfers AS back
    JOIN book_acts ON book_acts.id = substr(back.reference, 6)
    JOIN transfers AS paid ON paid.kind = 'withdrawal' AND paid.reference = 'withdrawal:' || book_acts.record_id || ':complete'
    WHERE back.kind = 'payout_returned'
    UNION ALL
    SELECT received.id, released.at_ms, received.id, released.id
    FROM transfers AS received
    JOIN payment_exceptions ON payment_exceptions.id = substr(received.reference, 11) AND payment_exceptions.status = 'dismissed'
    JOIN transfers AS released ON released.kind = 'exception_released' AND released.reference = received.reference
    WHERE received.kind = 'exception_received'
    UNION ALL
    SELECT released.id, released.at_ms, released.id, received.id
    FROM transfers AS released
    JOIN payment_exceptions ON payment_exceptions.id = substr(released.reference, 11) AND payment_exceptions.status = 'dismissed'
    JOIN transfers AS received ON received.kind = 'exception_received' AND received.reference = released.reference
    WHERE released.kind = 'exception_released'
  )
  WHERE NOT EXISTS (SELECT 1 FROM transfers_with_line WHERE transfers_with_line.transfer_id IN (first_id, second_id));
--> statement-breakpoint
-- Transfers that no line has and no line will have: they hold no month. What was undone, and what of a payment nobody got, which stays at the bank.
CREATE VIEW transfers_without_need_of_line AS
  SELECT transfer_id FROM transfers_undone
  UNION ALL
  SELECT given_up.id FROM transfers AS given_up JOIN transfers AS received
    ON received.kind = 'exception_received' AND received.reference = given_up.reference
  WHERE given_up.kind IN ('exception_released', 'exception_credited');
