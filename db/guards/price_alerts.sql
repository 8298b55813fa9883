-- The triggers of `price_alerts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A trader has 500 at most that are on or paused.
CREATE TRIGGER price_alerts_begin BEFORE INSERT ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alerts_full')
  WHERE (SELECT count(*) FROM price_alerts WHERE user_id = NEW.user_id AND state IN ('on', 'paused')) >= 500;
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NEW.version <> 1 OR NEW.state <> 'on' OR NEW.armed_version IS NOT NULL OR NEW.firings <> 0 OR NEW.last_firing_id IS NOT NULL;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;

CREATE TRIGGER price_alerts_begin_again BEFORE UPDATE OF state ON price_alerts
WHEN NEW.state IN ('on', 'paused') AND OLD.state NOT IN ('on', 'paused') BEGIN
  SELECT RAISE(ABORT, 'price_alerts_full')
  WHERE (SELECT count(*) FROM price_alerts WHERE user_id = NEW.user_id AND state IN ('on', 'paused')) >= 500;
END;

CREATE TRIGGER price_alerts_owner_fixed BEFORE UPDATE OF id, user_id, created_at_ms ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed');
END;

-- What its person does is the next version. Without one it fires or expires, by itself.
CREATE TRIGGER price_alerts_versions BEFORE UPDATE OF
  version, symbol, condition, repeat, expires_at_ms, note, also_in_quiet_hours, drawing, state
ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed') WHERE OLD.state = 'removed' OR NEW.version NOT IN (OLD.version, OLD.version + 1);
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NEW.version = OLD.version AND (
    (NEW.symbol, NEW.condition, NEW.repeat, NEW.expires_at_ms, NEW.note, NEW.also_in_quiet_hours, NEW.drawing)
      IS NOT (OLD.symbol, OLD.condition, OLD.repeat, OLD.expires_at_ms, OLD.note, OLD.also_in_quiet_hours, OLD.drawing)
    OR NOT (
      NEW.state = OLD.state OR (NEW.state = 'fired' AND OLD.state IN ('on', 'expired')) OR (NEW.state = 'expired' AND OLD.state IN ('on', 'paused'))
    )
  );
END;

-- Within a version the tape goes on, and never back.
CREATE TRIGGER price_alerts_armed_forward BEFORE UPDATE OF armed_version, armed_seq ON price_alerts
WHEN OLD.armed_version IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NEW.armed_version IS NULL OR NEW.armed_version < OLD.armed_version
    OR (NEW.armed_version = OLD.armed_version AND NEW.armed_seq < OLD.armed_seq);
END;

CREATE TRIGGER price_alerts_firings_counted BEFORE UPDATE OF firings, last_firing_id ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE (NEW.firings, NEW.last_firing_id) IS NOT (OLD.firings, OLD.last_firing_id)
    AND NOT (NEW.firings = OLD.firings + 1 AND EXISTS (SELECT 1 FROM alert_firings WHERE id = NEW.last_firing_id AND alert_id = OLD.id));
END;

-- One that is on or paused goes with its person alone.
CREATE TRIGGER price_alerts_kept BEFORE DELETE ON price_alerts WHEN OLD.state IN ('on', 'paused') BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;

CREATE TRIGGER price_alerts_told_inserted AFTER INSERT ON price_alerts BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'alerts');
END;

-- Each firing and each arming changes the alert too.
CREATE TRIGGER price_alerts_told_changed AFTER UPDATE ON price_alerts BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'alerts');
END;

CREATE TRIGGER price_alerts_told_deleted AFTER DELETE ON price_alerts BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'alerts');
END;
