-- The triggers of `recovery_codes`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER recovery_codes_told AFTER UPDATE OF used_at_ms ON recovery_codes BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
