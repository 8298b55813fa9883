ALTER TABLE `users` ADD `first_device_hash` text;--> statement-breakpoint
ALTER TABLE `users` ADD `other_device_log_in_at_ms` integer;--> statement-breakpoint
-- The first device of accounts that have logged in before: the one that is known, where there was never another. Where there
-- was, nobody knows which came first, so none counts as the first.
UPDATE users SET
  first_device_hash = CASE
    WHEN (SELECT count(*) FROM known_devices WHERE user_id = users.id) = 1 AND NOT EXISTS (
      SELECT 1 FROM audit_log
      WHERE subject = 'user:' || users.id AND action = 'user.logged_in' AND json_extract(detail, '$.isNewDevice')
    ) THEN (SELECT device_hash FROM known_devices WHERE user_id = users.id)
    ELSE ''
  END
WHERE closed_at_ms IS NULL AND (
  EXISTS (SELECT 1 FROM known_devices WHERE user_id = users.id)
  OR EXISTS (SELECT 1 FROM audit_log WHERE subject = 'user:' || users.id AND action = 'user.logged_in')
);
--> statement-breakpoint
UPDATE users SET
  other_device_log_in_at_ms = (SELECT max(last_log_in_at_ms) FROM known_devices WHERE user_id = users.id)
WHERE closed_at_ms IS NULL AND first_device_hash = '';
--> statement-breakpoint
-- A device's counter of wrong passwords ends with it: known again later, it begins at nothing.
CREATE TRIGGER known_devices_forget_failures AFTER DELETE ON known_devices BEGIN
  DELETE FROM login_failures WHERE key = 'loginByDevice:' || OLD.user_id || ':' || OLD.device_hash;
END;
