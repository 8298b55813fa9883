-- The triggers of `account_changes`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A row replaces the one of its person and topic: the causing statement may say OR IGNORE, which a trigger's own conflict clause
-- gives way to. A closed account has no pages.
CREATE TRIGGER account_changes_one_a_topic BEFORE INSERT ON account_changes BEGIN
  SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
  DELETE FROM account_changes WHERE user_id = NEW.user_id AND topic = NEW.topic;
END;
