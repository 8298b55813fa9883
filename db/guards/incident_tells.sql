-- The triggers of `incident_tells`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Only admins are told, of an incident that nobody has acknowledged and that lasts.
CREATE TRIGGER incident_tells_to_admins BEFORE INSERT ON incident_tells BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id);
  SELECT RAISE(ABORT, 'incident_fixed')
  WHERE NOT EXISTS (
    SELECT 1 FROM incidents
    WHERE id = NEW.incident_id AND tells = NEW.number AND acknowledged_at_ms IS NULL AND ended_at_ms IS NULL
  );
END;

CREATE TRIGGER incident_tells_fixed BEFORE UPDATE ON incident_tells
WHEN (NEW.incident_id, NEW.number, NEW.user_id, NEW.at_ms, NEW.notification_id)
    IS NOT (OLD.incident_id, OLD.number, OLD.user_id, OLD.at_ms, OLD.notification_id)
  OR OLD.confirmed_at_ms IS NOT NULL
  OR (OLD.mail_id IS NOT NULL AND NEW.mail_id IS NOT OLD.mail_id) BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;

CREATE TRIGGER incident_tells_kept BEFORE DELETE ON incident_tells BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;
