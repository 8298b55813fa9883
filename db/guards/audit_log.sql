-- The triggers of `audit_log`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

CREATE TRIGGER audit_log_append_only BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;

CREATE TRIGGER audit_log_never_deleted BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Of decisions about money.
CREATE TRIGGER audit_log_journalled_inserted AFTER INSERT ON audit_log WHEN NEW.subject LIKE 'deposit:%' OR NEW.subject LIKE 'withdrawal:%' OR NEW.subject LIKE 'exception:%' OR NEW.subject LIKE 'import:%' OR NEW.subject LIKE 'book:%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('audit_log', json_object(
    'sequence', NEW.sequence, 'at_ms', NEW.at_ms, 'actor', NEW.actor, 'action', NEW.action, 'subject', NEW.subject,
    'detail', NEW.detail
  ));
END;
