-- guards: the version before starts payments, completes and rejects as it did, but for what the new rule forbids on purpose: it
-- completes a withdrawal only after its payment was started there (a button that it has), with the payer's record among its
-- approvals, and is answered `wrong_state` or `second_admin_needed` otherwise. A pause from the screen holds for it too.
CREATE TABLE `withdrawal_pauses` (
	`id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`paused_by` text NOT NULL,
	`since_ms` integer NOT NULL,
	`resumed_at_ms` integer,
	`resumed_by` text,
	FOREIGN KEY (`paused_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `withdrawal_pauses_open` ON `withdrawal_pauses` (`since_ms`) WHERE "withdrawal_pauses"."resumed_at_ms" IS NULL;
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `payer_before_id` text REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `sole_approver_payout` text;
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
        AND (payer_id <> NEW.admin_id OR payer_before_id IS NOT NULL)
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
-- took the payment over.
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
        AND (payer_id <> NEW.admin_id OR payer_before_id IS NOT NULL)
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
    OR NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%'
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
-- Two admins make an admin of another person, or remove another's lost second factor: of the version of the account that they
-- saw. These approvals are never given anew, so an admin who is alone waits 24 hours from the first (`users_role`).
CREATE TRIGGER approvals_about_people BEFORE INSERT ON approvals
WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' BEGIN
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
    );
END;
--> statement-breakpoint
DROP VIEW moved_alone;
--> statement-breakpoint
-- What one admin's approval alone did to withdrawals: no other admin approved the same act, nor, for a completion, the
-- withdrawal.
CREATE VIEW moved_alone AS
  SELECT approvals.admin_id, withdrawals.id AS withdrawal_id, withdrawals.amount_cents, approvals.at_ms
  FROM approvals_not_withdrawn AS approvals JOIN withdrawals ON withdrawals.id = substr(approvals.subject, 12)
  WHERE approvals.subject LIKE 'withdrawal:%' AND withdrawals.status <> 'rejected'
    AND CASE approvals.act WHEN 'approve' THEN withdrawals.approved_at_ms ELSE withdrawals.completed_at_ms END IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM approvals_not_withdrawn AS other
      WHERE other.subject = approvals.subject AND other.act IN (approvals.act, 'approve')
        AND other.admin_id <> approvals.admin_id
    );
--> statement-breakpoint
-- Why no withdrawal is requested, approved or begun to be paid: a difference in the ledger, a restore, or an admin's pause.
CREATE VIEW pauses_of_withdrawals AS
  SELECT reason, since_ms FROM pauses WHERE what = 'withdrawals'
  UNION ALL SELECT reason, since_ms FROM withdrawal_pauses WHERE resumed_at_ms IS NULL;
--> statement-breakpoint
-- One pause at a time, by an admin.
CREATE TRIGGER withdrawal_pauses_start BEFORE INSERT ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.resumed_at_ms IS NOT NULL OR NEW.resumed_by IS NOT NULL
    OR EXISTS (SELECT 1 FROM withdrawal_pauses WHERE resumed_at_ms IS NULL);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.paused_by);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_pauses_terms_fixed BEFORE UPDATE OF id, reason, paused_by, since_ms ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'pause_terms_fixed');
END;
--> statement-breakpoint
-- Withdrawals go on when two admins have approved that, or the only admin there is, a day after the pause. The owner of the
-- database needs nobody's consent.
CREATE TRIGGER withdrawal_pauses_resumed BEFORE UPDATE OF resumed_at_ms, resumed_by ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.resumed_at_ms IS NOT NULL OR NEW.resumed_at_ms IS NULL OR NEW.resumed_by IS NULL;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.resumed_by <> 'system' AND (
    NOT EXISTS (
      SELECT 1 FROM standing_words
      WHERE subject = 'pause:' || OLD.id AND act = 'approve' AND admin_id = NEW.resumed_by
    )
    OR CASE (SELECT count(*) FROM admins)
      WHEN 1 THEN NEW.resumed_at_ms < OLD.since_ms + 86400000
      ELSE 2 > (SELECT count(*) FROM standing_words WHERE subject = 'pause:' || OLD.id AND act = 'approve')
    END
  );
