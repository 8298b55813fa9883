-- The triggers of `journal_entries`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A trader has 100,000 at most: the numbers of changes are as many or more, so that few have their entries counted.
CREATE TRIGGER journal_entries_begin BEFORE INSERT ON journal_entries
WHEN NOT EXISTS (
  SELECT 1 FROM journal_entries
  WHERE user_id = NEW.user_id AND account = NEW.account AND subject = NEW.subject AND key = NEW.key
) BEGIN
  SELECT RAISE(ABORT, 'journal_entries_full')
  WHERE NEW.number > 100000 AND (SELECT count(*) FROM journal_entries WHERE user_id = NEW.user_id) >= 100000;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;

CREATE TRIGGER journal_entries_fixed BEFORE UPDATE OF user_id, account, subject, key ON journal_entries BEGIN
  SELECT RAISE(ABORT, 'journal_fixed');
END;

CREATE TRIGGER journal_entries_forward BEFORE UPDATE OF version, number ON journal_entries BEGIN
  SELECT RAISE(ABORT, 'journal_fixed') WHERE NEW.version <= OLD.version OR NEW.number <= OLD.number;
END;

CREATE TRIGGER journal_entries_labelled AFTER INSERT ON journal_entries BEGIN
  INSERT OR IGNORE INTO journal_entry_labels (user_id, account, subject, key, label_id)
  SELECT NEW.user_id, NEW.account, NEW.subject, NEW.key, value FROM json_each(NEW.labels);
END;

CREATE TRIGGER journal_entries_relabelled AFTER UPDATE OF labels ON journal_entries WHEN NEW.labels <> OLD.labels BEGIN
  DELETE FROM journal_entry_labels
  WHERE user_id = NEW.user_id AND account = NEW.account AND subject = NEW.subject AND key = NEW.key;
  INSERT OR IGNORE INTO journal_entry_labels (user_id, account, subject, key, label_id)
  SELECT NEW.user_id, NEW.account, NEW.subject, NEW.key, value FROM json_each(NEW.labels);
END;

CREATE TRIGGER journal_entries_unlabelled AFTER DELETE ON journal_entries BEGIN
  DELETE FROM journal_entry_labels
  WHERE user_id = OLD.user_id AND account = OLD.account AND subject = OLD.subject AND key = OLD.key;
END;

CREATE TRIGGER journal_entries_told_inserted AFTER INSERT ON journal_entries BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;

CREATE TRIGGER journal_entries_told_changed AFTER UPDATE ON journal_entries BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;
