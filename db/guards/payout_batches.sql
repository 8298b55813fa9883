-- The triggers of `payout_batches`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator pays by it what they have begun to pay in the same transaction: transfers to accounts at banks, under its references, each of
-- a holder that an admin had beside the account's name as it is. After a restore its number is above those that batches may have had which
-- the copy does not know: the bank knows them. It has the count and the sum of its items, and its bank account has that.
CREATE TRIGGER payout_batches_begin BEFORE INSERT ON payout_batches BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.made_by AND role = 'operator');
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.number <= (SELECT coalesce(max(number), 0) FROM payout_batches) + 1000 * (
    SELECT count(*) FROM restores WHERE restored_at_ms >= (SELECT coalesce(max(made_at_ms), 0) FROM payout_batches)
  );
  SELECT RAISE(ABORT, 'batch_differs')
  WHERE NEW.item_count > 500 OR (NEW.item_count, NEW.total_cents) IS NOT (
      SELECT count(*), sum(amount_cents) FROM payout_batch_items WHERE batch_id = NEW.id
    )
    OR EXISTS (
      SELECT 1 FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
      WHERE items.batch_id = NEW.id AND (
        items.reference <> 'B-' || NEW.number || '/' || items.line OR items.line NOT BETWEEN 1 AND NEW.item_count
        OR items.amount_cents <> withdrawals.amount_cents OR withdrawals.payment_method <> 'Bank Transfer'
      )
    );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE EXISTS (
    SELECT 1 FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
    WHERE items.batch_id = NEW.id AND (withdrawals.status, withdrawals.payer_id, withdrawals.payment_started_at_ms)
      IS NOT ('approved', NEW.made_by, NEW.made_at_ms)
  );
  -- What its payer alone approved counts together, with what else they pay or moved alone in a day: one file is one act of one person.
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE (
    SELECT min(min(withdrawals.admin_alone_cents_max, coalesce(
      (SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'admin_alone_max' AND user_id IS NULL),
      withdrawals.admin_alone_cents_max
    )))
    FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
    WHERE items.batch_id = NEW.id AND items.withdrawal_id IN (SELECT withdrawal_id FROM paying_alone WHERE admin_id = NEW.made_by)
  ) < (
    SELECT sum(amount_cents) FROM withdrawals WHERE id IN (
      SELECT withdrawal_id FROM paying_alone WHERE admin_id = NEW.made_by
      UNION SELECT withdrawal_id FROM moved_alone WHERE admin_id = NEW.made_by AND at_ms > NEW.made_at_ms - 86400000
    )
  );
  SELECT RAISE(ABORT, 'names_unchecked')
  WHERE EXISTS (
    SELECT 1 FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
    JOIN users ON users.id = withdrawals.user_id
    WHERE items.batch_id = NEW.id AND (withdrawals.holder_name IS NULL OR NOT EXISTS (
      SELECT 1 FROM name_checks
      WHERE name_checks.withdrawal_id = withdrawals.id
        AND name_checks.account_name = users.first_name || ' ' || users.last_name
    ))
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.free_cents IS NOT (
    SELECT balance_cents - with_bank_cents - unsettled_cents FROM payout_accounts WHERE id = NEW.bank_account_id
  );
  SELECT RAISE(ABORT, 'batch_over_account') WHERE NEW.free_cents < NEW.total_cents;
END;

CREATE TRIGGER payout_batches_never_changed BEFORE UPDATE ON payout_batches BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;

CREATE TRIGGER payout_batches_never_deleted BEFORE DELETE ON payout_batches BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;

-- Their traders see that the payments are with the bank.
CREATE TRIGGER payout_batches_told AFTER INSERT ON payout_batches BEGIN
  INSERT INTO account_changes (user_id, topic)
  SELECT DISTINCT withdrawals.user_id, 'withdrawals' FROM payout_batch_items AS items
  JOIN withdrawals ON withdrawals.id = items.withdrawal_id WHERE items.batch_id = NEW.id;
END;
