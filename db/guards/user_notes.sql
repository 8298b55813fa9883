-- The triggers of `user_notes`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER user_notes_append_only BEFORE UPDATE ON user_notes BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;

CREATE TRIGGER user_notes_never_deleted BEFORE DELETE ON user_notes BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
