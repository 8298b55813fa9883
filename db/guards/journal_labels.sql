-- The triggers of `journal_labels`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A trader has 100 at most that are not archived, and 500 in all. One that is there is changed by the same statement.
CREATE TRIGGER journal_labels_begin BEFORE INSERT ON journal_labels
WHEN NOT EXISTS (SELECT 1 FROM journal_labels WHERE user_id = NEW.user_id AND id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'journal_labels_full')
  WHERE (SELECT count(*) FROM journal_labels WHERE user_id = NEW.user_id AND archived_at_ms IS NULL) >= 100
    OR (SELECT count(*) FROM journal_labels WHERE user_id = NEW.user_id) >= 500;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;

CREATE TRIGGER journal_labels_begin_again BEFORE UPDATE OF archived_at_ms ON journal_labels
WHEN NEW.archived_at_ms IS NULL AND OLD.archived_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'journal_labels_full')
  WHERE (SELECT count(*) FROM journal_labels WHERE user_id = NEW.user_id AND archived_at_ms IS NULL) >= 100;
END;

CREATE TRIGGER journal_labels_fixed BEFORE UPDATE OF user_id, id, kind, created_at_ms ON journal_labels BEGIN
  SELECT RAISE(ABORT, 'journal_fixed');
END;

CREATE TRIGGER journal_labels_forward BEFORE UPDATE OF version, number ON journal_labels BEGIN
  SELECT RAISE(ABORT, 'journal_fixed') WHERE NEW.version <= OLD.version OR NEW.number <= OLD.number;
END;

CREATE TRIGGER journal_labels_told_inserted AFTER INSERT ON journal_labels BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;

CREATE TRIGGER journal_labels_told_changed AFTER UPDATE ON journal_labels BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;
