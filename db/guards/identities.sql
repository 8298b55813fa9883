-- The triggers of `identities`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An identity begins with an ID card of its own trader.
CREATE TRIGGER identities_start_pending BEFORE INSERT ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending' OR NEW.version <> 1;
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NOT EXISTS (SELECT 1 FROM images WHERE filename = NEW.image AND purpose = 'id_card' AND user_id = NEW.user_id);
END;

-- Only an identity that is still pending goes, with its closed account.
CREATE TRIGGER identities_never_deleted BEFORE DELETE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'pending'
    OR NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;

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

-- It is verified with the card's fields, read by the admin who decides. The version before says nothing about the card.
CREATE TRIGGER identities_card_read BEFORE UPDATE ON identities WHEN NEW.is_card_read = 1 AND NEW.is_card_read <> OLD.is_card_read BEGIN
  SELECT RAISE(ABORT, 'card_unread')
  WHERE NEW.status <> 'verified' OR OLD.status <> 'pending' OR NOT EXISTS (
    SELECT 1 FROM id_card_fields WHERE filename = NEW.image AND read_by = NEW.decided_by
  );
END;

CREATE TRIGGER identities_notified_decided AFTER UPDATE OF status ON identities
WHEN NEW.status <> OLD.status AND NEW.status <> 'pending' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (
    NEW.user_id,
    CASE WHEN NEW.status = 'verified' THEN 'identity_verified' WHEN NEW.reject_reason = 'reopened' THEN 'identity_reopened' ELSE 'identity_rejected' END,
    CAST(NEW.version AS TEXT),
    NEW.decided_at_ms
  );
END;

CREATE TRIGGER identities_told_inserted AFTER INSERT ON identities BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'identity');
END;

CREATE TRIGGER identities_told_changed AFTER UPDATE OF status, image, submitted_at_ms, reject_reason, note ON identities BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'identity');
END;

-- A decision overtakes a question that waits for its answer, and so does another ID card: it is looked at first.
CREATE TRIGGER identities_end_question AFTER UPDATE OF status, submitted_at_ms ON identities
WHEN NEW.status <> OLD.status OR NEW.submitted_at_ms <> OLD.submitted_at_ms BEGIN
  UPDATE client_questions
  SET closed_at_ms = max(coalesce(NEW.decided_at_ms, NEW.submitted_at_ms), asked_at_ms),
    closed_because = CASE WHEN NEW.status = 'pending' THEN 'sent_again' ELSE 'decided' END
  WHERE subject = 'identity:' || NEW.user_id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
