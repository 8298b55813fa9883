-- The triggers of `withdrawals`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

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
  ) > (SELECT cents FROM withdrawal_day_limits WHERE user_id = NEW.user_id);
  -- The sum stands in `held` before the request stands.
  SELECT RAISE(ABORT, 'withdrawal_without_transfer')
  WHERE NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'withdrawal' AND transfers.reference = 'withdrawal:' || NEW.id || ':request'
      AND entries.account_id = 'held:' || NEW.user_id AND entries.amount_cents = NEW.amount_cents
  );
END;

CREATE TRIGGER withdrawals_never_deleted BEFORE DELETE ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- A frozen account requests no withdrawal.
CREATE TRIGGER withdrawals_of_frozen_accounts BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;

-- A trader's requests of 24 hours count together, unless rejected or cancelled. Above the sum that one admin decides
-- about, each pending request of them needs two admins. The request has that sum as it was read; the one in force counts when it is
-- lower.
CREATE TRIGGER withdrawals_add_up AFTER INSERT ON withdrawals
WHEN min(NEW.second_admin_above_cents, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'second_admin_above' AND user_id IS NULL), NEW.second_admin_above_cents)) < (
  SELECT sum(amount_cents) FROM withdrawals
  WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status <> 'rejected'
) BEGIN
  UPDATE withdrawals SET approvals_needed = 2
  WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status = 'pending' AND approvals_needed = 1;
END;

-- What was requested never changes.
CREATE TRIGGER withdrawals_terms_fixed BEFORE UPDATE OF
  id, user_id, amount_cents, payment_method, bank_name, account_id, payment_image, request_message, approvable_at_ms,
  second_admin_above_cents, admin_alone_cents_max, created_at_ms
ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;

-- How many admins a withdrawal needs rises to two while it is open, and never falls.
CREATE TRIGGER withdrawals_approvals_rise BEFORE UPDATE OF approvals_needed ON withdrawals
WHEN NEW.approvals_needed <> OLD.approvals_needed BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed')
  WHERE NEW.approvals_needed <> 2 OR OLD.status NOT IN ('pending', 'approved');
END;

-- The reason for a payout without a verified identity is written while the withdrawal is pending, and is never emptied.
CREATE TRIGGER withdrawals_unverified_reason BEFORE UPDATE OF unverified_reason ON withdrawals
WHEN NEW.unverified_reason IS NOT OLD.unverified_reason BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed') WHERE OLD.status <> 'pending' OR coalesce(NEW.unverified_reason, '') = '';
END;

-- One admin at a time pays an approved withdrawal: begins the payment, ends it without having paid, or takes it over an hour
-- after a colleague began it, or from somebody who is no operator any more. What was taken over may have been paid, so nobody
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
      AND EXISTS (SELECT 1 FROM role_holders WHERE user_id = OLD.payer_id AND role = 'operator'));
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.payer_id = OLD.user_id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.payer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.payer_id);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.payer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.payer_id AND role = 'operator');
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.payer_id AND role = 'operator' AND counts_from_ms > NEW.payment_started_at_ms
  );
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
      OR min(OLD.admin_alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'admin_alone_max' AND user_id IS NULL), OLD.admin_alone_cents_max)) < OLD.amount_cents + (
        SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
        WHERE moved.id <> OLD.id AND moved.id IN (
          SELECT withdrawal_id FROM moved_alone
          WHERE admin_id = NEW.payer_id AND at_ms > NEW.payment_started_at_ms - 86400000
        )
      )
    );
END;

-- A request holds nothing that only an admin decides.
CREATE TRIGGER withdrawals_start_undecided BEFORE INSERT ON withdrawals
WHEN NEW.unverified_reason IS NOT NULL OR NEW.unverified_payout IS NOT NULL OR NEW.payer_id IS NOT NULL
  OR NEW.payment_started_at_ms IS NOT NULL OR NEW.payer_before_id IS NOT NULL OR NEW.sole_approver_payout IS NOT NULL
  OR NEW.returned_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;

-- What the operator allows is written by the approval, and stays.
CREATE TRIGGER withdrawals_unverified_payout BEFORE UPDATE OF unverified_payout ON withdrawals
WHEN NEW.unverified_payout IS NOT OLD.unverified_payout BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed') WHERE OLD.status <> 'pending' OR NEW.status <> 'approved';
END;

