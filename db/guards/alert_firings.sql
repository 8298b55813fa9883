-- The triggers of `alert_firings`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An alert fires for its own person, in its version, while it is on. One that has expired may have fired before, which is recorded later.
CREATE TRIGGER alert_firings_of_alert BEFORE INSERT ON alert_firings BEGIN
  SELECT RAISE(ABORT, 'alert_firing_without_alert')
  WHERE NOT EXISTS (
    SELECT 1 FROM price_alerts WHERE id = NEW.alert_id AND user_id = NEW.user_id AND version = NEW.version
      AND (state = 'on' OR (state = 'expired' AND NEW.fired_at_ms < expires_at_ms))
  );
END;

CREATE TRIGGER alert_firings_never_changed BEFORE UPDATE ON alert_firings BEGIN
  SELECT RAISE(ABORT, 'alert_firing_fixed');
END;

CREATE TRIGGER alert_firings_counted AFTER INSERT ON alert_firings BEGIN
  UPDATE price_alerts SET
    firings = firings + 1,
    last_firing_id = NEW.id,
    state = CASE json_extract(repeat, '$.type') WHEN 'once' THEN 'fired' ELSE state END,
    changed_at_ms = NEW.fired_at_ms
  WHERE id = NEW.alert_id;
END;

CREATE TRIGGER alert_firings_notified AFTER INSERT ON alert_firings BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (
    NEW.user_id, 'alert_fired', CAST(NEW.id AS TEXT),
    json_object(
      'alert', NEW.alert_id,
      'symbol', NEW.terms ->> '$.symbol',
      'condition', json(NEW.terms -> '$.condition'),
      'value2', NEW.facts ->> '$.value2',
      'quote', json_object('bid', NEW.facts ->> '$.quote.bid', 'ask', NEW.facts ->> '$.quote.ask', 'at', NEW.facts ->> '$.quote.at'),
      'note', NEW.terms ->> '$.note',
      'isAlsoInQuietHours', json(NEW.terms -> '$.isAlsoInQuietHours')
    ),
    NEW.fired_at_ms
  );
END;
