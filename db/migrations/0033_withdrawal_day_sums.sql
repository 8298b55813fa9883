ALTER TABLE `withdrawals` ADD `second_admin_above_cents` integer DEFAULT 100000 NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `admin_alone_cents_max` integer DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `unverified_reason` text;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `payer_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `payment_started_at_ms` integer;--> statement-breakpoint
CREATE INDEX `approvals_admin` ON `approvals` (`admin_id`,`at_ms`);--> statement-breakpoint
-- Small requests of one day count together, for their trader and for the admin who moves them; who has no verified identity
-- is not paid without a reason; and what is being paid is not given back by another admin alone.

-- Requests from before, and those of a Worker that does not know the columns yet, have the figures that every operator began
-- with. How many admins they need stays as it was.
CREATE VIEW moved_alone AS
  SELECT approvals.admin_id, withdrawals.id AS withdrawal_id, withdrawals.amount_cents, approvals.at_ms
  FROM approvals JOIN withdrawals ON withdrawals.id = substr(approvals.subject, 12)
  WHERE approvals.subject LIKE 'withdrawal:%' AND withdrawals.status <> 'rejected'
    AND CASE approvals.act WHEN 'approve' THEN withdrawals.approved_at_ms ELSE withdrawals.completed_at_ms END IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM approvals AS other
      WHERE other.subject = approvals.subject AND other.act = approvals.act AND other.admin_id <> approvals.admin_id
    );
--> statement-breakpoint
-- As before, and: an admin who said that a withdrawal was paid takes that back by agreeing to reject it, and the other way
-- round. Of the two, the later approval counts.
DROP VIEW standing_words;
--> statement-breakpoint
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals JOIN admins ON admins.id = approvals.admin_id
  WHERE admins.counts_from_ms <= approvals.at_ms
    AND NOT (approvals.act = 'complete' AND EXISTS (
      SELECT 1 FROM approvals AS rejection
      WHERE rejection.subject = 'rejection:' || substr(approvals.subject, 12) AND rejection.act = 'approve'
        AND rejection.admin_id = approvals.admin_id AND rejection.at_ms >= approvals.at_ms
    ))
    AND NOT (approvals.subject LIKE 'rejection:%' AND EXISTS (
      SELECT 1 FROM approvals AS completion
      WHERE completion.subject = 'withdrawal:' || substr(approvals.subject, 11) AND completion.act = 'complete'
        AND completion.admin_id = approvals.admin_id AND completion.at_ms > approvals.at_ms
    ));
--> statement-breakpoint
-- What only an admin decides is not in a request.
CREATE TRIGGER withdrawals_start_undecided BEFORE INSERT ON withdrawals
WHEN NEW.unverified_reason IS NOT NULL OR NEW.payer_id IS NOT NULL OR NEW.payment_started_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
-- What a trader asked for within 24 hours counts together, unless it was rejected or cancelled. Above the sum that one admin
-- decides, every request of it that nobody has decided about yet takes two.
CREATE TRIGGER withdrawals_add_up AFTER INSERT ON withdrawals
WHEN NEW.second_admin_above_cents < (
  SELECT sum(amount_cents) FROM withdrawals
  WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status <> 'rejected'
) BEGIN
  UPDATE withdrawals SET approvals_needed = 2
  WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status = 'pending' AND approvals_needed = 1;
END;
--> statement-breakpoint
-- As before, with the two sums; how many admins it needs has a rule of its own.
DROP TRIGGER withdrawals_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_terms_fixed BEFORE UPDATE OF id, user_id, amount_cents, payment_method, bank_name, account_id, payment_image, request_message, approvable_at_ms, second_admin_above_cents, admin_alone_cents_max, created_at_ms ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_approvals_rise BEFORE UPDATE OF approvals_needed ON withdrawals
WHEN NEW.approvals_needed <> OLD.approvals_needed BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed')
  WHERE NEW.approvals_needed <> 2 OR OLD.status NOT IN ('pending', 'approved');
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_unverified_reason BEFORE UPDATE OF unverified_reason ON withdrawals
WHEN NEW.unverified_reason IS NOT OLD.unverified_reason BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed') WHERE OLD.status <> 'pending' OR coalesce(NEW.unverified_reason, '') = '';
END;
--> statement-breakpoint
-- One admin at a time pays an approved withdrawal: begun by somebody who may complete it, or ended without a payment.
CREATE TRIGGER withdrawals_payment BEFORE UPDATE OF payer_id, payment_started_at_ms ON withdrawals
WHEN (NEW.payer_id, NEW.payment_started_at_ms) IS NOT (OLD.payer_id, OLD.payment_started_at_ms) BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'approved' OR NEW.status <> 'approved'
    OR (NEW.payer_id IS NULL) = (OLD.payer_id IS NULL)
    OR (NEW.payer_id IS NULL) <> (NEW.payment_started_at_ms IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.payer_id = OLD.user_id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.payer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.payer_id);
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.payer_id IS NOT NULL AND EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
  SELECT RAISE(ABORT, 'owner_frozen')
  WHERE NEW.payer_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- As before, and: an approval wants a verified identity or a reason, one admin alone moves no more than their sum of a day,
-- and another admin's payment is not given back by one alone.
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
  WHERE NEW.status = 'approved' AND NEW.unverified_reason IS NULL
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
    AND NOT EXISTS (SELECT 1 FROM withdrawal_images WHERE withdrawal_id = OLD.id AND kind = 'proof');
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
--> statement-breakpoint
-- As before, and approvals of a rejection: from admins other than the one who pays, while they do.
DROP TRIGGER approvals_agree;
--> statement-breakpoint
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
DROP TRIGGER approvals_agree_when_changed;
--> statement-breakpoint
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
    WHEN 'complete' THEN EXISTS (SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'approved')
    WHEN 'mark_paid' THEN EXISTS (SELECT 1 FROM deposits WHERE id = substr(NEW.subject, 9) AND status <> 'paid')
    ELSE EXISTS (SELECT 1 FROM payment_exceptions WHERE id = substr(NEW.subject, 11) AND status = 'open')
  END;
END;
