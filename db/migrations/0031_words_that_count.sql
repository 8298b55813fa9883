ALTER TABLE `payment_methods` ADD `configured_at_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `role_given_at_ms` integer;--> statement-breakpoint
-- Which admins' words count, and where they are counted: in one place, whatever code writes.

-- Known of those who are admins already; whoever was made one before that was written down is as old as the account.
UPDATE users SET role_given_at_ms = coalesce(
  (SELECT max(at_ms) FROM audit_log WHERE subject = 'user:' || users.id AND action = 'admin.appointed'), created_at_ms
) WHERE role = 'admin';
--> statement-breakpoint
-- Whatever was saved may have been active.
UPDATE payment_methods SET configured_at_ms = updated_at_ms;
--> statement-breakpoint
-- A colleague's appointment counts a day later: until then whoever reads the mail about it can take it back. The owner of
-- the database needs nobody's consent.
CREATE VIEW admins AS
  SELECT id, CASE role_given_by WHEN 'system' THEN 0 ELSE role_given_at_ms + 86400000 END AS counts_from_ms
  FROM users WHERE role = 'admin';
--> statement-breakpoint
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals JOIN admins ON admins.id = approvals.admin_id
  WHERE admins.counts_from_ms <= approvals.at_ms;
--> statement-breakpoint
-- As before, and it is known since when.
DROP TRIGGER users_role;
--> statement-breakpoint
CREATE TRIGGER users_role BEFORE UPDATE OF role ON users WHEN NEW.role <> OLD.role BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.role_given_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.role_given_by AND role = 'admin');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.role = 'admin' AND NEW.email_verified_at_ms IS NULL)
    OR (NEW.role_given_by IS NOT 'system' AND (NEW.role_given_at_ms IS NULL OR NEW.role_given_at_ms IS OLD.role_given_at_ms));
  -- Somebody is left who can sign in at the desk.
  SELECT RAISE(ABORT, 'last_admin')
  WHERE OLD.role = 'admin' AND NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.role = 'admin' AND users.id <> OLD.id
  );
END;
--> statement-breakpoint
-- Nobody grows older as an admin but by waiting.
CREATE TRIGGER users_role_given BEFORE UPDATE OF role_given_by, role_given_at_ms ON users
WHEN NEW.role = OLD.role AND NEW.role_given_by IS NOT 'system' BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed')
  WHERE (NEW.role_given_by, NEW.role_given_at_ms) IS NOT (OLD.role_given_by, OLD.role_given_at_ms);
END;
--> statement-breakpoint
-- As before, and: only words that stand are counted, an admin decides or the trader cancels, and no approval goes through
-- in the day after a change of the account's security, whether that came before the request or after it.
DROP TRIGGER withdrawals_state_machine;
--> statement-breakpoint
CREATE TRIGGER withdrawals_state_machine BEFORE UPDATE OF status ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT (
    (OLD.status = 'pending' AND NEW.status IN ('approved', 'rejected'))
    OR (OLD.status = 'approved' AND NEW.status IN ('completed', 'rejected') AND NEW.cancelled_by_user = 0)
  );
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.version <> OLD.version + 1 OR NEW.decided_by IS NULL;
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
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status IN ('approved', 'completed') AND OLD.approvals_needed > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'withdrawal:' || OLD.id
      AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
      AND (NEW.status = 'approved' OR detail = NEW.payment_id)
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
-- The same as it was. The newest trigger is asked first, and that an account is frozen is to be told before all else.
DROP TRIGGER withdrawals_of_frozen_accounts_wait;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;
--> statement-breakpoint
-- Every word for one act says the same, none comes from the person whose money it is, from whoever does not count yet, or
-- when the act is not to be done or done already.
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
    WHEN 'approve' THEN EXISTS (SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'pending')
    WHEN 'complete' THEN EXISTS (SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'approved')
    WHEN 'mark_paid' THEN EXISTS (SELECT 1 FROM deposits WHERE id = substr(NEW.subject, 9) AND status <> 'paid')
    ELSE EXISTS (SELECT 1 FROM payment_exceptions WHERE id = substr(NEW.subject, 11) AND status = 'open')
  END;
END;
--> statement-breakpoint
CREATE TRIGGER approvals_never_deleted BEFORE DELETE ON approvals BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- As before, with the words that stand, and decided by an admin.
DROP TRIGGER payment_exceptions_state_machine;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_state_machine BEFORE UPDATE OF status ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR NEW.status = 'open' OR NEW.version <> OLD.version + 1
    OR NEW.decided_by IS NULL OR NEW.note IS NULL OR (NEW.status = 'matched') <> (NEW.credited_cents IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
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
  );
END;
--> statement-breakpoint
DROP TRIGGER deposits_marked_paid;
--> statement-breakpoint
CREATE TRIGGER deposits_marked_paid BEFORE UPDATE OF bank_reference ON deposits BEGIN
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status <> 'paid' OR OLD.status = 'paid' OR 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'deposit:' || OLD.id AND act = 'mark_paid'
      AND detail = NEW.bank_reference || ' ' || NEW.settlement_hash
  );
END;
