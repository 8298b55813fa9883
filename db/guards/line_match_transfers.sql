-- The triggers of `line_match_transfers`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A match has the transfers that it was made with.
CREATE TRIGGER line_match_transfers_begin BEFORE INSERT ON line_match_transfers
WHEN EXISTS (SELECT 1 FROM line_matches WHERE id = NEW.match_id) BEGIN
  SELECT RAISE(ABORT, 'match_terms_fixed');
END;

CREATE TRIGGER line_match_transfers_never_changed BEFORE UPDATE ON line_match_transfers BEGIN
  SELECT RAISE(ABORT, 'match_terms_fixed');
END;

CREATE TRIGGER line_match_transfers_never_deleted BEFORE DELETE ON line_match_transfers BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
