ALTER TABLE `withdrawals` ADD `unverified_payout` text;--> statement-breakpoint
-- An approval of somebody whose identity is not verified wants the operator's consent besides a reason, which may be older than
-- the consent is; and what an admin said was paid and took back counts for nothing, with its proof.

-- An admin who said that a withdrawal was paid takes that back by agreeing to reject it, and the other way round. Of the two,
-- the later approval counts.
CREATE VIEW approvals_not_withdrawn AS
  SELECT * FROM approvals
  WHERE NOT (act = 'complete' AND EXISTS (
      SELECT 1 FROM approvals AS rejection
      WHERE rejection.subject = 'rejection:' || substr(approvals.subject, 12) AND rejection.act = 'approve'
        AND rejection.admin_id = approvals.admin_id AND rejection.at_ms >= approvals.at_ms
    ))
    AND NOT (subject LIKE 'rejection:%' AND EXISTS (
      SELECT 1 FROM approvals AS completion
      WHERE completion.subject = 'withdrawal:' || substr(approvals.subject, 11) AND completion.act = 'complete'
        AND completion.admin_id = approvals.admin_id AND completion.at_ms > approvals.at_ms
    ));
--> statement-breakpoint
-- As before.
DROP VIEW standing_words;
--> statement-breakpoint
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals_not_withdrawn AS approvals JOIN admins ON admins.id = approvals.admin_id
  WHERE admins.counts_from_ms <= approvals.at_ms;
--> statement-breakpoint
-- As before, without what was taken back: whoever completed a withdrawal beside it moved its sum alone.
DROP VIEW moved_alone;
--> statement-breakpoint
CREATE VIEW moved_alone AS
  SELECT approvals.admin_id, withdrawals.id AS withdrawal_id, withdrawals.amount_cents, approvals.at_ms
  FROM approvals_not_withdrawn AS approvals JOIN withdrawals ON withdrawals.id = substr(approvals.subject, 12)
  WHERE approvals.subject LIKE 'withdrawal:%' AND withdrawals.status <> 'rejected'
    AND CASE approvals.act WHEN 'approve' THEN withdrawals.approved_at_ms ELSE withdrawals.completed_at_ms END IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM approvals_not_withdrawn AS other
      WHERE other.subject = approvals.subject AND other.act = approvals.act AND other.admin_id <> approvals.admin_id
    );
--> statement-breakpoint
-- Proofs of payments that were taken back, or of withdrawals that were rejected, prove nothing. Their objects go with a sweep.
DELETE FROM withdrawal_images WHERE kind = 'proof' AND EXISTS (
  SELECT 1 FROM withdrawals
  WHERE withdrawals.id = withdrawal_images.withdrawal_id AND (withdrawals.status = 'rejected' OR (
    withdrawals.status = 'approved' AND withdrawal_images.uploaded_at_ms <= (
      SELECT max(at_ms) FROM approvals WHERE subject = 'rejection:' || withdrawals.id
    )
  ))
);
--> statement-breakpoint
DELETE FROM images WHERE purpose = 'proof'
  AND NOT EXISTS (SELECT 1 FROM withdrawal_images WHERE withdrawal_images.filename = images.filename);
--> statement-breakpoint
-- As before, with what the operator allows.
DROP TRIGGER withdrawals_start_undecided;
--> statement-breakpoint
CREATE TRIGGER withdrawals_start_undecided BEFORE INSERT ON withdrawals
WHEN NEW.unverified_reason IS NOT NULL OR NEW.unverified_payout IS NOT NULL OR NEW.payer_id IS NOT NULL
  OR NEW.payment_started_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
-- What the operator allows is written by the approval, and stays.
CREATE TRIGGER withdrawals_unverified_payout BEFORE UPDATE OF unverified_payout ON withdrawals
WHEN NEW.unverified_payout IS NOT OLD.unverified_payout BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed') WHERE OLD.status <> 'pending' OR NEW.status <> 'approved';
END;
--> statement-breakpoint
-- As before, and: a reason is enough where the operator allows it now, and a proof of the payment is newer than each approval
-- of a rejection.
DROP TRIGGER withdrawals_state_machine;
--> statement-breakpoint
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
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.status IN ('approved', 'completed') AND EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
  SELECT RAISE(ABORT, 'withdrawal_on_hold')
  WHERE NEW.status = 'approved' AND (
    NEW.approved_at_ms < OLD.approvable_at_ms
    OR NEW.approved_at_ms < (SELECT security_changed_at_ms + 86400000 FROM users WHERE id = OLD.user_id)
  );
  SELECT RAISE(ABORT, 'identity_not_verified')
  WHERE NEW.status = 'approved' AND (NEW.unverified_reason IS NULL OR NEW.unverified_payout IS NOT 'with_reason')
    AND NOT EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.user_id AND status = 'verified');
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status IN ('approved', 'completed') AND OLD.approvals_needed > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'withdrawal:' || OLD.id
      AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
      AND (NEW.status = 'approved' OR detail = NEW.payment_id)
  );
  -- One approval is enough: its admin moves the sum alone, and no more than they may in a day. The same withdrawal counts
  -- once, whether they approved it, completed it or both.
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status IN ('approved', 'completed')
    AND 1 = (
      SELECT count(*) FROM standing_words
      WHERE subject = 'withdrawal:' || OLD.id
        AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
    )
    AND OLD.admin_alone_cents_max < OLD.amount_cents + (
      SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
      WHERE moved.id <> OLD.id AND moved.id IN (
        SELECT withdrawal_id FROM moved_alone
        WHERE at_ms > coalesce(NEW.completed_at_ms, NEW.approved_at_ms) - 86400000
          AND admin_id = (
            SELECT admin_id FROM standing_words
            WHERE subject = 'withdrawal:' || OLD.id
              AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
          )
      )
    );
  -- Money that is on its way at the bank would leave twice.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'rejected' AND OLD.payer_id <> NEW.decided_by AND 2 > (
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
-- The same as it was: the newest trigger is asked first, and that an account is frozen is to be told before all else.
DROP TRIGGER withdrawals_of_frozen_accounts_wait;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;
