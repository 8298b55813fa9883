-- guards: without a setting in force each trigger refuses what it refused; with one, it goes by the stricter of it and what the version before writes.
CREATE TABLE `operation_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`user_id` text,
	`value` text,
	`seen_id` text,
	`reason` text NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`revision` integer,
	`applied_by` text,
	`applied_at_ms` integer,
	`cancelled_by` text,
	`cancelled_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`applied_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `operation_settings_revision` ON `operation_settings` (`revision`);
--> statement-breakpoint
CREATE INDEX `operation_settings_key` ON `operation_settings` (`user_id`,`key`,`revision`);
--> statement-breakpoint
CREATE INDEX `operation_settings_proposed` ON `operation_settings` (`proposed_at_ms`,`id`);
--> statement-breakpoint
ALTER TABLE `withdrawal_pauses` ADD `what` text DEFAULT 'withdrawals' NOT NULL;
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
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
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
DROP TRIGGER deposits_start_pending;
--> statement-breakpoint
-- At most five deposits of a trader are open at once, each within the limits of one deposit. None is opened while deposits
-- are paused; a payment for an older one is still credited.
CREATE TRIGGER deposits_start_pending BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending';
  SELECT RAISE(ABORT, 'deposits_paused') WHERE EXISTS (SELECT 1 FROM pauses_of_deposits);
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
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (
    SELECT 1 FROM admins
    WHERE id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END
      AND counts_from_ms <= CASE NEW.status WHEN 'committed' THEN NEW.committed_at_ms ELSE NEW.reversed_at_ms END
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'committed' AND (
    (NEW.committed_by <> OLD.created_by AND NOT EXISTS (
      SELECT 1 FROM admins WHERE id = OLD.created_by AND counts_from_ms <= NEW.committed_at_ms
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
-- A change is proposed by an admin who sees the setting in force, one at a time for each setting, and not for the own account.
CREATE TRIGGER operation_settings_begin BEFORE INSERT ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.revision IS NOT NULL OR NEW.applied_by IS NOT NULL OR NEW.applied_at_ms IS NOT NULL
    OR NEW.cancelled_by IS NOT NULL OR NEW.cancelled_at_ms IS NOT NULL;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.proposed_by);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.user_id = NEW.proposed_by;
  SELECT RAISE(ABORT, 'setting_changed')
  WHERE NEW.seen_id IS NOT (SELECT id FROM settings_in_force WHERE key = NEW.key AND user_id IS NEW.user_id)
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE key = NEW.key AND user_id IS NEW.user_id AND revision IS NULL AND cancelled_at_ms IS NULL
    );
END;
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
CREATE TRIGGER operation_settings_terms_fixed BEFORE UPDATE OF
  id, key, user_id, value, seen_id, reason, proposed_by, proposed_at_ms
ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'setting_terms_fixed');
END;
--> statement-breakpoint
-- A proposal comes into force or is taken back, once, by an admin. Where money hangs on it, two admins have approved it, or the only
-- admin there is, a day after it was proposed.
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
      OR CASE (SELECT count(*) FROM admins)
        WHEN 1 THEN NEW.applied_at_ms < OLD.proposed_at_ms + 86400000
        ELSE 2 > (SELECT count(*) FROM standing_words WHERE subject = 'setting:' || OLD.id AND act = 'approve')
      END
    );
END;
--> statement-breakpoint
CREATE TRIGGER operation_settings_never_deleted BEFORE DELETE ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'setting_terms_fixed');
END;
--> statement-breakpoint
-- A lower sum for one admin counts for what waits already: with the requests of 24 hours up to any later one of its trader, as
-- `withdrawals_add_up` would have counted them.
CREATE TRIGGER operation_settings_second_admin AFTER UPDATE OF revision ON operation_settings
WHEN NEW.revision IS NOT NULL AND NEW.key = 'second_admin_above' BEGIN
  UPDATE withdrawals SET approvals_needed = 2
  WHERE status = 'pending' AND approvals_needed = 1 AND EXISTS (
    SELECT 1 FROM withdrawals AS latest
    WHERE latest.user_id = withdrawals.user_id AND latest.created_at_ms >= withdrawals.created_at_ms
      AND latest.created_at_ms < withdrawals.created_at_ms + 86400000
      AND CAST(NEW.value AS INTEGER) < (
        SELECT sum(amount_cents) FROM withdrawals AS counted
        WHERE counted.user_id = latest.user_id AND counted.created_at_ms <= latest.created_at_ms
          AND counted.created_at_ms > latest.created_at_ms - 86400000 AND counted.status <> 'rejected'
      )
  );
END;
--> statement-breakpoint
DROP VIEW pauses_of_withdrawals;
--> statement-breakpoint
-- Why no withdrawal is requested, approved or begun to be paid: a difference in the ledger, a restore, or an admin's pause.
CREATE VIEW pauses_of_withdrawals AS
  SELECT reason, since_ms FROM pauses WHERE what = 'withdrawals'
  UNION ALL SELECT reason, since_ms FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = 'withdrawals';
--> statement-breakpoint
-- Why no deposit is opened: a restore, or an admin's pause.
CREATE VIEW pauses_of_deposits AS
  SELECT reason, since_ms FROM pauses WHERE what = 'deposits'
  UNION ALL SELECT reason, since_ms FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = 'deposits';
--> statement-breakpoint
-- The settings of the operation, and of each trader who has one of their own: of each the newest that came into force. A guard of money
-- reads it in its own batch, so that the setting that it goes by is the one of that moment.
CREATE VIEW settings_in_force AS
  SELECT id, key, user_id, value, revision FROM operation_settings AS setting
  WHERE revision IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM operation_settings AS later
    WHERE later.key = setting.key AND later.user_id IS setting.user_id AND later.revision > setting.revision
  );
--> statement-breakpoint
-- What each trader may withdraw in 24 hours: the lowest of the product's limit, the operation's, that of the trader's level of
-- verification, and their own.
CREATE VIEW withdrawal_day_limits AS
  SELECT users.id AS user_id, min(
    1000000,
    coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'withdrawal_day_max' AND user_id IS NULL), 1000000),
    coalesce((
      SELECT CAST(value AS INTEGER) FROM settings_in_force
      WHERE user_id IS NULL AND key = CASE
        WHEN EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id AND status = 'verified')
        THEN 'withdrawal_day_max_verified' ELSE 'withdrawal_day_max_unverified'
      END
    ), 1000000),
    coalesce((
      SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'withdrawal_day_max_trader' AND user_id = users.id
    ), 1000000)
  ) AS cents
  FROM users;
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
END;
--> statement-breakpoint
DROP TRIGGER withdrawal_pauses_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawal_pauses_terms_fixed BEFORE UPDATE OF id, reason, paused_by, since_ms, what ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'pause_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawal_pauses_resumed;
--> statement-breakpoint
-- What is paused goes on when two admins have approved that, or the only admin there is, a day after the pause. The owner of the
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
  ) > (SELECT cents FROM withdrawal_day_limits WHERE user_id = NEW.user_id);
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
DROP TRIGGER withdrawals_second_factor;
--> statement-breakpoint
-- Where the operator requires a second factor, a request is made by a trader who has one.
CREATE TRIGGER withdrawals_second_factor BEFORE INSERT ON withdrawals
WHEN NEW.second_factor = 'required'
  OR 'required' = (SELECT value FROM settings_in_force WHERE key = 'withdrawal_second_factor' AND user_id IS NULL) BEGIN
  SELECT RAISE(ABORT, 'second_factor_needed')
  WHERE NOT EXISTS (SELECT 1 FROM second_factors WHERE user_id = NEW.user_id);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_add_up;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER withdrawals_numbered;
--> statement-breakpoint
-- Each row is numbered. The step is random, so that numbers do not tell how many rows are between two of them. Older than the
-- triggers of the journal, so asked after them: the journal's last row of a new request has the number.
CREATE TRIGGER withdrawals_numbered AFTER INSERT ON withdrawals WHEN NEW.number IS NULL BEGIN
  UPDATE withdrawals
  SET number = (SELECT coalesce(max(number), 1000) + 1 + abs(random() % 19) FROM withdrawals)
  WHERE id = NEW.id;
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
      OR min(OLD.admin_alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'admin_alone_max' AND user_id IS NULL), OLD.admin_alone_cents_max)) < OLD.amount_cents + (
        SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
        WHERE moved.id <> OLD.id AND moved.id IN (
          SELECT withdrawal_id FROM moved_alone
          WHERE admin_id = NEW.payer_id AND at_ms > NEW.payment_started_at_ms - 86400000
        )
      )
    );
END;
