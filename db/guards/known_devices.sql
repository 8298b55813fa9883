-- The triggers of `known_devices`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- The counter of wrong passwords of a device goes with it: known again later, the device begins at zero.
CREATE TRIGGER known_devices_forget_failures AFTER DELETE ON known_devices BEGIN
  DELETE FROM login_failures WHERE key = 'loginByDevice:' || OLD.user_id || ':' || OLD.device_hash;
END;

-- A log-in on a browser that the account did not know; its first one is no news. The session of the log-in is there already.
CREATE TRIGGER known_devices_notified AFTER INSERT ON known_devices
WHEN (SELECT first_device_hash FROM users WHERE id = NEW.user_id) IS NOT NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, 'new_device', CAST(CAST(NEW.last_log_in_at_ms AS INTEGER) AS TEXT),
    coalesce((
      SELECT json_object('agent', user_agent, 'country', country, 'session', id) FROM sessions
      WHERE user_id = NEW.user_id AND device_hash = NEW.device_hash ORDER BY created_at_ms DESC LIMIT 1
    ), '{}'),
    NEW.last_log_in_at_ms;
END;
