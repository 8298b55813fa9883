-- The triggers of `id_card_fields`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator reads the card that somebody else's identity has, to verify it or after that, where nothing is recorded of it. A number or a
-- picture that another account has takes a reason; what an admin sent with a question is nobody's card.
CREATE TRIGGER id_card_fields_begin BEFORE INSERT ON id_card_fields BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.read_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.read_by AND role = 'operator');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE EXISTS (SELECT 1 FROM id_card_fields WHERE filename = NEW.filename)
    OR NOT EXISTS (SELECT 1 FROM identities WHERE image = NEW.filename AND status IN ('pending', 'verified'));
  SELECT RAISE(ABORT, 'own_account') WHERE EXISTS (SELECT 1 FROM identities WHERE image = NEW.filename AND user_id = NEW.read_by);
  SELECT RAISE(ABORT, 'card_used')
  WHERE coalesce(NEW.used_reason, '') = '' AND EXISTS (
    SELECT 1 FROM id_card_fields JOIN images ON images.filename = id_card_fields.filename
    WHERE id_card_fields.number_digest = NEW.number_digest
      AND images.user_id <> (SELECT user_id FROM images WHERE filename = NEW.filename)
  );
  SELECT RAISE(ABORT, 'card_used')
  WHERE coalesce(NEW.used_reason, '') = '' AND EXISTS (
    SELECT 1 FROM images AS own
    JOIN images AS theirs ON theirs.digest = own.digest AND theirs.purpose = 'id_card' AND theirs.user_id <> own.user_id
    WHERE own.filename = NEW.filename AND theirs.uploaded_by = theirs.user_id
  );
END;

CREATE TRIGGER id_card_fields_fixed BEFORE UPDATE OF filename, expires_on, used_reason, read_by, read_at_ms ON id_card_fields BEGIN
  SELECT RAISE(ABORT, 'card_fields_fixed');
END;

CREATE TRIGGER id_card_fields_told_once BEFORE UPDATE OF expiry_told_at_ms ON id_card_fields
WHEN OLD.expiry_told_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'card_fields_fixed');
END;

CREATE TRIGGER id_card_fields_notified AFTER UPDATE OF expiry_told_at_ms ON id_card_fields
WHEN OLD.expiry_told_at_ms IS NULL AND NEW.expiry_told_at_ms IS NOT NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  SELECT user_id, 'card_expires', NEW.expires_on, NEW.expiry_told_at_ms FROM images WHERE filename = NEW.filename;
END;
