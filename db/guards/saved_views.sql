-- The triggers of `saved_views`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER saved_views_begin BEFORE INSERT ON saved_views BEGIN
  SELECT RAISE(ABORT, 'saved_views_list') WHERE NEW.list NOT IN ('withdrawals', 'identities', 'exceptions', 'deposits');
  SELECT RAISE(ABORT, 'saved_views_full')
  WHERE (SELECT count(*) FROM saved_views WHERE user_id = NEW.user_id) >= 20;
  SELECT RAISE(ABORT, 'saved_views_fixed') WHERE length(NEW.name) > 40 OR length(NEW.query) > 500;
END;

-- One is removed and saved anew.
CREATE TRIGGER saved_views_fixed BEFORE UPDATE ON saved_views BEGIN
  SELECT RAISE(ABORT, 'saved_views_fixed');
END;
