-- The triggers of `approvals`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Which act an approval is for, and whose it is, never changes.
CREATE TRIGGER approvals_change_nothing_else BEFORE UPDATE OF subject, act, admin_id ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_terms_fixed');
END;

CREATE TRIGGER approvals_never_deleted BEFORE DELETE ON approvals BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

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

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER approvals_journalled_inserted AFTER INSERT ON approvals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('approvals', json_object(
    'subject', NEW.subject, 'act', NEW.act, 'admin_id', NEW.admin_id, 'detail', NEW.detail, 'at_ms', NEW.at_ms
  ));
END;

CREATE TRIGGER approvals_journalled_changed AFTER UPDATE ON approvals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('approvals', json_object(
    'subject', NEW.subject, 'act', NEW.act, 'admin_id', NEW.admin_id, 'detail', NEW.detail, 'at_ms', NEW.at_ms
  ));
END;

-- A trader sees how many admins have approved their withdrawal.
CREATE TRIGGER approvals_told AFTER INSERT ON approvals WHEN NEW.subject LIKE 'withdrawal:%' BEGIN
  INSERT INTO account_changes (user_id, topic)
  SELECT user_id, 'withdrawals' FROM withdrawals WHERE id = substr(NEW.subject, length('withdrawal:') + 1);
END;
