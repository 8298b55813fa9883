-- guards: triggers that copy rows of money into a new table refuse nothing; what an earlier version writes is appended later.
CREATE TABLE `money_journal_rows` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`table_name` text NOT NULL,
	`row` text NOT NULL
) STRICT;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Balances are not journalled: they are the sums of the entries.
CREATE TRIGGER accounts_journalled_inserted AFTER INSERT ON accounts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('accounts', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'kind', NEW.kind, 'balance_cents', NEW.balance_cents,
    'floor_cents', NEW.floor_cents, 'last_entry_id', NEW.last_entry_id
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER approvals_journalled_inserted AFTER INSERT ON approvals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('approvals', json_object(
    'subject', NEW.subject, 'act', NEW.act, 'admin_id', NEW.admin_id, 'detail', NEW.detail, 'at_ms', NEW.at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER approvals_journalled_changed AFTER UPDATE ON approvals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('approvals', json_object(
    'subject', NEW.subject, 'act', NEW.act, 'admin_id', NEW.admin_id, 'detail', NEW.detail, 'at_ms', NEW.at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Of decisions about money.
CREATE TRIGGER audit_log_journalled_inserted AFTER INSERT ON audit_log WHEN NEW.subject LIKE 'deposit:%' OR NEW.subject LIKE 'withdrawal:%' OR NEW.subject LIKE 'exception:%' OR NEW.subject LIKE 'import:%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('audit_log', json_object(
    'sequence', NEW.sequence, 'at_ms', NEW.at_ms, 'actor', NEW.actor, 'action', NEW.action, 'subject', NEW.subject,
    'detail', NEW.detail
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- The schedule of polls (`asked_at_ms`, `next_ask_at_ms`) changes without the money and is not journalled by itself.
CREATE TRIGGER deposits_journalled_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'settlement_hash', NEW.settlement_hash, 'bank_reference', NEW.bank_reference,
    'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER deposits_journalled_changed AFTER UPDATE OF status, deeplink, updated_at_ms, paid_at_ms, settlement_hash, bank_reference ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'settlement_hash', NEW.settlement_hash, 'bank_reference', NEW.bank_reference,
    'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER entries_journalled_inserted AFTER INSERT ON entries BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('entries', json_object(
    'id', NEW.id, 'transfer_id', NEW.transfer_id, 'account_id', NEW.account_id, 'amount_cents', NEW.amount_cents
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Without its key, a request that is repeated after a restore would move money again.
CREATE TRIGGER idempotency_keys_journalled_inserted AFTER INSERT ON idempotency_keys WHEN NEW.route NOT LIKE 'POST /api/admin/users/%' AND NEW.route NOT LIKE 'POST /api/admin/identities/%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('idempotency_keys', json_object(
    'user_id', NEW.user_id, 'route', NEW.route, 'key', NEW.key, 'fingerprint', NEW.fingerprint, 'reply', NEW.reply,
    'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER idempotency_keys_journalled_changed AFTER UPDATE ON idempotency_keys WHEN NEW.route NOT LIKE 'POST /api/admin/users/%' AND NEW.route NOT LIKE 'POST /api/admin/identities/%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('idempotency_keys', json_object(
    'user_id', NEW.user_id, 'route', NEW.route, 'key', NEW.key, 'fingerprint', NEW.fingerprint, 'reply', NEW.reply,
    'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Withdrawals refer to these.
CREATE TRIGGER images_journalled_inserted AFTER INSERT ON images WHEN NEW.purpose IN ('payment_code', 'admin_image', 'proof') BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('images', json_object(
    'filename', NEW.filename, 'user_id', NEW.user_id, 'purpose', NEW.purpose, 'object_key', NEW.object_key,
    'content_type', NEW.content_type, 'size_bytes', NEW.size_bytes, 'width_px', NEW.width_px,
    'height_px', NEW.height_px, 'uploaded_by', NEW.uploaded_by, 'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER imports_journalled_inserted AFTER INSERT ON imports BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('imports', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'status', NEW.status, 'file_name', NEW.file_name, 'format', NEW.format,
    'time_zone', NEW.time_zone, 'row_count', NEW.row_count, 'trade_count', NEW.trade_count,
    'profit_cents', NEW.profit_cents, 'reason', NEW.reason, 'created_by', NEW.created_by,
    'created_at_ms', NEW.created_at_ms, 'alone_cents_max', NEW.alone_cents_max, 'moves_cents', NEW.moves_cents,
    'committed_by', NEW.committed_by, 'committed_at_ms', NEW.committed_at_ms, 'reversed_by', NEW.reversed_by,
    'reversed_at_ms', NEW.reversed_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER imports_journalled_changed AFTER UPDATE ON imports BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('imports', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'status', NEW.status, 'file_name', NEW.file_name, 'format', NEW.format,
    'time_zone', NEW.time_zone, 'row_count', NEW.row_count, 'trade_count', NEW.trade_count,
    'profit_cents', NEW.profit_cents, 'reason', NEW.reason, 'created_by', NEW.created_by,
    'created_at_ms', NEW.created_at_ms, 'alone_cents_max', NEW.alone_cents_max, 'moves_cents', NEW.moves_cents,
    'committed_by', NEW.committed_by, 'committed_at_ms', NEW.committed_at_ms, 'reversed_by', NEW.reversed_by,
    'reversed_at_ms', NEW.reversed_at_ms
  ));
END;
--> statement-breakpoint
-- The trades of a commit, a thousand to a row: a file may have fifty thousand. A reversal deletes them, which its own row says.
CREATE TRIGGER imports_journalled_trades AFTER UPDATE OF status ON imports WHEN NEW.status = 'committed' BEGIN
  INSERT INTO money_journal_rows (table_name, row)
  SELECT 'trades', json_group_array(json_object(
    'id', id, 'user_id', user_id, 'import_id', import_id, 'ticket', ticket, 'symbol', symbol, 'direction', direction,
    'lot_micros', lot_micros, 'entry_price', entry_price, 'exit_price', exit_price, 'stop_price', stop_price, 'opened_at_ms', opened_at_ms, 'closed_at_ms', closed_at_ms, 'profit_cents', profit_cents
  ))
  FROM trades WHERE import_id = NEW.id GROUP BY id / 1000;
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER payment_exceptions_journalled_inserted AFTER INSERT ON payment_exceptions BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('payment_exceptions', json_object(
    'id', NEW.id, 'deposit_id', NEW.deposit_id, 'settlement_hash', NEW.settlement_hash, 'reason', NEW.reason,
    'paid_amount', NEW.paid_amount, 'paid_currency', NEW.paid_currency, 'paid_at_ms', NEW.paid_at_ms,
    'paid_from', NEW.paid_from, 'status', NEW.status, 'credited_cents', NEW.credited_cents, 'note', NEW.note,
    'decided_by', NEW.decided_by, 'decided_at_ms', NEW.decided_at_ms, 'version', NEW.version,
    'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER payment_exceptions_journalled_changed AFTER UPDATE ON payment_exceptions BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('payment_exceptions', json_object(
    'id', NEW.id, 'deposit_id', NEW.deposit_id, 'settlement_hash', NEW.settlement_hash, 'reason', NEW.reason,
    'paid_amount', NEW.paid_amount, 'paid_currency', NEW.paid_currency, 'paid_at_ms', NEW.paid_at_ms,
    'paid_from', NEW.paid_from, 'status', NEW.status, 'credited_cents', NEW.credited_cents, 'note', NEW.note,
    'decided_by', NEW.decided_by, 'decided_at_ms', NEW.decided_at_ms, 'version', NEW.version,
    'created_at_ms', NEW.created_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER transfers_journalled_inserted AFTER INSERT ON transfers BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('transfers', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'reference', NEW.reference, 'memo', NEW.memo, 'actor', NEW.actor, 'at_ms', NEW.at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER users_journalled_changed AFTER UPDATE OF role, role_given_by, role_given_at_ms, frozen_at_ms, closed_at_ms ON users BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('users', json_object(
    'id', NEW.id, 'email', NEW.email, 'username', NEW.username, 'username_key', NEW.username_key,
    'first_name', NEW.first_name, 'last_name', NEW.last_name, 'phone', NEW.phone, 'address', NEW.address,
    'password_hash', NEW.password_hash, 'role', NEW.role, 'theme', NEW.theme, 'time_zone', NEW.time_zone, 'language', NEW.language,
    'email_verified_at_ms', NEW.email_verified_at_ms, 'created_at_ms', NEW.created_at_ms,
    'security_changed_at_ms', NEW.security_changed_at_ms, 'has_login_alerts', NEW.has_login_alerts,
    'has_email_notifications', NEW.has_email_notifications, 'first_device_hash', NEW.first_device_hash,
    'other_device_log_in_at_ms', NEW.other_device_log_in_at_ms, 'closed_at_ms', NEW.closed_at_ms,
    'frozen_at_ms', NEW.frozen_at_ms, 'frozen_reason', NEW.frozen_reason, 'frozen_by', NEW.frozen_by,
    'role_given_by', NEW.role_given_by, 'role_given_at_ms', NEW.role_given_at_ms, 'desk_version', NEW.desk_version,
    'first_steps_hidden_at_ms', NEW.first_steps_hidden_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- What stands for the owner of money: a new account, and what an admin or its owner decides about all of it.
CREATE TRIGGER users_journalled_inserted AFTER INSERT ON users BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('users', json_object(
    'id', NEW.id, 'email', NEW.email, 'username', NEW.username, 'username_key', NEW.username_key,
    'first_name', NEW.first_name, 'last_name', NEW.last_name, 'phone', NEW.phone, 'address', NEW.address,
    'password_hash', NEW.password_hash, 'role', NEW.role, 'theme', NEW.theme, 'time_zone', NEW.time_zone, 'language', NEW.language,
    'email_verified_at_ms', NEW.email_verified_at_ms, 'created_at_ms', NEW.created_at_ms,
    'security_changed_at_ms', NEW.security_changed_at_ms, 'has_login_alerts', NEW.has_login_alerts,
    'has_email_notifications', NEW.has_email_notifications, 'first_device_hash', NEW.first_device_hash,
    'other_device_log_in_at_ms', NEW.other_device_log_in_at_ms, 'closed_at_ms', NEW.closed_at_ms,
    'frozen_at_ms', NEW.frozen_at_ms, 'frozen_reason', NEW.frozen_reason, 'frozen_by', NEW.frozen_by,
    'role_given_by', NEW.role_given_by, 'role_given_at_ms', NEW.role_given_at_ms, 'desk_version', NEW.desk_version,
    'first_steps_hidden_at_ms', NEW.first_steps_hidden_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawal_images_journalled_inserted AFTER INSERT ON withdrawal_images BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawal_images', json_object(
    'filename', NEW.filename, 'withdrawal_id', NEW.withdrawal_id, 'kind', NEW.kind, 'message', NEW.message,
    'uploaded_at_ms', NEW.uploaded_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawals_journalled_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_journalled_changed AFTER UPDATE ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
