-- The triggers of `pauses`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Nothing that a restore has paused goes on before two admins have approved what it found.
CREATE TRIGGER pauses_until_review BEFORE DELETE ON pauses BEGIN
  SELECT RAISE(ABORT, 'restore_unreviewed') WHERE EXISTS (SELECT 1 FROM restores WHERE resumed_at_ms IS NULL);
END;
