-- The triggers of `incidents`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An incident has one cause and one beginning, is acknowledged once, and one that has ended stays as it was.
CREATE TRIGGER incidents_fixed BEFORE UPDATE ON incidents
WHEN (NEW.id, NEW.cause, NEW.opened_at_ms) IS NOT (OLD.id, OLD.cause, OLD.opened_at_ms)
  OR (OLD.acknowledged_at_ms IS NOT NULL
    AND (NEW.acknowledged_at_ms, NEW.acknowledged_by) IS NOT (OLD.acknowledged_at_ms, OLD.acknowledged_by))
  OR OLD.ended_at_ms IS NOT NULL
  OR NEW.tells NOT IN (OLD.tells, OLD.tells + 1) BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;

CREATE TRIGGER incidents_acknowledged_by_admin BEFORE UPDATE OF acknowledged_by ON incidents
WHEN NEW.acknowledged_by IS NOT NULL AND NEW.acknowledged_by IS NOT OLD.acknowledged_by BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.acknowledged_by);
END;

CREATE TRIGGER incidents_kept BEFORE DELETE ON incidents BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;
