-- The triggers of `second_factors`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A TOTP code is accepted once.
CREATE TRIGGER second_factors_once BEFORE UPDATE OF last_step ON second_factors BEGIN
  SELECT RAISE(ABORT, 'totp_replayed') WHERE NEW.last_step <= OLD.last_step;
END;
