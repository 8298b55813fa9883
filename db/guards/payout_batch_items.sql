-- The triggers of `payout_batch_items`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A batch has the items that it was made with.
CREATE TRIGGER payout_batch_items_begin BEFORE INSERT ON payout_batch_items
WHEN NEW.outcome IS NOT NULL OR NEW.taken_back_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM payout_batches WHERE id = NEW.batch_id) BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;

CREATE TRIGGER payout_batch_items_terms_fixed BEFORE UPDATE OF
  batch_id, line, withdrawal_id, reference, amount_cents
ON payout_batch_items BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;

-- The payer of an open payment says once what the bank says of it: by a row of a result of this batch with its sum, which names it or names
-- none, or by a line of its bank account that names it with its sum, or the batch with the sum of several (`line_matches_sums`).
CREATE TRIGGER payout_batch_items_settled BEFORE UPDATE OF
  outcome, payment_id, result_line_id, statement_line_id, settled_by, settled_at_ms
ON payout_batch_items BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.outcome IS NOT NULL OR NEW.outcome IS NULL OR OLD.taken_back_at_ms IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM withdrawals WHERE id = OLD.withdrawal_id AND status = 'approved' AND payer_id = NEW.settled_by
  );
  SELECT RAISE(ABORT, 'batch_differs')
  WHERE NEW.result_line_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payout_result_lines AS said
      WHERE said.id = NEW.result_line_id AND said.batch_id = OLD.batch_id AND said.outcome = NEW.outcome
        AND said.amount_cents = OLD.amount_cents AND coalesce(said.reference, OLD.reference) = OLD.reference
        AND NEW.payment_id = coalesce(said.bank_id, OLD.reference)
    );
  SELECT RAISE(ABORT, 'batch_differs')
  WHERE NEW.statement_line_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM statement_lines AS said JOIN payout_batches ON payout_batches.bank_account_id = said.account_id
      WHERE said.id = NEW.statement_line_id AND payout_batches.id = OLD.batch_id AND NEW.outcome = 'completed'
        -- The account's clocks may be half a day behind.
        AND said.day >= (payout_batches.made_at_ms - 43200000) / 86400000
        AND CASE upper(replace(said.reference, ' ', ''))
          WHEN OLD.reference THEN said.amount_cents = -OLD.amount_cents AND NEW.payment_id = coalesce(said.bank_id, OLD.reference)
          WHEN 'B-' || payout_batches.number THEN said.amount_cents <= -OLD.amount_cents AND NEW.payment_id = OLD.reference
          ELSE 0
        END
    );
END;

-- It leaves its batch once, when its withdrawal is no longer being paid (`withdrawals_leave_batch`). One that a result says was paid leaves
-- when two admins have rejected it: one person alone would pay it again.
CREATE TRIGGER payout_batch_items_taken_back BEFORE UPDATE OF taken_back_at_ms ON payout_batch_items BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.taken_back_at_ms IS NOT NULL OR NEW.taken_back_at_ms IS NULL OR OLD.outcome IS NOT NULL OR EXISTS (
    SELECT 1 FROM withdrawals
    WHERE id = OLD.withdrawal_id AND (status = 'completed' OR (status = 'approved' AND payer_id IS NOT NULL))
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE EXISTS (SELECT 1 FROM payouts_said_paid WHERE batch_id = OLD.batch_id AND line = OLD.line)
    AND 2 > (
      SELECT count(*) FROM standing_words AS words JOIN withdrawals ON withdrawals.id = OLD.withdrawal_id
      WHERE words.subject = 'rejection:' || OLD.withdrawal_id AND words.act = 'approve'
        AND withdrawals.status = 'rejected' AND words.at_ms >= withdrawals.payment_started_at_ms
    );
END;

CREATE TRIGGER payout_batch_items_never_deleted BEFORE DELETE ON payout_batch_items BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
