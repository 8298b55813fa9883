-- The triggers of `demo_parts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A run that is archived gets no more parts.
CREATE TRIGGER demo_parts_of_open_run BEFORE INSERT ON demo_parts BEGIN
  SELECT RAISE(ABORT, 'demo_run_archived')
  WHERE EXISTS (SELECT 1 FROM demo_runs WHERE user_id = NEW.user_id AND run = NEW.run AND archived_at_ms IS NOT NULL);
END;

CREATE TRIGGER demo_parts_never_changed BEFORE UPDATE ON demo_parts BEGIN
  SELECT RAISE(ABORT, 'demo_parts_never_changed');
END;

CREATE TRIGGER demo_parts_go_with_account BEFORE DELETE ON demo_parts BEGIN
  SELECT RAISE(ABORT, 'demo_results_kept')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