END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_pauses_never_deleted BEFORE DELETE ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_start_pending;
--> statement-breakpoint
-- A request is within the limits of its trader, is not made while withdrawals are paused, and has its sum in `held`
-- already.
CREATE TRIGGER withdrawals_start_pending BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'pending' OR NEW.version <> 1 OR NEW.approvals_needed NOT BETWEEN 1 AND 2;
  SELECT RAISE(ABORT, 'withdrawals_paused') WHERE EXISTS (SELECT 1 FROM pauses_of_withdrawals);
  SELECT RAISE(ABORT, 'too_many_pending')
  WHERE (SELECT count(*) FROM withdrawals WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
  SELECT RAISE(ABORT, 'over_daily_sum')
  WHERE NEW.amount_cents + (
    SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
    WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status <> 'rejected'
  ) > 1000000;
  -- The sum stands in `held` before the request stands.
  SELECT RAISE(ABORT, 'withdrawal_without_transfer')
  WHERE NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'withdrawal' AND transfers.reference = 'withdrawal:' || NEW.id || ':request'
      AND entries.account_id = 'held:' || NEW.user_id AND entries.amount_cents = NEW.amount_cents
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_of_frozen_accounts;
--> statement-breakpoint
-- A frozen account requests no withdrawal.
CREATE TRIGGER withdrawals_of_frozen_accounts BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_start_undecided;
--> statement-breakpoint
-- A request holds nothing that only an admin decides.
CREATE TRIGGER withdrawals_start_undecided BEFORE INSERT ON withdrawals
WHEN NEW.unverified_reason IS NOT NULL OR NEW.unverified_payout IS NOT NULL OR NEW.payer_id IS NOT NULL
  OR NEW.payment_started_at_ms IS NOT NULL OR NEW.payer_before_id IS NOT NULL OR NEW.sole_approver_payout IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawals_journalled_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
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
DROP TRIGGER withdrawals_state_machine;
--> statement-breakpoint
-- Who may move a withdrawal to which state, with which approvals, and with which transfer.
CREATE TRIGGER withdrawals_state_machine BEFORE UPDATE OF status ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT (
    (OLD.status = 'pending' AND NEW.status IN ('approved', 'rejected'))
    OR (OLD.status = 'approved' AND NEW.status IN ('completed', 'rejected') AND NEW.cancelled_by_user = 0)
  );
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.version <> OLD.version + 1 OR NEW.decided_by IS NULL
    OR (NEW.status = 'approved' AND NEW.approved_at_ms IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.decided_by = OLD.user_id AND NEW.cancelled_by_user = 0;
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.decided_by <> OLD.user_id AND NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.cancelled_by_user = 0 AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  -- What was sent already is recorded whatever is paused.
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.status = 'approved' AND EXISTS (SELECT 1 FROM pauses_of_withdrawals);
  SELECT RAISE(ABORT, 'withdrawal_on_hold')
  WHERE NEW.status = 'approved' AND (
    NEW.approved_at_ms < OLD.approvable_at_ms
    OR NEW.approved_at_ms < (SELECT security_changed_at_ms + 86400000 FROM users WHERE id = OLD.user_id)
  );
  SELECT RAISE(ABORT, 'identity_not_verified')
  WHERE NEW.status = 'approved' AND (NEW.unverified_reason IS NULL OR NEW.unverified_payout IS NOT 'with_reason')
    AND NOT EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.user_id AND status = 'verified');
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'approved' AND OLD.approvals_needed > (
    SELECT count(*) FROM standing_words WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve'
  );
  -- One approval is enough: its admin moves the sum alone, and no more than they may in a day. The same withdrawal counts
  -- once, whether they approved it, completed it or both.
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'approved'
    AND 1 = (SELECT count(*) FROM standing_words WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve')
    AND OLD.admin_alone_cents_max < OLD.amount_cents + (
      SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
      WHERE moved.id <> OLD.id AND moved.id IN (
        SELECT withdrawal_id FROM moved_alone
        WHERE at_ms > NEW.approved_at_ms - 86400000
          AND admin_id = (
            SELECT admin_id FROM standing_words WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve'
          )
      )
    );
  -- The admin who is paying says which payment it was. Who may pay is decided when the payment starts.
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status = 'completed' AND OLD.payer_id IS NULL;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'completed' AND NOT EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = 'withdrawal:' || OLD.id AND act = 'complete' AND detail = NEW.payment_id AND admin_id = OLD.payer_id
  );
  -- Money that is on its way at the bank would leave twice.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'rejected' AND (OLD.payer_id <> NEW.decided_by OR OLD.payer_before_id IS NOT NULL) AND 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'rejection:' || OLD.id AND act = 'approve' AND at_ms >= OLD.payment_started_at_ms
  );
  SELECT RAISE(ABORT, 'proof_missing')
  WHERE NEW.status = 'completed'
    AND NOT EXISTS (
      SELECT 1 FROM withdrawal_images
      WHERE withdrawal_id = OLD.id AND kind = 'proof' AND uploaded_at_ms > (
        SELECT coalesce(max(at_ms), -1) FROM approvals WHERE subject = 'rejection:' || OLD.id
      )
    );
  SELECT RAISE(ABORT, 'withdrawal_without_transfer')
  WHERE NEW.status IN ('completed', 'rejected') AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'withdrawal'
      AND transfers.reference = 'withdrawal:' || OLD.id || CASE NEW.status WHEN 'completed' THEN ':complete' ELSE ':reject' END
      AND entries.account_id = 'held:' || OLD.user_id AND entries.amount_cents = -OLD.amount_cents
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
DROP TRIGGER withdrawals_payment;
--> statement-breakpoint
-- One admin at a time pays an approved withdrawal: begins the payment, ends it without having paid, or takes it over an hour
-- after a colleague began it, or from somebody who is no admin any more. What was taken over may have been paid, so nobody
-- ends it. The payer is not the only approver, unless the operator allows that; then no more than one admin may move alone.
CREATE TRIGGER withdrawals_payment
BEFORE UPDATE OF payer_id, payment_started_at_ms, payer_before_id, sole_approver_payout ON withdrawals
WHEN (NEW.payer_id, NEW.payment_started_at_ms, NEW.payer_before_id, NEW.sole_approver_payout)
  IS NOT (OLD.payer_id, OLD.payment_started_at_ms, OLD.payer_before_id, OLD.sole_approver_payout) BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'approved' OR NEW.status <> 'approved'
    OR NEW.payer_id IS OLD.payer_id
    OR (NEW.payer_id IS NULL) <> (NEW.payment_started_at_ms IS NULL)
    OR (NEW.payer_id IS NULL AND OLD.payer_before_id IS NOT NULL)
    OR NEW.payer_before_id IS NOT CASE WHEN NEW.payer_id IS NULL THEN NULL ELSE OLD.payer_id END
    OR (NEW.payment_started_at_ms < OLD.payment_started_at_ms + 3600000
      AND EXISTS (SELECT 1 FROM admins WHERE id = OLD.payer_id));
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.payer_id = OLD.user_id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.payer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.payer_id);
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE EXISTS (SELECT 1 FROM admins WHERE id = NEW.payer_id AND counts_from_ms > NEW.payment_started_at_ms);
  -- A payment that was begun before may have been made: to take it over records that, whatever is paused.
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL AND EXISTS (SELECT 1 FROM pauses_of_withdrawals);
  SELECT RAISE(ABORT, 'owner_frozen')
  WHERE NEW.payer_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE EXISTS (
      SELECT 1 FROM approvals
      WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve' AND admin_id = NEW.payer_id
    )
    AND NOT EXISTS (
      SELECT 1 FROM standing_words
      WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve' AND admin_id <> NEW.payer_id
    )
    AND (
      NEW.sole_approver_payout IS NOT 'allowed' OR OLD.approvals_needed > 1
      OR OLD.admin_alone_cents_max < OLD.amount_cents + (
        SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
        WHERE moved.id <> OLD.id AND moved.id IN (
          SELECT withdrawal_id FROM moved_alone
          WHERE admin_id = NEW.payer_id AND at_ms > NEW.payment_started_at_ms - 86400000
        )
      )
    );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_journalled_changed AFTER UPDATE ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payer_before_id', NEW.payer_before_id,
    'sole_approver_payout', NEW.sole_approver_payout, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
