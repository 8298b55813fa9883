-- The triggers of `known_devices`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- The counter of wrong passwords of a device goes with it: known again later, the device begins at zero.
CREATE TRIGGER known_devices_forget_failures AFTER DELETE ON known_devices BEGIN
  DELETE FROM login_failures WHERE key = 'loginByDevice:' || OLD.user_id || ':' || OLD.device_hash;
END;
