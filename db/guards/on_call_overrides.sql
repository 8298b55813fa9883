-- The triggers of `on_call_overrides`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER on_call_overrides_admins BEFORE INSERT ON on_call_overrides BEGIN
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id)
    OR NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.set_by);
END;

-- It is taken back, once; nothing else of it changes.
CREATE TRIGGER on_call_overrides_fixed BEFORE UPDATE ON on_call_overrides
WHEN (NEW.id, NEW.user_id, NEW.from_ms, NEW.to_ms, NEW.set_by, NEW.set_at_ms)
    IS NOT (OLD.id, OLD.user_id, OLD.from_ms, OLD.to_ms, OLD.set_by, OLD.set_at_ms)
  OR OLD.removed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;

CREATE TRIGGER on_call_overrides_kept BEFORE DELETE ON on_call_overrides BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
