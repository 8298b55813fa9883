-- The triggers of `on_call_rotas`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A change is another rota, so that who was on call when can be read later.
CREATE TRIGGER on_call_rotas_by_admin BEFORE INSERT ON on_call_rotas BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.set_by);
END;

CREATE TRIGGER on_call_rotas_never_changed BEFORE UPDATE ON on_call_rotas BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;

CREATE TRIGGER on_call_rotas_kept BEFORE DELETE ON on_call_rotas BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
