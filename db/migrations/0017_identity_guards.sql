-- What holds for identities, whatever code writes.

CREATE TRIGGER identities_start_pending BEFORE INSERT ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending' OR NEW.version <> 1;
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NOT EXISTS (SELECT 1 FROM images WHERE filename = NEW.image AND purpose = 'id_card' AND user_id = NEW.user_id);
END;
--> statement-breakpoint
-- A new image begins anew, an admin decides about the one that was sent, and an old one is erased without changing
-- what was decided. Nothing leaves verified.
CREATE TRIGGER identities_state_machine BEFORE UPDATE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.user_id <> OLD.user_id OR NOT (
    (
      OLD.status <> 'verified' AND NEW.status = 'pending' AND NEW.version = OLD.version + 1
      AND NEW.image IS NOT OLD.image
    )
    OR (
      OLD.status = 'pending' AND NEW.status <> 'pending' AND NEW.version = OLD.version + 1
      AND NEW.image IS OLD.image AND NEW.submitted_at_ms = OLD.submitted_at_ms
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
  WHERE NEW.decided_by IS NOT OLD.decided_by AND NEW.decided_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.decided_by AND role = 'admin');
END;
--> statement-breakpoint
CREATE TRIGGER identities_never_deleted BEFORE DELETE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
