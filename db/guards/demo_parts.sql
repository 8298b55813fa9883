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

-- A position that the market closed: what its trader closed by hand is no news.
CREATE TRIGGER demo_parts_notified AFTER INSERT ON demo_parts
WHEN NEW.close_rule IN ('stop_loss', 'trailing_stop', 'take_profit', 'stop_out') BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (
    NEW.user_id, 'demo_closed', CAST(NEW.id AS TEXT),
    json_object('rule', NEW.close_rule, 'symbol', NEW.symbol, 'direction', NEW.direction, 'cents', NEW.profit_cents),
    NEW.closed_at_ms
  );
END;
