-- guards: a version that asks for no holder writes none, and none of the triggers of existing tables looks at a withdrawal without one; what was requested with a holder before a rollback is approved once this version is back.
CREATE TABLE `name_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`withdrawal_id` text NOT NULL,
	`holder` text NOT NULL,
	`holder_from` text NOT NULL,
	`account_name` text NOT NULL,
	`verdict` text NOT NULL,
	`reason` text,
	`decided_by` text NOT NULL,
	`decided_at_ms` integer NOT NULL,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "name_checks_from" CHECK("name_checks"."holder_from" IN ('client', 'code', 'admin')),
	CONSTRAINT "name_checks_verdict" CHECK("name_checks"."verdict" IN ('same', 'accepted')),
	CONSTRAINT "name_checks_reason" CHECK(("name_checks"."verdict" = 'accepted') = (coalesce("name_checks"."reason", '') <> '')),
	CONSTRAINT "name_checks_names" CHECK("name_checks"."holder" <> '' AND "name_checks"."account_name" <> '')
) STRICT;
--> statement-breakpoint
CREATE INDEX `name_checks_withdrawal` ON `name_checks` (`withdrawal_id`,`decided_at_ms`);
--> statement-breakpoint
ALTER TABLE `payment_methods` ADD `bank_holder` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `payment_methods` ADD `khqr_holder` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `holder_name` text;
--> statement-breakpoint
-- An operator checks the names of a pending withdrawal of somebody else: the name of the account as it is now, and the holder whom the
-- trader wrote for a bank account. A payment code says whose it is, and a withdrawal of an earlier version says nothing: of those the
-- operator writes the name, or their browser reads it.
CREATE TRIGGER name_checks_begin BEFORE INSERT ON name_checks BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM withdrawals WHERE id = NEW.withdrawal_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'names_changed')
  WHERE NOT EXISTS (
    SELECT 1 FROM withdrawals JOIN users ON users.id = withdrawals.user_id
    WHERE withdrawals.id = NEW.withdrawal_id AND withdrawals.status = 'pending'
      AND NEW.account_name = users.first_name || ' ' || users.last_name
      AND CASE NEW.holder_from
        WHEN 'client' THEN withdrawals.payment_method = 'Bank Transfer' AND withdrawals.holder_name = NEW.holder
        WHEN 'code' THEN withdrawals.payment_method = 'KHQR'
        ELSE withdrawals.payment_method = 'KHQR' OR withdrawals.holder_name IS NULL
      END
  );
END;
--> statement-breakpoint
CREATE TRIGGER name_checks_never_changed BEFORE UPDATE ON name_checks BEGIN
  SELECT RAISE(ABORT, 'name_check_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER name_checks_never_deleted BEFORE DELETE ON name_checks BEGIN
  SELECT RAISE(ABORT, 'name_check_fixed');
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER name_checks_journalled_inserted AFTER INSERT ON name_checks BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('name_checks', json_object(
    'id', NEW.id, 'withdrawal_id', NEW.withdrawal_id, 'holder', NEW.holder, 'holder_from', NEW.holder_from,
    'account_name', NEW.account_name, 'verdict', NEW.verdict, 'reason', NEW.reason, 'decided_by', NEW.decided_by,
    'decided_at_ms', NEW.decided_at_ms
  ));
END;
--> statement-breakpoint
-- A request is paid to the method that its trader has at that moment, with its holder. A version that asks for no holder writes none.
CREATE TRIGGER withdrawals_holder BEFORE INSERT ON withdrawals WHEN NEW.holder_name IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'holder_differs')
  WHERE NEW.holder_name = '' OR NOT EXISTS (
    SELECT 1 FROM payment_methods
    WHERE user_id = NEW.user_id
      AND CASE NEW.payment_method
        WHEN 'KHQR' THEN khqr_holder = NEW.holder_name AND khqr_image = NEW.payment_image
        ELSE bank_holder = NEW.holder_name AND bank_name = NEW.bank_name AND account_id = NEW.account_id
      END
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawals_journalled_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'holder_name', NEW.holder_name, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'second_factor', NEW.second_factor,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payer_before_id', NEW.payer_before_id,
    'sole_approver_payout', NEW.sole_approver_payout, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_notified_requested;
--> statement-breakpoint
CREATE TRIGGER withdrawals_notified_requested AFTER INSERT ON withdrawals BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT user_id, 'withdrawal_requested', CAST(number AS TEXT), json_object('cents', amount_cents), created_at_ms
  FROM withdrawals WHERE id = NEW.id AND number IS NOT NULL;
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_told_inserted;
--> statement-breakpoint
CREATE TRIGGER withdrawals_told_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
--> statement-breakpoint
-- A withdrawal is approved after an admin had its holder's name beside the name that the account has now, and found them the same
-- or decided. One of a version that asks for no holder has no name to hold it to.
CREATE TRIGGER withdrawals_names_checked BEFORE UPDATE OF status ON withdrawals
WHEN NEW.status = 'approved' AND OLD.holder_name IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'names_unchecked')
  WHERE NOT EXISTS (
    SELECT 1 FROM name_checks JOIN users ON users.id = OLD.user_id
    WHERE name_checks.withdrawal_id = OLD.id AND name_checks.account_name = users.first_name || ' ' || users.last_name
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_of_frozen_accounts_wait;
--> statement-breakpoint
-- The money of a frozen account is only given back. Created last, so asked first: the caller learns of the freeze
-- before all else.
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_number_fixed;
--> statement-breakpoint
-- A number is given once.
CREATE TRIGGER withdrawals_number_fixed BEFORE UPDATE OF number ON withdrawals
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_second_factor_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_second_factor_fixed BEFORE UPDATE OF second_factor ON withdrawals
WHEN NEW.second_factor IS NOT OLD.second_factor BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_paid_once;
--> statement-breakpoint
-- The bank's id of a payment belongs to one withdrawal, with spaces or without; the same spaces and any case are an index's.
CREATE TRIGGER withdrawals_paid_once BEFORE UPDATE OF payment_id ON withdrawals
WHEN NEW.payment_id IS NOT OLD.payment_id BEGIN
  SELECT RAISE(ABORT, 'payment_id_used')
  WHERE EXISTS (
    SELECT 1 FROM withdrawals AS other
    WHERE other.payment_id IS NOT NULL AND other.id <> OLD.id
      AND lower(replace(other.payment_id, ' ', '')) = lower(replace(NEW.payment_id, ' ', ''))
      AND other.payment_id <> NEW.payment_id COLLATE NOCASE
  );
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_holder_fixed BEFORE UPDATE OF holder_name ON withdrawals
WHEN NEW.holder_name IS NOT OLD.holder_name BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_journalled_changed AFTER UPDATE ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'holder_name', NEW.holder_name, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'second_factor', NEW.second_factor,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payer_before_id', NEW.payer_before_id,
    'sole_approver_payout', NEW.sole_approver_payout, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_notified_decided;
--> statement-breakpoint
-- A request that its own trader cancelled is told to nobody.
CREATE TRIGGER withdrawals_notified_decided AFTER UPDATE OF status ON withdrawals
WHEN NEW.status <> OLD.status AND NEW.cancelled_by_user = 0 BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_' || NEW.status, CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.updated_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_told_changed;
--> statement-breakpoint
-- Not what only admins see: who works on it, and who is paying it.
CREATE TRIGGER withdrawals_told_changed AFTER UPDATE ON withdrawals
WHEN (NEW.status, NEW.admin_notes, NEW.approvals_needed, NEW.reviewed_at_ms, NEW.approvable_at_ms)
    IS NOT (OLD.status, OLD.admin_notes, OLD.approvals_needed, OLD.reviewed_at_ms, OLD.approvable_at_ms) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_end_question;
--> statement-breakpoint
-- A decision, a payment that begins or the trader's own cancellation overtakes a question that waits for its answer.
CREATE TRIGGER withdrawals_end_question AFTER UPDATE OF status, payer_id ON withdrawals
WHEN NEW.status <> OLD.status OR (NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL) BEGIN
  UPDATE client_questions
  SET closed_at_ms = max(NEW.updated_at_ms, asked_at_ms),
    closed_because = CASE WHEN NEW.cancelled_by_user = 1 THEN 'cancelled' ELSE 'decided' END
  WHERE subject = 'withdrawal:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
