-- The triggers of `notification_settings`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER notification_settings_told_inserted AFTER INSERT ON notification_settings BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

CREATE TRIGGER notification_settings_told_changed AFTER UPDATE ON notification_settings BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;

-- The minutes of a day.
CREATE TRIGGER notification_settings_minutes_inserted BEFORE INSERT ON notification_settings
WHEN max(NEW.quiet_from_min, NEW.quiet_to_min) >= 1440 BEGIN
  SELECT RAISE(ABORT, 'notification_settings_quiet');
END;

CREATE TRIGGER notification_settings_minutes_changed BEFORE UPDATE OF quiet_from_min, quiet_to_min ON notification_settings
WHEN max(NEW.quiet_from_min, NEW.quiet_to_min) >= 1440 BEGIN
  SELECT RAISE(ABORT, 'notification_settings_quiet');
END;

-- Each channel once, and a digest that is known and looked at while it is on.
CREATE TRIGGER notification_settings_channels_inserted BEFORE INSERT ON notification_settings
WHEN NEW.channel_order NOT IN (
    'push,telegram,email', 'push,email,telegram', 'telegram,push,email',
    'telegram,email,push', 'email,push,telegram', 'email,telegram,push'
  )
  OR NEW.digest NOT IN ('off', 'daily', 'weekly')
  OR (NEW.digest = 'off') <> (NEW.digest_due_at_ms IS NULL) BEGIN
  SELECT RAISE(ABORT, 'notification_settings_channels');
END;

CREATE TRIGGER notification_settings_channels_changed BEFORE UPDATE OF channel_order, digest, digest_due_at_ms ON notification_settings
WHEN NEW.channel_order NOT IN (
    'push,telegram,email', 'push,email,telegram', 'telegram,push,email',
    'telegram,email,push', 'email,push,telegram', 'email,telegram,push'
  )
  OR NEW.digest NOT IN ('off', 'daily', 'weekly')
  OR (NEW.digest = 'off') <> (NEW.digest_due_at_ms IS NULL) BEGIN
  SELECT RAISE(ABORT, 'notification_settings_channels');
END;
