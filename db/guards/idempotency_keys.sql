-- The triggers of `idempotency_keys`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Without its key, a request that is repeated after a restore would move money again.
CREATE TRIGGER idempotency_keys_journalled_inserted AFTER INSERT ON idempotency_keys WHEN NEW.route NOT LIKE 'POST /api/admin/users/%' AND NEW.route NOT LIKE 'POST /api/admin/identities/%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('idempotency_keys', json_object(
    'user_id', NEW.user_id, 'route', NEW.route, 'key', NEW.key, 'fingerprint', NEW.fingerprint, 'reply', NEW.reply,
    'created_at_ms', NEW.created_at_ms
  ));
END;

CREATE TRIGGER idempotency_keys_journalled_changed AFTER UPDATE ON idempotency_keys WHEN NEW.route NOT LIKE 'POST /api/admin/users/%' AND NEW.route NOT LIKE 'POST /api/admin/identities/%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('idempotency_keys', json_object(
    'user_id', NEW.user_id, 'route', NEW.route, 'key', NEW.key, 'fingerprint', NEW.fingerprint, 'reply', NEW.reply,
    'created_at_ms', NEW.created_at_ms
  ));
END;
