-- guards: the version before is refused to make an admin, which waits for the new one; all else it writes as before.
ALTER TABLE `users` ADD `second_factor_reset_at_ms` integer;
--> statement-breakpoint
DROP TRIGGER users_role;
--> statement-breakpoint
-- A role is given by other admins, or by the owner of the database, to a person with a verified e-mail address.
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
  -- An admin is made by two, who approve the version of the account that they saw; or by the only one, in a second step 24 hours
  -- after the first.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.role = 'admin' AND NEW.role_given_by IS NOT 'system'
    AND 2 > (
      SELECT count(*) FROM standing_words
      WHERE subject = 'appointment:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
    )
    AND (
      EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND id <> NEW.role_given_by)
      OR NOT EXISTS (
        SELECT 1 FROM standing_words
        WHERE subject = 'appointment:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
          AND admin_id = NEW.role_given_by AND at_ms <= NEW.role_given_at_ms - 86400000
      )
    );
END;
--> statement-breakpoint
-- A lost second factor is removed by two admins, never by one. It is a security change: withdrawals wait for a day.
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
        AND payer_id <> NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    OR NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%'
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
