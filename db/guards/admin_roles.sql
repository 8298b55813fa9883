-- The triggers of `admin_roles`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER admin_roles_never_deleted BEFORE DELETE ON admin_roles BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER admin_roles_terms_fixed BEFORE UPDATE OF user_id, role ON admin_roles
WHEN (NEW.user_id, NEW.role) IS NOT (OLD.user_id, OLD.role) BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed');
END;

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

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER admin_roles_journalled_inserted AFTER INSERT ON admin_roles BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('admin_roles', json_object(
    'user_id', NEW.user_id, 'role', NEW.role, 'is_held', NEW.is_held, 'changed_by', NEW.changed_by,
    'changed_at_ms', NEW.changed_at_ms
  ));
END;

CREATE TRIGGER admin_roles_journalled_changed AFTER UPDATE ON admin_roles BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('admin_roles', json_object(
    'user_id', NEW.user_id, 'role', NEW.role, 'is_held', NEW.is_held, 'changed_by', NEW.changed_by,
    'changed_at_ms', NEW.changed_at_ms
  ));
END;

-- The person's pages follow.
CREATE TRIGGER admin_roles_told AFTER UPDATE OF is_held ON admin_roles WHEN NEW.is_held <> OLD.is_held BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
