-- What holds for withdrawals, and for what admins do to money, whatever code writes.

CREATE TRIGGER withdrawals_start_pending BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'pending' OR NEW.version <> 1 OR NEW.approvals_needed NOT BETWEEN 1 AND 2;
  SELECT RAISE(ABORT, 'withdrawals_paused') WHERE EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
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
CREATE TRIGGER withdrawals_state_machine BEFORE UPDATE OF status ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT (
    (OLD.status = 'pending' AND NEW.status IN ('approved', 'rejected'))
    OR (OLD.status = 'approved' AND NEW.status IN ('completed', 'rejected') AND NEW.cancelled_by_user = 0)
  );
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.version <> OLD.version + 1 OR NEW.decided_by IS NULL;
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.decided_by = OLD.user_id AND NEW.cancelled_by_user = 0;
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.status IN ('approved', 'completed') AND EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
  SELECT RAISE(ABORT, 'withdrawal_on_hold')
  WHERE NEW.status = 'approved' AND NEW.approved_at_ms < OLD.approvable_at_ms;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status IN ('approved', 'completed') AND OLD.approvals_needed > (
    SELECT count(*) FROM approvals
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
CREATE TRIGGER withdrawals_terms_fixed BEFORE UPDATE OF id, user_id, amount_cents, payment_method, bank_name, account_id, payment_image, request_message, approvable_at_ms, approvals_needed, created_at_ms ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_never_deleted BEFORE DELETE ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- Every word for one act says the same, none comes from the person whose money it is, and none after the act.
CREATE TRIGGER approvals_agree BEFORE INSERT ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM approvals
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM withdrawals WHERE NEW.subject = 'withdrawal:' || id AND user_id = NEW.admin_id)
    OR EXISTS (SELECT 1 FROM deposits WHERE NEW.subject = 'deposit:' || id AND user_id = NEW.admin_id)
    OR EXISTS (
      SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
      WHERE NEW.subject = 'exception:' || payment_exceptions.id AND deposits.user_id = NEW.admin_id
    );
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.admin_id AND role = 'admin');
END;
--> statement-breakpoint
CREATE TRIGGER approvals_change_nothing_else BEFORE UPDATE OF subject, act, admin_id ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER approvals_agree_when_changed BEFORE UPDATE OF detail ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM approvals
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
END;
--> statement-breakpoint
-- Money that came without fitting its deposit: decided once; a match credits it by a transfer that two admins agreed to.
CREATE TRIGGER payment_exceptions_state_machine BEFORE UPDATE OF status ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR NEW.status = 'open' OR NEW.version <> OLD.version + 1
    OR NEW.decided_by IS NULL OR NEW.note IS NULL OR (NEW.status = 'matched') <> (NEW.credited_cents IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'matched' AND 2 > (
    SELECT count(*) FROM approvals
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
CREATE TRIGGER payment_exceptions_never_deleted BEFORE DELETE ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- One settled payment credits once, whichever way it came in: by its deposit, or by a decision of the queue.
CREATE TRIGGER deposits_settlement_once BEFORE UPDATE OF settlement_hash ON deposits WHEN NEW.settlement_hash IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (SELECT 1 FROM payment_exceptions WHERE settlement_hash = NEW.settlement_hash);
END;
--> statement-breakpoint
-- By hand only with the bank's reference, and two admins' word for it and the settlement's hash.
CREATE TRIGGER deposits_marked_paid BEFORE UPDATE OF bank_reference ON deposits BEGIN
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status <> 'paid' OR OLD.status = 'paid' OR 2 > (
    SELECT count(*) FROM approvals
    WHERE subject = 'deposit:' || OLD.id AND act = 'mark_paid'
      AND detail = NEW.bank_reference || ' ' || NEW.settlement_hash
  );
END;
