-- The triggers of `withdrawal_images`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawal_images_journalled_inserted AFTER INSERT ON withdrawal_images BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawal_images', json_object(
    'filename', NEW.filename, 'withdrawal_id', NEW.withdrawal_id, 'kind', NEW.kind, 'message', NEW.message,
    'uploaded_at_ms', NEW.uploaded_at_ms
  ));
END;

CREATE TRIGGER withdrawal_images_told AFTER INSERT ON withdrawal_images BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT user_id, 'withdrawals' FROM withdrawals WHERE id = NEW.withdrawal_id;
END;
