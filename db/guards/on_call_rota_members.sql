-- The triggers of `on_call_rota_members`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- The order is written with its rota, and of admins alone. One who loses the role is skipped by who reads it.
CREATE TRIGGER on_call_rota_members_admins BEFORE INSERT ON on_call_rota_members BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id);
  SELECT RAISE(ABORT, 'on_call_fixed') WHERE NEW.rota_id <> (SELECT max(id) FROM on_call_rotas);
END;

CREATE TRIGGER on_call_rota_members_never_changed BEFORE UPDATE ON on_call_rota_members BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;

CREATE TRIGGER on_call_rota_members_kept BEFORE DELETE ON on_call_rota_members BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
