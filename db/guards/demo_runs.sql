-- The triggers of `demo_runs`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A run begins without final figures, for an account that is open.
CREATE TRIGGER demo_runs_begin BEFORE INSERT ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'demo_run_unbalanced') WHERE NEW.archived_at_ms IS NOT NULL;
END;

CREATE TRIGGER demo_runs_terms_fixed
BEFORE UPDATE OF user_id, run, start_cents, costs, costs_version, leverage, started_at_ms ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'demo_run_terms_fixed');
END;

-- The final figures are those of its parts, all of which are there.
CREATE TRIGGER demo_runs_balanced
BEFORE UPDATE OF archived_at_ms, balance_cents, profit_cents, commission_cents, overnight_cents, protection_cents, opened, closed, voided
ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'demo_run_unbalanced')
  WHERE (NEW.closed, NEW.profit_cents) IS NOT (
    SELECT count(*), coalesce(sum(gross_cents), 0) FROM demo_parts WHERE user_id = OLD.user_id AND run = OLD.run
  );
END;

CREATE TRIGGER demo_runs_stay_archived BEFORE UPDATE ON demo_runs WHEN OLD.archived_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'demo_run_archived');
END;

CREATE TRIGGER demo_runs_go_with_account BEFORE DELETE ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'demo_results_kept')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