-- What was decided, by whom and when changes only with the state, and when it was approved never again.
CREATE TRIGGER withdrawals_decision_fixed BEFORE UPDATE OF
  payment_id, reject_reason, cancelled_by_user, decided_by, approved_at_ms, completed_at_ms, rejected_at_ms, version
ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed')
  WHERE (OLD.approved_at_ms IS NOT NULL AND NEW.approved_at_ms IS NOT OLD.approved_at_ms)
    OR (NEW.status = OLD.status AND (
      NEW.payment_id, NEW.reject_reason, NEW.cancelled_by_user, NEW.decided_by, NEW.approved_at_ms, NEW.completed_at_ms,
      NEW.rejected_at_ms, NEW.version
    ) IS NOT (
      OLD.payment_id, OLD.reject_reason, OLD.cancelled_by_user, OLD.decided_by, OLD.approved_at_ms, OLD.completed_at_ms,
      OLD.rejected_at_ms, OLD.version
    ));
END;

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
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.cancelled_by_user = 0
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
  -- What was sent already is recorded whatever is paused.
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.status = 'approved' AND EXISTS (SELECT 1 FROM pauses_of_withdrawals);
  SELECT RAISE(ABORT, 'withdrawal_on_hold')
  WHERE NEW.status = 'approved' AND (
    NEW.approved_at_ms < OLD.approvable_at_ms
    OR NEW.approved_at_ms < (SELECT security_changed_at_ms + 86400000 FROM users WHERE id = OLD.user_id)
  );
  SELECT RAISE(ABORT, 'identity_not_verified')
  WHERE NEW.status = 'approved' AND (
      NEW.unverified_reason IS NULL OR NEW.unverified_payout IS NOT 'with_reason'
      OR 'refused' = (SELECT value FROM settings_in_force WHERE key = 'unverified_payout' AND user_id IS NULL)
    )
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
    AND min(OLD.admin_alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'admin_alone_max' AND user_id IS NULL), OLD.admin_alone_cents_max)) < OLD.amount_cents + (
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
    )
    -- What the bank says of this payment of a batch, held to its reference and its sum (`payout_batch_items_settled`).
    AND NOT EXISTS (
      SELECT 1 FROM payout_batch_items
      WHERE withdrawal_id = OLD.id AND outcome IS NOT NULL AND payment_id = NEW.payment_id AND settled_at_ms > (
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

-- A completed withdrawal is returned once, by a posted act.
CREATE TRIGGER withdrawals_returned BEFORE UPDATE OF returned_at_ms ON withdrawals
WHEN NEW.returned_at_ms IS NOT OLD.returned_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.returned_at_ms IS NOT NULL OR NEW.returned_at_ms IS NULL OR OLD.status <> 'completed' OR NEW.status <> 'completed';
  SELECT RAISE(ABORT, 'record_without_act')
  WHERE NOT EXISTS (
    SELECT 1 FROM book_acts
    WHERE kind = 'payout_returned' AND record_id = OLD.id AND posted_at_ms = NEW.returned_at_ms
  );
END;

-- Nothing is approved or begun to be paid for a trader who owes: their open withdrawals wait until that is collected.
CREATE TRIGGER withdrawals_of_debtors_wait BEFORE UPDATE OF status, payer_id ON withdrawals
WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') OR (NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL) BEGIN
  SELECT RAISE(ABORT, 'owner_owes')
  WHERE EXISTS (SELECT 1 FROM accounts WHERE id = 'receivable:' || OLD.user_id AND balance_cents < 0);
END;

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

-- The money of a frozen account is only given back. Created last, so asked first: the caller learns of the freeze
-- before all else.
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;

-- A number is given once.
CREATE TRIGGER withdrawals_number_fixed BEFORE UPDATE OF number ON withdrawals
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;

-- Each row is numbered. The step is random, so that numbers do not tell how many rows are between two of them. Older than the
-- triggers of the journal, so asked after them: the journal's last row of a new request has the number.
CREATE TRIGGER withdrawals_numbered AFTER INSERT ON withdrawals WHEN NEW.number IS NULL BEGIN
  UPDATE withdrawals
  SET number = (SELECT coalesce(max(number), 1000) + 1 + abs(random() % 19) FROM withdrawals)
  WHERE id = NEW.id;
END;

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
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'returned_at_ms', NEW.returned_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;

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
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'returned_at_ms', NEW.returned_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;

-- Where the operator requires a second factor, a request is made by a trader who has one.
CREATE TRIGGER withdrawals_second_factor BEFORE INSERT ON withdrawals
WHEN NEW.second_factor = 'required'
  OR 'required' = (SELECT value FROM settings_in_force WHERE key = 'withdrawal_second_factor' AND user_id IS NULL) BEGIN
  SELECT RAISE(ABORT, 'second_factor_needed')
  WHERE NOT EXISTS (SELECT 1 FROM second_factors WHERE user_id = NEW.user_id);
END;

CREATE TRIGGER withdrawals_second_factor_fixed BEFORE UPDATE OF second_factor ON withdrawals
WHEN NEW.second_factor IS NOT OLD.second_factor BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;

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

CREATE TRIGGER withdrawals_notified_requested AFTER INSERT ON withdrawals BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT user_id, 'withdrawal_requested', CAST(number AS TEXT), json_object('cents', amount_cents), created_at_ms
  FROM withdrawals WHERE id = NEW.id AND number IS NOT NULL;
END;

-- A request that its own trader cancelled is told to nobody, and a payment that came back is not told as paid.
CREATE TRIGGER withdrawals_notified_decided AFTER UPDATE OF status ON withdrawals
WHEN NEW.status <> OLD.status AND NEW.cancelled_by_user = 0 AND NOT (NEW.status = 'completed' AND EXISTS (
  SELECT 1 FROM payout_batch_items WHERE withdrawal_id = NEW.id AND outcome = 'bounced' AND taken_back_at_ms IS NULL
)) BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_' || NEW.status, CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.updated_at_ms);
END;

CREATE TRIGGER withdrawals_notified_returned AFTER UPDATE OF returned_at_ms ON withdrawals
WHEN NEW.returned_at_ms IS NOT NULL AND OLD.returned_at_ms IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_returned', CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.returned_at_ms);
END;

CREATE TRIGGER withdrawals_told_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;

-- Not what only admins see: who works on it, and who is paying it.
CREATE TRIGGER withdrawals_told_changed AFTER UPDATE ON withdrawals
WHEN (NEW.status, NEW.admin_notes, NEW.approvals_needed, NEW.reviewed_at_ms, NEW.approvable_at_ms, NEW.returned_at_ms)
    IS NOT (OLD.status, OLD.admin_notes, OLD.approvals_needed, OLD.reviewed_at_ms, OLD.approvable_at_ms, OLD.returned_at_ms) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;

-- A decision, a payment that begins or the trader's own cancellation overtakes a question that waits for its answer.
CREATE TRIGGER withdrawals_end_question AFTER UPDATE OF status, payer_id ON withdrawals
WHEN NEW.status <> OLD.status OR (NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL) BEGIN
  UPDATE client_questions
  SET closed_at_ms = max(NEW.updated_at_ms, asked_at_ms),
    closed_because = CASE WHEN NEW.cancelled_by_user = 1 THEN 'cancelled' ELSE 'decided' END
  WHERE subject = 'withdrawal:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;

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

CREATE TRIGGER withdrawals_holder_fixed BEFORE UPDATE OF holder_name ON withdrawals
WHEN NEW.holder_name IS NOT OLD.holder_name BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;

-- A payment of a batch whose payer says that it was not made, or that was rejected, leaves the batch. Its trader is told.
CREATE TRIGGER withdrawals_leave_batch AFTER UPDATE OF status, payer_id ON withdrawals
WHEN OLD.payer_id IS NOT NULL AND (NEW.payer_id IS NULL OR NEW.status = 'rejected') AND EXISTS (
  SELECT 1 FROM payout_batch_items WHERE withdrawal_id = NEW.id AND taken_back_at_ms IS NULL
) BEGIN
  UPDATE payout_batch_items SET taken_back_at_ms = NEW.updated_at_ms
  WHERE withdrawal_id = NEW.id AND taken_back_at_ms IS NULL;
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;

-- A payment of a batch has left its bank account, which the ledger says of that account when an adjustment moves it there.
CREATE TRIGGER withdrawals_unsettled AFTER UPDATE OF status ON withdrawals
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO payout_unsettled (bank_account_id, taken_cents, unsettled_cents, returned_cents)
  SELECT payout_batches.bank_account_id, NEW.amount_cents, NEW.amount_cents, 0
  FROM payout_batch_items AS items JOIN payout_batches ON payout_batches.id = items.batch_id
  WHERE items.withdrawal_id = NEW.id AND items.taken_back_at_ms IS NULL
  ON CONFLICT (bank_account_id) DO UPDATE SET taken_cents = taken_cents + excluded.taken_cents,
    unsettled_cents = unsettled_cents + excluded.unsettled_cents;
END;

-- One that came back is there again. Where an adjustment had moved it, another one moves it back.
CREATE TRIGGER withdrawals_unsettled_returned AFTER UPDATE OF returned_at_ms ON withdrawals
WHEN NEW.returned_at_ms IS NOT NULL AND OLD.returned_at_ms IS NULL BEGIN
  UPDATE payout_unsettled SET taken_cents = taken_cents - NEW.amount_cents,
    unsettled_cents = max(0, unsettled_cents - NEW.amount_cents),
    returned_cents = returned_cents + max(0, NEW.amount_cents - unsettled_cents)
  WHERE bank_account_id = (
    SELECT payout_batches.bank_account_id
    FROM payout_batch_items AS items JOIN payout_batches ON payout_batches.id = items.batch_id
    WHERE items.withdrawal_id = NEW.id AND items.taken_back_at_ms IS NULL
  );
END;
