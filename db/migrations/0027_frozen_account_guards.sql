-- What holds for frozen accounts, for roles and for notes, whatever code writes.

-- A frozen account reads and moves no money: neither its owner nor an admin takes any out. What was paid in still comes
-- in, and what was set aside can be given back.
CREATE TRIGGER deposits_of_frozen_accounts BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_frozen_accounts BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;
--> statement-breakpoint
CREATE TRIGGER users_stay_while_frozen BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.frozen_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_frozen');
END;
--> statement-breakpoint
-- An admin freezes somebody else, with a reason, having seen the account as it is.
CREATE TRIGGER users_freeze BEFORE UPDATE OF frozen_at_ms ON users
WHEN NEW.frozen_at_ms IS NOT OLD.frozen_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.frozen_at_ms IS NULL) = (OLD.frozen_at_ms IS NULL)
    OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_by IS NULL) OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_reason IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.frozen_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.frozen_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.frozen_by AND role = 'admin');
END;
--> statement-breakpoint
-- A role comes from another admin, or from whoever owns the database, and goes to somebody whose address is theirs.
CREATE TRIGGER users_role BEFORE UPDATE OF role ON users WHEN NEW.role <> OLD.role BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.role_given_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.role_given_by AND role = 'admin');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.role = 'admin' AND NEW.email_verified_at_ms IS NULL);
  -- Somebody is left who can sign in at the desk.
  SELECT RAISE(ABORT, 'last_admin')
  WHERE OLD.role = 'admin' AND NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.role = 'admin' AND users.id <> OLD.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER users_start_as_traders BEFORE INSERT ON users WHEN NEW.role <> 'trader' BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NEW.role_given_by IS NOT 'system';
END;
--> statement-breakpoint
-- The desk opens for an admin with a second factor and for nobody else.
CREATE TRIGGER sessions_of_the_desk BEFORE INSERT ON sessions WHEN NEW.kind = 'admin' BEGIN
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.id = NEW.user_id AND users.role = 'admin'
  );
END;
--> statement-breakpoint
CREATE TRIGGER user_notes_append_only BEFORE UPDATE ON user_notes BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER user_notes_never_deleted BEFORE DELETE ON user_notes BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
