-- The triggers of `book_acts`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An operator proposes an act of a kind, about nobody's own money: between the accounts that this kind may touch, with what it must say,
-- and no more than it may move. The caps are those of `worker/contract/books.ts`.
CREATE TRIGGER book_acts_begin BEFORE INSERT ON book_acts BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.posted_by IS NOT NULL OR NEW.posted_at_ms IS NOT NULL OR NEW.cancelled_by IS NOT NULL
    OR NEW.cancelled_at_ms IS NOT NULL OR NEW.receivable_cents <> 0;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.proposed_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.proposed_by AND role = 'operator');
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.user_id = NEW.proposed_by;
  SELECT RAISE(ABORT, 'act_terms')
  WHERE length(trim(NEW.reason)) = 0 OR NEW.from_account = NEW.to_account
    OR length(trim(coalesce(NEW.bank_reference, 'none'))) = 0 OR length(trim(coalesce(NEW.evidence, 'none'))) = 0
    OR NOT CASE NEW.kind
      WHEN 'payout_returned' THEN NEW.record_id IS NOT NULL AND NEW.bank_reference IS NOT NULL
        AND NEW.from_account = 'house:payout' AND NEW.to_account IS 'available:' || NEW.user_id
        AND EXISTS (
          SELECT 1 FROM withdrawals
          WHERE id = NEW.record_id AND user_id = NEW.user_id AND amount_cents = NEW.amount_cents
        )
      WHEN 'deposit_reversed' THEN NEW.record_id IS NOT NULL AND NEW.bank_reference IS NOT NULL
        AND NEW.from_account IS 'available:' || NEW.user_id AND NEW.to_account = 'house:khqr'
        AND EXISTS (
          SELECT 1 FROM deposits
          WHERE id = NEW.record_id AND user_id = NEW.user_id AND coalesce(paid_cents, amount_cents) = NEW.amount_cents
        )
      WHEN 'receivable_collected' THEN NEW.record_id IS NULL
        AND NEW.from_account IS 'available:' || NEW.user_id AND NEW.to_account IS 'receivable:' || NEW.user_id
      WHEN 'fee' THEN NEW.record_id IS NULL AND NEW.user_id IS NULL AND NEW.bank_reference IS NOT NULL
        AND EXISTS (SELECT 1 FROM accounts WHERE id = NEW.from_account AND kind = 'fees')
        AND EXISTS (SELECT 1 FROM accounts WHERE id = NEW.to_account AND kind = 'bank')
      WHEN 'correction' THEN NEW.record_id IS NULL AND NEW.user_id IS NOT NULL AND NEW.evidence IS NOT NULL
        AND (NEW.from_account, NEW.to_account) IN (
          ('house:suspense', 'available:' || NEW.user_id), ('available:' || NEW.user_id, 'house:suspense')
        )
      WHEN 'adjustment' THEN NEW.record_id IS NULL AND NEW.user_id IS NULL AND 2 = (
        SELECT count(*) FROM accounts WHERE id IN (NEW.from_account, NEW.to_account) AND user_id IS NULL
      )
      ELSE 0
    END;
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (
    SELECT 1 FROM book_acts
    WHERE bank_reference IS NOT NULL AND cancelled_at_ms IS NULL
      AND lower(replace(bank_reference, ' ', '')) = lower(replace(NEW.bank_reference, ' ', ''))
  );
  SELECT RAISE(ABORT, 'month_not_sealed')
  WHERE NEW.found_for IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM month_closes WHERE month = NEW.found_for AND sealed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'act_over_cap')
  WHERE (NEW.kind = 'correction' AND NEW.amount_cents > 100000)
    OR (NEW.kind = 'fee' AND NEW.amount_cents > CASE WHEN NEW.rate_hundredths IS NULL THEN 100000 ELSE 400000000 END);
  SELECT RAISE(ABORT, 'entry_rate')
  WHERE NEW.rate_hundredths NOT BETWEEN 100000 AND 1000000 OR 2 <> (
    SELECT count(*) FROM accounts
    WHERE id IN (NEW.from_account, NEW.to_account) AND currency = CASE WHEN NEW.rate_hundredths IS NULL THEN 'USD' ELSE 'KHR' END
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE (NEW.kind = 'payout_returned' AND NOT EXISTS (
      SELECT 1 FROM withdrawals WHERE id = NEW.record_id AND status = 'completed' AND returned_at_ms IS NULL
    ))
    OR (NEW.kind = 'deposit_reversed' AND NOT EXISTS (
      SELECT 1 FROM deposits WHERE id = NEW.record_id AND status = 'paid' AND reversed_at_ms IS NULL
    ));
END;

CREATE TRIGGER book_acts_terms_fixed BEFORE UPDATE OF
  id, kind, record_id, user_id, from_account, to_account, amount_cents, rate_hundredths, bank_reference, evidence, reason,
  found_for, proposed_by, proposed_at_ms
ON book_acts BEGIN
  SELECT RAISE(ABORT, 'act_terms_fixed');
END;

CREATE TRIGGER book_acts_never_deleted BEFORE DELETE ON book_acts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- An act is posted by its transfer, or cancelled by an operator, once.
CREATE TRIGGER book_acts_decided BEFORE UPDATE OF
  receivable_cents, posted_by, posted_at_ms, cancelled_by, cancelled_at_ms
ON book_acts BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.posted_at_ms IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.posted_at_ms IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.posted_at_ms IS NULL) <> (NEW.posted_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.cancelled_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.cancelled_by AND role = 'operator');
  SELECT RAISE(ABORT, 'act_without_transfer')
  WHERE NEW.receivable_cents <> coalesce((
      SELECT -sum(entries.amount_cents) FROM transfers JOIN entries ON entries.transfer_id = transfers.id
      WHERE transfers.kind = 'deposit_reversed' AND transfers.reference = 'book:' || OLD.id
        AND entries.account_id = 'receivable:' || OLD.user_id
    ), 0)
    OR (NEW.posted_at_ms IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM transfers
      WHERE kind = OLD.kind AND reference = 'book:' || OLD.id AND actor = NEW.posted_by AND at_ms = NEW.posted_at_ms
    ));
