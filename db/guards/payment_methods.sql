-- The triggers of `payment_methods`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER payment_methods_told_inserted AFTER INSERT ON payment_methods BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;

CREATE TRIGGER payment_methods_told_changed AFTER UPDATE ON payment_methods BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
