-- The triggers of `audit_log`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER audit_log_append_only BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;

CREATE TRIGGER audit_log_never_deleted BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