END;

-- What is corrected of one trader in 24 hours, in both directions together, is capped as one correction is.
CREATE TRIGGER book_acts_corrections_capped BEFORE UPDATE OF posted_at_ms ON book_acts
WHEN NEW.kind = 'correction' AND NEW.posted_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'act_over_cap')
  WHERE 100000 < NEW.amount_cents + (
    SELECT coalesce(sum(amount_cents), 0) FROM book_acts
    WHERE user_id = NEW.user_id AND kind = 'correction' AND posted_at_ms > NEW.posted_at_ms - 86400000
  );
END;

-- The record that the act is about says so.
CREATE TRIGGER book_acts_mark_record AFTER UPDATE OF posted_at_ms ON book_acts WHEN NEW.posted_at_ms IS NOT NULL BEGIN
  UPDATE withdrawals SET returned_at_ms = NEW.posted_at_ms, updated_at_ms = NEW.posted_at_ms
  WHERE NEW.kind = 'payout_returned' AND id = NEW.record_id;
  UPDATE deposits SET reversed_at_ms = NEW.posted_at_ms, updated_at_ms = NEW.posted_at_ms
  WHERE NEW.kind = 'deposit_reversed' AND id = NEW.record_id;
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER book_acts_journalled_inserted AFTER INSERT ON book_acts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('book_acts', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'record_id', NEW.record_id, 'user_id', NEW.user_id, 'from_account', NEW.from_account,
    'to_account', NEW.to_account, 'amount_cents', NEW.amount_cents, 'receivable_cents', NEW.receivable_cents,
    'rate_hundredths', NEW.rate_hundredths, 'bank_reference', NEW.bank_reference, 'evidence', NEW.evidence,
    'reason', NEW.reason, 'found_for', NEW.found_for, 'proposed_by', NEW.proposed_by, 'proposed_at_ms', NEW.proposed_at_ms,
    'posted_by', NEW.posted_by, 'posted_at_ms', NEW.posted_at_ms, 'cancelled_by', NEW.cancelled_by,
    'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;

CREATE TRIGGER book_acts_journalled_changed AFTER UPDATE ON book_acts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('book_acts', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'record_id', NEW.record_id, 'user_id', NEW.user_id, 'from_account', NEW.from_account,
    'to_account', NEW.to_account, 'amount_cents', NEW.amount_cents, 'receivable_cents', NEW.receivable_cents,
    'rate_hundredths', NEW.rate_hundredths, 'bank_reference', NEW.bank_reference, 'evidence', NEW.evidence,
    'reason', NEW.reason, 'found_for', NEW.found_for, 'proposed_by', NEW.proposed_by, 'proposed_at_ms', NEW.proposed_at_ms,
    'posted_by', NEW.posted_by, 'posted_at_ms', NEW.posted_at_ms, 'cancelled_by', NEW.cancelled_by,
    'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;

-- An adjustment from the clearing account to a bank account moves what batches took from there; what it moves beyond that was paid by hand.
-- One the other way round first takes back what came back since, and then undoes such a move.
CREATE TRIGGER book_acts_settle_payouts AFTER UPDATE OF posted_at_ms ON book_acts
WHEN NEW.kind = 'adjustment' AND NEW.posted_at_ms IS NOT NULL AND 'house:payout' IN (NEW.from_account, NEW.to_account) BEGIN
  UPDATE payout_unsettled SET unsettled_cents = max(0, unsettled_cents - NEW.amount_cents)
  WHERE 'house:bank:' || bank_account_id = NEW.to_account;
  UPDATE payout_unsettled SET unsettled_cents = unsettled_cents + max(0, NEW.amount_cents - returned_cents),
    returned_cents = max(0, returned_cents - NEW.amount_cents)
  WHERE 'house:bank:' || bank_account_id = NEW.from_account;
END;
