-- guards: they refuse more only while a restore waits for its review, and approvals of restores are new.
CREATE TABLE `restores` (
	`id` text PRIMARY KEY NOT NULL,
	`restored_at_ms` integer NOT NULL,
	`copy_sequence` integer NOT NULL,
	`journal_sequence` integer NOT NULL,
	`finding_count` integer NOT NULL,
	`findings` text NOT NULL,
	`resumed_at_ms` integer
) STRICT;
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
    );
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id);
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id AND counts_from_ms <= NEW.at_ms);
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
DROP TRIGGER deposits_start_pending;
--> statement-breakpoint
-- At most five deposits of a trader are open at once, each within the limits of one deposit. None is opened while deposits
-- are paused; a payment for an older one is still credited.
CREATE TRIGGER deposits_start_pending BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending';
  SELECT RAISE(ABORT, 'deposits_paused') WHERE EXISTS (SELECT 1 FROM pauses WHERE what = 'deposits');
  SELECT RAISE(ABORT, 'too_many_open')
  WHERE (SELECT count(*) FROM deposits WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
  SELECT RAISE(ABORT, 'deposits_amount') WHERE NEW.amount_cents NOT BETWEEN 1000 AND 1000000;
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
-- Nothing that a restore has paused goes on before two admins have approved what it found.
CREATE TRIGGER pauses_until_review BEFORE DELETE ON pauses BEGIN
  SELECT RAISE(ABORT, 'restore_unreviewed') WHERE EXISTS (SELECT 1 FROM restores WHERE resumed_at_ms IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER restores_start_unreviewed BEFORE INSERT ON restores BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.resumed_at_ms IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER restores_terms_fixed BEFORE UPDATE OF
  id, restored_at_ms, copy_sequence, journal_sequence, finding_count, findings
ON restores BEGIN
  SELECT RAISE(ABORT, 'restore_terms_fixed');
END;
--> statement-breakpoint
-- Payments go on after a restore when two admins have approved what it found.
CREATE TRIGGER restores_resumed_by_two BEFORE UPDATE OF resumed_at_ms ON restores BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE OLD.resumed_at_ms IS NOT NULL OR NEW.resumed_at_ms IS NULL;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'restore:' || OLD.id AND act = 'approve' AND detail = CAST(OLD.finding_count AS TEXT)
  );
END;
--> statement-breakpoint
CREATE TRIGGER restores_never_deleted BEFORE DELETE ON restores BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
