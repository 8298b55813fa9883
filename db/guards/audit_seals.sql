-- The triggers of `audit_seals`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER audit_seals_append_only BEFORE UPDATE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;

CREATE TRIGGER audit_seals_never_deleted BEFORE DELETE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
