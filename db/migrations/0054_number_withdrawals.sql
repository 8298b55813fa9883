-- guards: the version before inserts rows without a number, which a trigger gives them; it never writes the column. Nothing else
-- that it does is refused.
ALTER TABLE `withdrawals` ADD `number` integer;
--> statement-breakpoint
-- Each row is numbered. The step is random, so that numbers do not tell how many rows are between two of them. Older than the
-- triggers of the journal, so asked after them: the journal's last row of a new request has the number.
CREATE TRIGGER withdrawals_numbered AFTER INSERT ON withdrawals WHEN NEW.number IS NULL BEGIN
  UPDATE withdrawals
  SET number = (SELECT coalesce(max(number), 1000) + 1 + abs(random() % 19) FROM withdrawals)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawals_journalled_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
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
-- A number is given once.
CREATE TRIGGER withdrawals_number_fixed BEFORE UPDATE OF number ON withdrawals
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_journalled_changed AFTER UPDATE ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
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
-- After the triggers, so that the journal of money has the numbers.
INSERT INTO money_journal_rows (table_name, row)
SELECT 'batch', json_object('at_ms', CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE EXISTS (SELECT 1 FROM withdrawals);
--> statement-breakpoint
-- In order of request.
WITH numbered AS MATERIALIZED (
  SELECT id, 1000 + sum(1 + abs(random() % 19)) OVER (ORDER BY created_at_ms, id) AS number FROM withdrawals
)
UPDATE withdrawals SET number = numbered.number FROM numbered WHERE numbered.id = withdrawals.id;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_number` ON `withdrawals` (`number`);
