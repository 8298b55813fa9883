-- guards: the version before appoints with approvals that name no roles, which gives all of them, and its own admins hold all. A
-- removal that would leave fewer than two operators it does not know: it is refused there too, as an error of the server.
CREATE TABLE `admin_roles` (
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`is_held` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at_ms` integer,
	PRIMARY KEY(`user_id`, `role`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "admin_roles_role" CHECK("admin_roles"."role" IN ('support', 'operator', 'owner'))
) STRICT;
--> statement-breakpoint
INSERT INTO admin_roles (user_id, role, is_held, changed_by, changed_at_ms)
SELECT users.id, named.role, 1, 'system', NULL
FROM users, (SELECT 'support' AS role UNION ALL SELECT 'operator' UNION ALL SELECT 'owner') AS named
WHERE users.role = 'admin';
--> statement-breakpoint
CREATE TRIGGER admin_roles_never_deleted BEFORE DELETE ON admin_roles BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER admin_roles_terms_fixed BEFORE UPDATE OF user_id, role ON admin_roles
WHEN (NEW.user_id, NEW.role) IS NOT (OLD.user_id, OLD.role) BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER admin_roles_changed BEFORE UPDATE OF is_held, changed_by, changed_at_ms ON admin_roles
WHEN NEW.changed_by <> 'system' AND NEW.changed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.changed_by = NEW.user_id;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.changed_by AND role = 'owner' AND counts_from_ms <= NEW.changed_at_ms
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NOT EXISTS (
    SELECT 1 FROM agreed_roles
    WHERE user_id = NEW.user_id AND admin_id = NEW.changed_by
      AND (have > 1 OR (owners_beside = 1 AND since_ms <= NEW.changed_at_ms - 86400000))
      AND NEW.is_held = (instr(',' || detail || ',', ',' || NEW.role || ',') > 0)
  );
END;
--> statement-breakpoint
-- What two must approve needs two who can: nobody takes the operator's role from one of the last two who can sign in, and the
-- owner's from the last one.
CREATE TRIGGER admin_roles_leave_two BEFORE UPDATE OF is_held ON admin_roles
WHEN OLD.is_held = 1 AND NEW.is_held = 0 AND NEW.changed_by <> 'system' BEGIN
  SELECT RAISE(ABORT, 'last_operators')
  WHERE OLD.role = 'operator' AND 2 > (
    SELECT count(*) FROM admin_roles JOIN admins ON admins.id = admin_roles.user_id
    JOIN second_factors ON second_factors.user_id = admin_roles.user_id
    WHERE admin_roles.role = 'operator' AND admin_roles.is_held = 1 AND admin_roles.user_id <> OLD.user_id
  );
  SELECT RAISE(ABORT, 'last_admin')
  WHERE OLD.role = 'owner' AND NOT EXISTS (
    SELECT 1 FROM admin_roles JOIN admins ON admins.id = admin_roles.user_id
    JOIN second_factors ON second_factors.user_id = admin_roles.user_id
    WHERE admin_roles.role = 'owner' AND admin_roles.is_held = 1 AND admin_roles.user_id <> OLD.user_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER admin_roles_by_another_appointment BEFORE UPDATE OF is_held, changed_by, changed_at_ms ON admin_roles
WHEN NEW.changed_by <> 'system' AND NEW.changed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NOT (
    NEW.is_held = 0 AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND role = 'trader' AND role_given_by = NEW.changed_by)
  ) AND NOT EXISTS (
    SELECT 1 FROM users WHERE id = NEW.user_id AND role = 'admin' AND role_given_by = NEW.changed_by
      AND NEW.is_held = 1 AND EXISTS (
        SELECT 1 FROM approvals
        WHERE subject = 'appointment:' || users.id || ':' || (users.desk_version - 1) AND act = 'approve'
          AND admin_id = users.role_given_by
          AND (detail = '' OR instr(',' || detail || ',', ',' || NEW.role || ',') > 0)
      )
  );
END;
--> statement-breakpoint
-- Roles change as two owners have approved it for this version of the account, or the only other owner has, a day before. Nobody
-- changes their own. The owner of the database needs nobody's consent. What an appointment gives and a removal takes was decided by
-- those (`users_role`).
CREATE TRIGGER admin_roles_given BEFORE INSERT ON admin_roles WHEN NEW.changed_by <> 'system' AND NEW.changed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.changed_by = NEW.user_id;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.changed_by AND role = 'owner' AND counts_from_ms <= NEW.changed_at_ms
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NOT EXISTS (
    SELECT 1 FROM agreed_roles
    WHERE user_id = NEW.user_id AND admin_id = NEW.changed_by
      AND (have > 1 OR (owners_beside = 1 AND since_ms <= NEW.changed_at_ms - 86400000))
      AND NEW.is_held = (instr(',' || detail || ',', ',' || NEW.role || ',') > 0)
  );
END;
--> statement-breakpoint
-- A role that came with an appointment is written by the triggers of `users` alone.
CREATE TRIGGER admin_roles_by_appointment BEFORE INSERT ON admin_roles WHEN NEW.changed_by <> 'system' AND NEW.changed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NOT EXISTS (
    SELECT 1 FROM users WHERE id = NEW.user_id AND role = 'admin' AND role_given_by = NEW.changed_by
      AND role_given_at_ms IS NOT NULL
      AND NEW.is_held = 1 AND EXISTS (
        SELECT 1 FROM approvals
        WHERE subject = 'appointment:' || users.id || ':' || (users.desk_version - 1) AND act = 'approve'
          AND admin_id = users.role_given_by
          AND (detail = '' OR instr(',' || detail || ',', ',' || NEW.role || ',') > 0)
      )
  );
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER admin_roles_journalled_inserted AFTER INSERT ON admin_roles BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('admin_roles', json_object(
    'user_id', NEW.user_id, 'role', NEW.role, 'is_held', NEW.is_held, 'changed_by', NEW.changed_by,
    'changed_at_ms', NEW.changed_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER admin_roles_journalled_changed AFTER UPDATE ON admin_roles BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('admin_roles', json_object(
    'user_id', NEW.user_id, 'role', NEW.role, 'is_held', NEW.is_held, 'changed_by', NEW.changed_by,
    'changed_at_ms', NEW.changed_at_ms
  ));
END;
--> statement-breakpoint
-- The person's pages follow.
CREATE TRIGGER admin_roles_told AFTER UPDATE OF is_held ON admin_roles WHEN NEW.is_held <> OLD.is_held BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
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
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
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
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND user_id = NEW.admin_id
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
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
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
DROP TRIGGER identities_state_machine;
--> statement-breakpoint
-- In the order of the cases: a new image makes it pending again; a change of name while it is pending raises its
-- version; an admin decides about the image that was sent; an admin reopens a verified one; an old image is erased, and
-- the decision stays.
CREATE TRIGGER identities_state_machine BEFORE UPDATE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.user_id <> OLD.user_id OR NOT (
    (
      OLD.status <> 'verified' AND NEW.status = 'pending' AND NEW.version = OLD.version + 1
      AND NEW.image IS NOT OLD.image
    )
    OR (
      OLD.status = 'pending' AND NEW.status = 'pending' AND NEW.version = OLD.version + 1
      AND (NEW.image, NEW.submitted_at_ms, NEW.note) IS (OLD.image, OLD.submitted_at_ms, OLD.note)
    )
    OR (
      OLD.status = 'pending' AND NEW.status <> 'pending' AND NEW.version = OLD.version + 1
      AND NEW.image IS OLD.image AND NEW.submitted_at_ms = OLD.submitted_at_ms
      AND NEW.reject_reason IS NOT 'reopened'
    )
    OR (
      OLD.status = 'verified' AND NEW.status = 'rejected' AND NEW.version = OLD.version + 1
      AND NEW.image IS OLD.image AND NEW.submitted_at_ms = OLD.submitted_at_ms
      AND NEW.reject_reason IS 'reopened' AND coalesce(NEW.note, '') <> ''
      AND coalesce(NEW.decided_at_ms, 0) >= OLD.decided_at_ms
    )
    OR (
      NEW.image IS NULL
      AND (NEW.status, NEW.version, NEW.submitted_at_ms, NEW.reject_reason, NEW.note, NEW.decided_by, NEW.decided_at_ms)
        IS (OLD.status, OLD.version, OLD.submitted_at_ms, OLD.reject_reason, OLD.note, OLD.decided_by, OLD.decided_at_ms)
    )
  );
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NEW.image IS NOT OLD.image AND NEW.image IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM images WHERE filename = NEW.image AND purpose = 'id_card' AND user_id = NEW.user_id);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.decided_by = NEW.user_id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.status <> OLD.status AND NEW.decided_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.decided_by AND role = 'admin');
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.status <> OLD.status AND NEW.decided_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
END;
--> statement-breakpoint
DROP TRIGGER imports_state_machine;
--> statement-breakpoint
-- An import moves exactly the sum of its trades. A commit or reversal of more than one admin may move alone in 24 hours
-- needs two whose approvals count: the commit another admin than the one who uploaded the file, the reversal another
-- than the one who committed it.
CREATE TRIGGER imports_state_machine BEFORE UPDATE OF status ON imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT ((OLD.status = 'staged' AND NEW.status = 'committed') OR (OLD.status = 'committed' AND NEW.status = 'reversed'));
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'committed' AND (NEW.trade_count, NEW.profit_cents) IS NOT (
    SELECT count(*), coalesce(sum(profit_cents), 0) FROM trades WHERE import_id = OLD.id
  );
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'reversed'
    AND (EXISTS (SELECT 1 FROM trades WHERE import_id = OLD.id) OR NEW.profit_cents <> OLD.profit_cents);
  SELECT RAISE(ABORT, 'import_without_transfer')
  WHERE NEW.profit_cents <> 0 AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'trades'
      AND transfers.reference = 'import:' || OLD.id || CASE NEW.status WHEN 'committed' THEN ':commit' ELSE ':reverse' END
      AND entries.account_id = 'available:' || OLD.user_id
      AND entries.amount_cents = CASE NEW.status WHEN 'committed' THEN NEW.profit_cents ELSE -OLD.profit_cents END
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE OLD.user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE EXISTS (
      SELECT 1 FROM admins WHERE id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END
    )
    AND NOT EXISTS (
      SELECT 1 FROM role_holders
      WHERE user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END AND role = 'operator'
    );
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END AND role = 'operator'
      AND counts_from_ms <= CASE NEW.status WHEN 'committed' THEN NEW.committed_at_ms ELSE NEW.reversed_at_ms END
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'committed' AND (
    (NEW.committed_by <> OLD.created_by AND NOT EXISTS (
      SELECT 1 FROM role_holders
      WHERE user_id = OLD.created_by AND role = 'operator' AND counts_from_ms <= NEW.committed_at_ms
    ))
    OR (NEW.committed_by = OLD.created_by AND min(OLD.alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'second_admin_above' AND user_id IS NULL), OLD.alone_cents_max)) < abs(NEW.profit_cents) + (
      SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports
      WHERE committed_by = NEW.committed_by AND created_by = committed_by
        AND committed_at_ms > NEW.committed_at_ms - 86400000
    ))
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'reversed' AND NEW.reversed_by = OLD.committed_by
    AND min(OLD.alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'second_admin_above' AND user_id IS NULL), OLD.alone_cents_max)) < abs(OLD.profit_cents) + (
      SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports
      WHERE reversed_by = NEW.reversed_by AND committed_by = reversed_by
        AND reversed_at_ms > NEW.reversed_at_ms - 86400000
    );
END;
--> statement-breakpoint
DROP TRIGGER imports_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER imports_terms_fixed BEFORE UPDATE OF
  id, user_id, file_name, format, time_zone, row_count, created_by, created_at_ms, alone_cents_max
ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER imports_steps_fixed;
--> statement-breakpoint
-- What a step wrote never changes after it.
CREATE TRIGGER imports_steps_fixed BEFORE UPDATE OF
  trade_count, profit_cents, committed_by, committed_at_ms, reversed_by, reversed_at_ms
ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed')
  WHERE NEW.status = OLD.status
    OR (OLD.status = 'committed' AND (NEW.trade_count, NEW.profit_cents, NEW.committed_by, NEW.committed_at_ms)
      IS NOT (OLD.trade_count, OLD.profit_cents, OLD.committed_by, OLD.committed_at_ms));
END;
--> statement-breakpoint
DROP TRIGGER operation_settings_begin;
--> statement-breakpoint
-- A change is proposed by an owner who sees the setting in force, one at a time for each setting, and not for the own account.
CREATE TRIGGER operation_settings_begin BEFORE INSERT ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.revision IS NOT NULL OR NEW.applied_by IS NOT NULL OR NEW.applied_at_ms IS NOT NULL
    OR NEW.cancelled_by IS NOT NULL OR NEW.cancelled_at_ms IS NOT NULL;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.proposed_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.proposed_by AND role = 'owner');
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.user_id = NEW.proposed_by;
  SELECT RAISE(ABORT, 'setting_changed')
  WHERE NEW.seen_id IS NOT (SELECT id FROM settings_in_force WHERE key = NEW.key AND user_id IS NEW.user_id)
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE key = NEW.key AND user_id IS NEW.user_id AND revision IS NULL AND cancelled_at_ms IS NULL
    );
END;
--> statement-breakpoint
DROP TRIGGER operation_settings_bounded;
--> statement-breakpoint
-- A value is within the bounds of its key, whoever agreed to it: the same bounds as in `worker/contract/operation/settings.ts`.
CREATE TRIGGER operation_settings_bounded BEFORE INSERT ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'setting_out_of_bounds')
  WHERE (NEW.user_id IS NOT NULL) <> (NEW.key = 'withdrawal_day_max_trader')
    OR (NEW.value IS NULL AND NEW.key NOT IN ('withdrawal_day_max_trader', 'working_hours', 'import_time_zone'))
    OR (NEW.value IS NOT NULL AND NOT CASE NEW.key
      WHEN 'second_admin_above' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 500000
      WHEN 'admin_alone_max' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 5000000
      WHEN 'withdrawal_day_max' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'withdrawal_day_max_verified' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'withdrawal_day_max_unverified' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'withdrawal_day_max_trader' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'unverified_payout' THEN NEW.value IN ('refused', 'with_reason')
      WHEN 'withdrawal_second_factor' THEN NEW.value IN ('required', 'optional')
      WHEN 'target_hours_withdrawals' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'target_hours_identities' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'target_hours_exceptions' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'target_hours_imports' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'working_hours' THEN CASE WHEN json_valid(NEW.value)
        THEN json_array_length(NEW.value, '$.days') BETWEEN 1 AND 7 AND json_type(NEW.value, '$.holidays') = 'array'
          AND 0 <= NEW.value ->> '$.from' AND NEW.value ->> '$.from' < NEW.value ->> '$.to' AND NEW.value ->> '$.to' <= 1440
        ELSE 0 END
      WHEN 'import_time_zone' THEN length(NEW.value) BETWEEN 1 AND 64
      ELSE 0
    END IS 1);
END;
--> statement-breakpoint
DROP TRIGGER operation_settings_decided;
--> statement-breakpoint
-- A proposal comes into force or is taken back, once, by an owner. Where money hangs on it, two owners have approved it, or the only
-- owner there is, a day after it was proposed.
CREATE TRIGGER operation_settings_decided BEFORE UPDATE OF
  revision, applied_by, applied_at_ms, cancelled_by, cancelled_at_ms
ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.revision IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.revision IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.revision IS NULL) <> (NEW.applied_at_ms IS NULL) OR (NEW.revision IS NULL) <> (NEW.applied_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = coalesce(NEW.applied_by, NEW.cancelled_by));
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders WHERE user_id = coalesce(NEW.applied_by, NEW.cancelled_by) AND role = 'owner'
  );
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.applied_by = OLD.user_id;
  SELECT RAISE(ABORT, 'setting_changed')
  WHERE NEW.revision IS NOT NULL AND (
    NEW.revision <> 1 + (SELECT coalesce(max(revision), 0) FROM operation_settings)
    OR OLD.seen_id IS NOT (SELECT id FROM settings_in_force WHERE key = OLD.key AND user_id IS OLD.user_id)
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.revision IS NOT NULL
    AND OLD.key NOT IN ('target_hours_withdrawals', 'target_hours_identities', 'target_hours_exceptions', 'target_hours_imports', 'working_hours', 'import_time_zone')
    AND (
      NOT EXISTS (
        SELECT 1 FROM standing_words
        WHERE subject = 'setting:' || OLD.id AND act = 'approve' AND admin_id = NEW.applied_by
      )
      OR CASE (SELECT count(*) FROM role_holders WHERE role = 'owner')
        WHEN 1 THEN NEW.applied_at_ms < OLD.proposed_at_ms + 86400000
        ELSE 2 > (SELECT count(*) FROM standing_words WHERE subject = 'setting:' || OLD.id AND act = 'approve')
      END
    );
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_state_machine;
--> statement-breakpoint
-- An unmatched payment is decided about once. A match credits it by a transfer with two approvals, where nothing else was
-- credited for its code.
CREATE TRIGGER payment_exceptions_state_machine BEFORE UPDATE OF status ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR NEW.status = 'open' OR NEW.version <> OLD.version + 1
    OR NEW.decided_by IS NULL OR NEW.note IS NULL OR (NEW.status = 'matched') <> (NEW.credited_cents IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND status = 'paid');
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
DROP TRIGGER payment_exceptions_terms_fixed;
--> statement-breakpoint
-- What the payment network reported never changes.
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF
  id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, paid_from, created_at_ms
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_credit_what_came;
--> statement-breakpoint
-- In dollars, at most what was paid; in another currency, at most the largest deposit; of a payment of nothing,
-- nothing. The paid amount is a double: one just below a whole cent counts as that cent.
CREATE TRIGGER payment_exceptions_credit_what_came BEFORE UPDATE OF credited_cents ON payment_exceptions
WHEN NEW.credited_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credited_more_than_came')
  WHERE NEW.credited_cents < 1 OR OLD.paid_amount <= 0 OR NEW.credited_cents > CASE OLD.paid_currency
    WHEN 'USD' THEN CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER) ELSE 1000000 END;
END;
--> statement-breakpoint
DROP TRIGGER users_freeze;
--> statement-breakpoint
-- An owner freezes another person's account, with a reason, having seen its current version.
CREATE TRIGGER users_freeze BEFORE UPDATE OF frozen_at_ms ON users
WHEN NEW.frozen_at_ms IS NOT OLD.frozen_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.frozen_at_ms IS NULL) = (OLD.frozen_at_ms IS NULL)
    OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_by IS NULL) OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_reason IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.frozen_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.frozen_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.frozen_by AND role = 'admin');
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.frozen_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.frozen_by AND role = 'owner');
END;
--> statement-breakpoint
DROP TRIGGER users_role;
--> statement-breakpoint
-- An admin is made and removed by owners, or by the owner of the database, to a person with a verified e-mail address.
CREATE TRIGGER users_role BEFORE UPDATE OF role ON users WHEN NEW.role <> OLD.role BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.role_given_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.role_given_by AND role = 'admin');
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.role_given_by AND role = 'owner');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.role = 'admin' AND NEW.email_verified_at_ms IS NULL)
    OR (NEW.role_given_by IS NOT 'system' AND (NEW.role_given_at_ms IS NULL OR NEW.role_given_at_ms IS OLD.role_given_at_ms));
  -- Somebody is left who can sign in at the desk.
  SELECT RAISE(ABORT, 'last_admin')
  WHERE OLD.role = 'admin' AND NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.role = 'admin' AND users.id <> OLD.id
  );
  -- An admin is made by two owners, who approve the version of the account that they saw; or by the only one, in a second step 24
  -- hours after the first.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.role = 'admin' AND NEW.role_given_by IS NOT 'system'
    AND 2 > (
      SELECT count(*) FROM standing_words
      WHERE subject = 'appointment:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
    )
    AND (
      EXISTS (SELECT 1 FROM role_holders WHERE role = 'owner' AND user_id <> NEW.role_given_by)
      OR NOT EXISTS (
        SELECT 1 FROM standing_words
        WHERE subject = 'appointment:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
          AND admin_id = NEW.role_given_by AND at_ms <= NEW.role_given_at_ms - 86400000
      )
    );
END;
--> statement-breakpoint
DROP TRIGGER users_second_factor_reset_by_two;
--> statement-breakpoint
-- A lost second factor is removed by two owners, never by one. It is a security change: withdrawals wait for a day.
CREATE TRIGGER users_second_factor_reset_by_two BEFORE UPDATE OF second_factor_reset_at_ms ON users
WHEN NEW.second_factor_reset_at_ms IS NOT OLD.second_factor_reset_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.second_factor_reset_at_ms IS NULL OR NEW.desk_version <> OLD.desk_version + 1
    OR NEW.security_changed_at_ms IS NOT NEW.second_factor_reset_at_ms;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'second_factor:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
  );
END;
--> statement-breakpoint
DROP TRIGGER users_role_given;
--> statement-breakpoint
-- When a role was given changes only with the role: an admin's approvals count 24 hours after it.
CREATE TRIGGER users_role_given BEFORE UPDATE OF role_given_by, role_given_at_ms ON users
WHEN NEW.role = OLD.role AND NEW.role_given_by IS NOT 'system' BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed')
  WHERE (NEW.role_given_by, NEW.role_given_at_ms) IS NOT (OLD.role_given_by, OLD.role_given_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER users_verified_name_fixed;
--> statement-breakpoint
-- A verified identity is bound to its name. A closed account loses its name; the decision about its identity stays.
CREATE TRIGGER users_verified_name_fixed BEFORE UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'name_is_verified')
  WHERE EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.id AND status = 'verified');
END;
--> statement-breakpoint
-- An admin holds the roles that the approvals of the appointment name; all of them where these name none, as those of the version
-- before, and where the owner of the database makes one. Who is no admin holds none.
CREATE TRIGGER users_role_brings_roles AFTER UPDATE OF role ON users WHEN NEW.role = 'admin' AND OLD.role <> 'admin' BEGIN
  INSERT INTO admin_roles (user_id, role, is_held, changed_by, changed_at_ms)
  SELECT NEW.id, named.role, 1, NEW.role_given_by, NULL
  FROM (SELECT 'support' AS role UNION ALL SELECT 'operator' UNION ALL SELECT 'owner') AS named
  WHERE NEW.role_given_by = 'system' OR EXISTS (
    SELECT 1 FROM approvals
    WHERE subject = 'appointment:' || NEW.id || ':' || OLD.desk_version AND act = 'approve' AND admin_id = NEW.role_given_by
      AND (detail = '' OR instr(',' || detail || ',', ',' || named.role || ',') > 0)
  )
  ON CONFLICT (user_id, role) DO UPDATE SET is_held = 1, changed_by = excluded.changed_by, changed_at_ms = NULL;
END;
--> statement-breakpoint
CREATE TRIGGER users_role_takes_roles AFTER UPDATE OF role ON users WHEN NEW.role <> 'admin' AND OLD.role = 'admin' BEGIN
  UPDATE admin_roles SET is_held = 0, changed_by = NEW.role_given_by, changed_at_ms = NULL
  WHERE user_id = NEW.id AND is_held = 1;
END;
--> statement-breakpoint
DROP TRIGGER users_second_factor_reset_ends_it;
--> statement-breakpoint
CREATE TRIGGER users_second_factor_reset_ends_it AFTER UPDATE OF second_factor_reset_at_ms ON users
WHEN NEW.second_factor_reset_at_ms IS NOT OLD.second_factor_reset_at_ms BEGIN
  DELETE FROM recovery_codes WHERE user_id = NEW.id;
  DELETE FROM second_factors WHERE user_id = NEW.id;
  DELETE FROM second_factor_enrolments WHERE user_id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER users_name_raises_identity_version;
--> statement-breakpoint
-- So that no admin decides about a name that they have not seen.
CREATE TRIGGER users_name_raises_identity_version AFTER UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  UPDATE identities SET version = version + 1 WHERE user_id = OLD.id AND status = 'pending';
END;
--> statement-breakpoint
DROP TRIGGER users_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER users_journalled_changed AFTER UPDATE OF
  role, role_given_by, role_given_at_ms, frozen_at_ms, closed_at_ms, email_verified_at_ms, security_changed_at_ms
ON users BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('users', json_object(
    'id', NEW.id, 'email', NEW.email, 'username', NEW.username, 'username_key', NEW.username_key,
    'first_name', NEW.first_name, 'last_name', NEW.last_name, 'phone', NEW.phone, 'address', NEW.address,
    'role', NEW.role, 'theme', NEW.theme, 'time_zone', NEW.time_zone, 'language', NEW.language,
    'email_verified_at_ms', NEW.email_verified_at_ms, 'created_at_ms', NEW.created_at_ms,
    'security_changed_at_ms', NEW.security_changed_at_ms, 'has_login_alerts', NEW.has_login_alerts,
    'has_email_notifications', NEW.has_email_notifications, 'first_device_hash', NEW.first_device_hash,
    'other_device_log_in_at_ms', NEW.other_device_log_in_at_ms, 'closed_at_ms', NEW.closed_at_ms,
    'frozen_at_ms', NEW.frozen_at_ms, 'frozen_reason', NEW.frozen_reason, 'frozen_by', NEW.frozen_by,
    'role_given_by', NEW.role_given_by, 'role_given_at_ms', NEW.role_given_at_ms, 'desk_version', NEW.desk_version,
    'first_steps_hidden_at_ms', NEW.first_steps_hidden_at_ms,
    'second_factor_reset_at_ms', NEW.second_factor_reset_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER users_notified_password;
--> statement-breakpoint
CREATE TRIGGER users_notified_password AFTER UPDATE OF password_hash ON users
WHEN NEW.password_hash <> OLD.password_hash AND NEW.closed_at_ms IS NULL AND NEW.security_changed_at_ms IS NOT OLD.security_changed_at_ms BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.id, 'password_changed', CAST(CAST(NEW.security_changed_at_ms AS INTEGER) AS TEXT), NEW.security_changed_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER users_told_profile;
--> statement-breakpoint
-- What the person's pages show of it. After a freeze the object of the person also closes their sockets.
CREATE TRIGGER users_told_profile AFTER UPDATE OF
  username, first_name, last_name, phone, address, theme, time_zone, language, has_login_alerts, has_email_notifications,
  first_steps_hidden_at_ms, password_hash, role, frozen_at_ms
ON users
WHEN (
    NEW.username, NEW.first_name, NEW.last_name, NEW.phone, NEW.address, NEW.theme, NEW.time_zone, NEW.language,
    NEW.has_login_alerts, NEW.has_email_notifications, NEW.first_steps_hidden_at_ms, NEW.password_hash, NEW.role, NEW.frozen_at_ms
  ) IS NOT (
    OLD.username, OLD.first_name, OLD.last_name, OLD.phone, OLD.address, OLD.theme, OLD.time_zone, OLD.language,
    OLD.has_login_alerts, OLD.has_email_notifications, OLD.first_steps_hidden_at_ms, OLD.password_hash, OLD.role, OLD.frozen_at_ms
  ) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.id, 'profile');
END;
--> statement-breakpoint
DROP TRIGGER users_told_security;
--> statement-breakpoint
-- It says from when a withdrawal can be approved.
CREATE TRIGGER users_told_security AFTER UPDATE OF security_changed_at_ms ON users
WHEN NEW.security_changed_at_ms IS NOT OLD.security_changed_at_ms BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.id, 'withdrawals');
END;
--> statement-breakpoint
DROP TRIGGER users_told_no_more;
--> statement-breakpoint
-- Nothing more is told of a closed account.
CREATE TRIGGER users_told_no_more AFTER UPDATE OF closed_at_ms ON users WHEN NEW.closed_at_ms IS NOT NULL BEGIN
  DELETE FROM account_changes WHERE user_id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER users_move_digest;
--> statement-breakpoint
-- A digest is sent by the clock of the zone: the job computes anew when.
CREATE TRIGGER users_move_digest AFTER UPDATE OF time_zone ON users WHEN NEW.time_zone IS NOT OLD.time_zone BEGIN
  UPDATE notification_settings SET digest_due_at_ms = 0 WHERE user_id = NEW.id AND digest_day IS NOT NULL AND digest <> 'off';
END;
--> statement-breakpoint
CREATE TRIGGER users_start_with_roles AFTER INSERT ON users WHEN NEW.role = 'admin' BEGIN
  INSERT INTO admin_roles (user_id, role, is_held, changed_by, changed_at_ms)
  VALUES (NEW.id, 'support', 1, 'system', NULL), (NEW.id, 'operator', 1, 'system', NULL), (NEW.id, 'owner', 1, 'system', NULL);
END;
--> statement-breakpoint
DROP TRIGGER users_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Of the owner of money: a new account, whether its address is verified, what an admin or its owner decides about
-- all of it, and when its security last changed, which holds back withdrawals. The password's hash is not in it: after a restore
-- a person whose security has changed sets another password.
CREATE TRIGGER users_journalled_inserted AFTER INSERT ON users BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('users', json_object(
    'id', NEW.id, 'email', NEW.email, 'username', NEW.username, 'username_key', NEW.username_key,
    'first_name', NEW.first_name, 'last_name', NEW.last_name, 'phone', NEW.phone, 'address', NEW.address,
    'role', NEW.role, 'theme', NEW.theme, 'time_zone', NEW.time_zone, 'language', NEW.language,
    'email_verified_at_ms', NEW.email_verified_at_ms, 'created_at_ms', NEW.created_at_ms,
    'security_changed_at_ms', NEW.security_changed_at_ms, 'has_login_alerts', NEW.has_login_alerts,
    'has_email_notifications', NEW.has_email_notifications, 'first_device_hash', NEW.first_device_hash,
    'other_device_log_in_at_ms', NEW.other_device_log_in_at_ms, 'closed_at_ms', NEW.closed_at_ms,
    'frozen_at_ms', NEW.frozen_at_ms, 'frozen_reason', NEW.frozen_reason, 'frozen_by', NEW.frozen_by,
    'role_given_by', NEW.role_given_by, 'role_given_at_ms', NEW.role_given_at_ms, 'desk_version', NEW.desk_version,
    'first_steps_hidden_at_ms', NEW.first_steps_hidden_at_ms,
    'second_factor_reset_at_ms', NEW.second_factor_reset_at_ms
  ));
END;
--> statement-breakpoint
-- The roles that admins hold. A role that colleagues gave an admin later counts for approvals 24 hours after it, as an appointment
-- does; one without a time came with the appointment.
CREATE VIEW role_holders AS
  SELECT admin_roles.user_id, admin_roles.role,
    max(admins.counts_from_ms, CASE admin_roles.changed_by WHEN 'system' THEN 0 ELSE coalesce(admin_roles.changed_at_ms + 86400000, 0) END)
      AS counts_from_ms
  FROM admin_roles JOIN admins ON admins.id = admin_roles.user_id WHERE admin_roles.is_held = 1;
--> statement-breakpoint
DROP VIEW standing_words;
--> statement-breakpoint
-- The valid approvals: those not taken back, of admins who hold the role that the act takes, and whose approvals by it counted when
-- they were recorded. Owners approve what is about admins, second factors and settings, operators all else.
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals_not_withdrawn AS approvals JOIN role_holders
    ON role_holders.user_id = approvals.admin_id AND role_holders.role = CASE
      WHEN approvals.subject LIKE 'appointment:%' OR approvals.subject LIKE 'second_factor:%' OR approvals.subject LIKE 'roles:%'
        OR approvals.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  WHERE role_holders.counts_from_ms <= approvals.at_ms;
--> statement-breakpoint
-- The roles that owners have approved for an admin, as the account is now: a row for each of these owners, with how many of them
-- approved the same, and how many owners there are beside the person.
CREATE VIEW agreed_roles AS
  SELECT users.id AS user_id, words.admin_id, words.detail, words.at_ms AS since_ms,
    (
      SELECT count(*) FROM standing_words AS same
      WHERE same.subject = words.subject AND same.act = 'approve' AND same.detail = words.detail
    ) AS have,
    (SELECT count(*) FROM role_holders WHERE role = 'owner' AND user_id <> users.id) AS owners_beside
  FROM users JOIN standing_words AS words
    ON words.subject = 'roles:' || users.id || ':' || users.desk_version AND words.act = 'approve';
--> statement-breakpoint
DROP TRIGGER withdrawal_pauses_start;
--> statement-breakpoint
-- One pause of a thing at a time, by an admin.
CREATE TRIGGER withdrawal_pauses_start BEFORE INSERT ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.resumed_at_ms IS NOT NULL OR NEW.resumed_by IS NOT NULL
    OR NEW.what NOT IN ('withdrawals', 'deposits')
    OR EXISTS (SELECT 1 FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = NEW.what);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.paused_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.paused_by AND role IN ('operator', 'owner'));
END;
--> statement-breakpoint
DROP TRIGGER withdrawal_pauses_resumed;
--> statement-breakpoint
-- What is paused goes on when two operators have approved that, or the only operator there is, a day after the pause. The owner of the
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
    OR CASE (SELECT count(*) FROM role_holders WHERE role = 'operator')
      WHEN 1 THEN NEW.resumed_at_ms < OLD.since_ms + 86400000
      ELSE 2 > (SELECT count(*) FROM standing_words WHERE subject = 'pause:' || OLD.id AND act = 'approve')
    END
  );
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
DROP TRIGGER withdrawals_payment;
--> statement-breakpoint
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
