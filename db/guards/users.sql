-- The triggers of `users`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An account closes only when it holds no money and none can still come: no deposit is open, and the payment network is
-- asked about none.
CREATE TRIGGER users_close_empty BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'account_in_use')
  WHERE OLD.role = 'admin'
    OR EXISTS (SELECT 1 FROM accounts WHERE user_id = OLD.id AND balance_cents <> 0)
    OR EXISTS (SELECT 1 FROM withdrawals WHERE user_id = OLD.id AND status IN ('pending', 'approved'))
    OR EXISTS (
      SELECT 1 FROM deposits
      WHERE user_id = OLD.id AND (status = 'pending' OR (status <> 'paid' AND next_ask_at_ms IS NOT NULL))
    )
    OR EXISTS (
      SELECT 1 FROM deposits JOIN payment_exceptions ON payment_exceptions.deposit_id = deposits.id
      WHERE deposits.user_id = OLD.id AND payment_exceptions.status = 'open'
    );
END;

CREATE TRIGGER users_stay_closed BEFORE UPDATE ON users WHEN OLD.closed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_closed');
END;

-- A frozen account is not closed.
CREATE TRIGGER users_stay_while_frozen BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.frozen_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_frozen');
END;

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

-- Only the owner of the database creates an admin directly.
CREATE TRIGGER users_start_as_traders BEFORE INSERT ON users WHEN NEW.role <> 'trader' BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NEW.role_given_by IS NOT 'system';
END;

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

CREATE TRIGGER users_start_with_roles AFTER INSERT ON users WHEN NEW.role = 'admin' BEGIN
  INSERT INTO admin_roles (user_id, role, is_held, changed_by, changed_at_ms)
  VALUES (NEW.id, 'support', 1, 'system', NULL), (NEW.id, 'operator', 1, 'system', NULL), (NEW.id, 'owner', 1, 'system', NULL);
END;

CREATE TRIGGER users_role_takes_roles AFTER UPDATE OF role ON users WHEN NEW.role <> 'admin' AND OLD.role = 'admin' BEGIN
  UPDATE admin_roles SET is_held = 0, changed_by = NEW.role_given_by, changed_at_ms = NULL
  WHERE user_id = NEW.id AND is_held = 1;
END;

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

CREATE TRIGGER users_second_factor_reset_ends_it AFTER UPDATE OF second_factor_reset_at_ms ON users
WHEN NEW.second_factor_reset_at_ms IS NOT OLD.second_factor_reset_at_ms BEGIN
  DELETE FROM recovery_codes WHERE user_id = NEW.id;
  DELETE FROM second_factors WHERE user_id = NEW.id;
  DELETE FROM second_factor_enrolments WHERE user_id = NEW.id;
END;

-- When a role was given changes only with the role: an admin's approvals count 24 hours after it.
CREATE TRIGGER users_role_given BEFORE UPDATE OF role_given_by, role_given_at_ms ON users
WHEN NEW.role = OLD.role AND NEW.role_given_by IS NOT 'system' BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed')
  WHERE (NEW.role_given_by, NEW.role_given_at_ms) IS NOT (OLD.role_given_by, OLD.role_given_at_ms);
END;

-- A verified identity is bound to its name. A closed account loses its name; the decision about its identity stays.
CREATE TRIGGER users_verified_name_fixed BEFORE UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'name_is_verified')
  WHERE EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.id AND status = 'verified');
END;

-- So that no admin decides about a name that they have not seen.
CREATE TRIGGER users_name_raises_identity_version AFTER UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  UPDATE identities SET version = version + 1 WHERE user_id = OLD.id AND status = 'pending';
END;

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

CREATE TRIGGER users_notified_password AFTER UPDATE OF password_hash ON users
WHEN NEW.password_hash <> OLD.password_hash AND NEW.closed_at_ms IS NULL AND NEW.security_changed_at_ms IS NOT OLD.security_changed_at_ms BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.id, 'password_changed', CAST(CAST(NEW.security_changed_at_ms AS INTEGER) AS TEXT), NEW.security_changed_at_ms);
END;

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

-- It says from when a withdrawal can be approved.
CREATE TRIGGER users_told_security AFTER UPDATE OF security_changed_at_ms ON users
WHEN NEW.security_changed_at_ms IS NOT OLD.security_changed_at_ms BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.id, 'withdrawals');
END;

-- Nothing more is told of a closed account.
CREATE TRIGGER users_told_no_more AFTER UPDATE OF closed_at_ms ON users WHEN NEW.closed_at_ms IS NOT NULL BEGIN
  DELETE FROM account_changes WHERE user_id = NEW.id;
END;

-- A digest is sent by the clock of the zone: the job computes anew when.
CREATE TRIGGER users_move_digest AFTER UPDATE OF time_zone ON users WHEN NEW.time_zone IS NOT OLD.time_zone BEGIN
  UPDATE notification_settings SET digest_due_at_ms = 0 WHERE user_id = NEW.id AND digest_day IS NOT NULL AND digest <> 'off';
END;
