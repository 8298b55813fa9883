-- The triggers of `second_factors`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A TOTP code is accepted once.
CREATE TRIGGER second_factors_once BEFORE UPDATE OF last_step ON second_factors BEGIN
  SELECT RAISE(ABORT, 'totp_replayed') WHERE NEW.last_step <= OLD.last_step;
END;

CREATE TRIGGER second_factors_notified_on AFTER INSERT ON second_factors BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (NEW.user_id, 'second_factor_on', CAST(CAST(NEW.created_at_ms AS INTEGER) AS TEXT), NEW.created_at_ms);
END;

-- The time is the database's: nothing of the row says when it went.
CREATE TRIGGER second_factors_notified_off AFTER DELETE ON second_factors
WHEN (SELECT closed_at_ms FROM users WHERE id = OLD.user_id) IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  VALUES (OLD.user_id, 'second_factor_off', CAST(CAST(OLD.created_at_ms AS INTEGER) AS TEXT), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

CREATE TRIGGER second_factors_told_on AFTER INSERT ON second_factors BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;

CREATE TRIGGER second_factors_told_off AFTER DELETE ON second_factors BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'profile');
END;
