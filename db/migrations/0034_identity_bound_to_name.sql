-- What holds between an identity and the name that it was checked under, whatever code writes.

-- As before, and: a change of name while an identity is pending raises its version, and an admin may reopen a verified one.
DROP TRIGGER identities_state_machine;
--> statement-breakpoint
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
END;
--> statement-breakpoint
-- A closed account loses its name; what was decided about its identity stays.
CREATE TRIGGER users_verified_name_fixed BEFORE UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'name_is_verified')
  WHERE EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.id AND status = 'verified');
END;
--> statement-breakpoint
-- So that no admin decides about a name that they have not seen.
CREATE TRIGGER users_name_raises_identity_version AFTER UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  UPDATE identities SET version = version + 1 WHERE user_id = OLD.id AND status = 'pending';
END;
