-- guards: the triggers write into account_changes whose pages have something new to read, and refuse nothing.
CREATE TRIGGER notification_settings_told_inserted AFTER INSERT ON notification_settings BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER notification_settings_told_changed AFTER UPDATE ON notification_settings BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'notifications');
END;
--> statement-breakpoint
CREATE TRIGGER price_alerts_told_inserted AFTER INSERT ON price_alerts BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'alerts');
END;
--> statement-breakpoint
-- Each firing and each arming changes the alert too.
CREATE TRIGGER price_alerts_told_changed AFTER UPDATE ON price_alerts BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'alerts');
END;
--> statement-breakpoint
CREATE TRIGGER price_alerts_told_deleted AFTER DELETE ON price_alerts BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'alerts');
END;
--> statement-breakpoint
-- The minutes of a day.
CREATE TRIGGER notification_settings_minutes_inserted BEFORE INSERT ON notification_settings
WHEN max(NEW.quiet_from_min, NEW.quiet_to_min) >= 1440 BEGIN
  SELECT RAISE(ABORT, 'notification_settings_quiet');
END;
--> statement-breakpoint
CREATE TRIGGER notification_settings_minutes_changed BEFORE UPDATE OF quiet_from_min, quiet_to_min ON notification_settings
WHEN max(NEW.quiet_from_min, NEW.quiet_to_min) >= 1440 BEGIN
  SELECT RAISE(ABORT, 'notification_settings_quiet');
END;
