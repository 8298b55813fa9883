-- guards: the triggers copy rows into the journal of money and refuse nothing; an earlier version writes the same rows.
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
    'first_steps_hidden_at_ms', NEW.first_steps_hidden_at_ms
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
    'first_steps_hidden_at_ms', NEW.first_steps_hidden_at_ms
  ));
END;
