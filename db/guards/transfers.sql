-- The triggers of `transfers`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A transfer has two entries or more, which sum to zero in each currency.
CREATE TRIGGER transfers_sum_to_zero BEFORE INSERT ON transfers BEGIN
  SELECT RAISE(ABORT, 'transfer_unbalanced')
  WHERE (SELECT count(*) < 2 FROM entries WHERE transfer_id = NEW.id)
    OR EXISTS (
      SELECT 1 FROM entries JOIN accounts ON accounts.id = entries.account_id WHERE entries.transfer_id = NEW.id
      GROUP BY accounts.currency HAVING sum(entries.amount_cents) <> 0
    );
END;

-- A code is credited once, by its own payment, by two admins, or by a matched payment.
CREATE TRIGGER transfers_credit_once BEFORE INSERT ON transfers WHEN NEW.kind IN ('deposit', 'exception_credited') BEGIN
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'deposit:%' AND EXISTS (
    SELECT 1 FROM transfers WHERE kind IN ('deposit', 'exception_credited') AND reference IN (
      SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = substr(NEW.reference, 9)
    )
  );
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'exception:%' AND EXISTS (
    SELECT 1 FROM transfers
    WHERE kind IN ('deposit', 'exception_credited') AND (kind, reference) <> (NEW.kind, NEW.reference) AND reference IN (
      SELECT 'deposit:' || deposit_id FROM payment_exceptions WHERE id = substr(NEW.reference, 11) UNION ALL
      SELECT 'exception:' || other.id FROM payment_exceptions JOIN payment_exceptions AS other
        ON other.deposit_id = payment_exceptions.deposit_id
      WHERE payment_exceptions.id = substr(NEW.reference, 11)
    )
  );
END;

-- What each kind of transfer may touch. All other kinds are those of payments that wait for a decision (`transfers_of_exceptions`) and
-- acts on the books.
CREATE TRIGGER transfers_touch BEFORE INSERT ON transfers WHEN NEW.kind IN ('deposit', 'withdrawal', 'trades') BEGIN
  SELECT RAISE(ABORT, 'transfer_accounts')
  WHERE NEW.reference LIKE 'book:%' OR EXISTS (
    SELECT 1 FROM entries JOIN accounts ON accounts.id = entries.account_id
    WHERE entries.transfer_id = NEW.id AND NOT CASE NEW.kind
      WHEN 'deposit' THEN accounts.kind IN ('khqr', 'available')
      WHEN 'withdrawal' THEN accounts.kind IN ('available', 'held', 'payout')
      ELSE accounts.kind IN ('trading', 'available')
    END
  );
END;

-- A transfer of a payment that waits for a decision is exactly what its row says: onto suspense once, and off it once.
CREATE TRIGGER transfers_of_exceptions BEFORE INSERT ON transfers
WHEN NEW.kind IN ('exception_received', 'exception_credited', 'exception_refunded', 'exception_released') BEGIN
  SELECT RAISE(ABORT, 'transfer_without_exception')
  WHERE NEW.reference NOT LIKE 'exception:%' OR NEW.id <> NEW.kind || ':' || substr(NEW.reference, 11)
    OR NOT EXISTS (SELECT 1 FROM exception_entries WHERE exception_id = substr(NEW.reference, 11) AND kind = NEW.kind)
    OR (NEW.kind <> 'exception_received' AND EXISTS (
      SELECT 1 FROM transfers
      WHERE kind IN ('exception_credited', 'exception_refunded', 'exception_released') AND reference = NEW.reference
    ));
  SELECT RAISE(ABORT, 'transfer_accounts')
  WHERE (SELECT count(*) FROM entries WHERE transfer_id = NEW.id)
      <> (SELECT count(*) FROM exception_entries WHERE exception_id = substr(NEW.reference, 11) AND kind = NEW.kind)
    OR EXISTS (
      SELECT account_id, amount_cents, rate_hundredths FROM exception_entries
      WHERE exception_id = substr(NEW.reference, 11) AND kind = NEW.kind
      EXCEPT SELECT account_id, amount_cents, rate_hundredths FROM entries WHERE transfer_id = NEW.id
    );
END;

-- A transfer of another kind is an act that two operators approved, the one who posts it among them, and that nobody posted or
-- cancelled: exactly its sum, between its accounts. Of a reversed deposit, what the trader no longer has becomes a receivable, and
-- only that: nothing is left available.
CREATE TRIGGER transfers_of_books BEFORE INSERT ON transfers WHEN NEW.kind NOT IN (
  'deposit', 'withdrawal', 'trades', 'exception_received', 'exception_credited', 'exception_refunded', 'exception_released'
) BEGIN
  SELECT RAISE(ABORT, 'transfer_without_act')
  WHERE NEW.reference NOT LIKE 'book:%' OR NOT EXISTS (
    SELECT 1 FROM book_acts
    WHERE id = substr(NEW.reference, 6) AND kind = NEW.kind AND posted_at_ms IS NULL AND cancelled_at_ms IS NULL
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NOT EXISTS (SELECT 1 FROM standing_words WHERE subject = NEW.reference AND act = 'approve' AND admin_id = NEW.actor)
    OR 2 > (
      SELECT count(*) FROM standing_words JOIN book_acts ON book_acts.id = substr(NEW.reference, 6)
      WHERE subject = NEW.reference AND act = 'approve' AND detail = CAST(book_acts.amount_cents AS TEXT)
    );
  SELECT RAISE(ABORT, 'wrong_state')
  FROM book_acts WHERE id = substr(NEW.reference, 6) AND (
    (kind = 'payout_returned' AND NOT EXISTS (
      SELECT 1 FROM withdrawals WHERE id = record_id AND status = 'completed' AND returned_at_ms IS NULL
    ))
    OR (kind = 'deposit_reversed' AND NOT EXISTS (
      SELECT 1 FROM deposits WHERE id = record_id AND status = 'paid' AND reversed_at_ms IS NULL
    ))
  );
  SELECT RAISE(ABORT, 'transfer_accounts')
  FROM book_acts WHERE id = substr(NEW.reference, 6) AND (
    EXISTS (
      SELECT 1 FROM entries WHERE transfer_id = NEW.id AND (
        rate_hundredths IS NOT book_acts.rate_hundredths OR NOT CASE account_id
          WHEN to_account THEN amount_cents = book_acts.amount_cents
          WHEN from_account THEN amount_cents < 0
          WHEN 'receivable:' || user_id THEN kind = 'deposit_reversed' AND amount_cents < 0
            AND 0 = (SELECT balance_cents FROM accounts WHERE id = from_account)
          ELSE 0
        END
      )
    )
    OR (SELECT count(*) <> count(DISTINCT account_id) OR sum(account_id = to_account) <> 1 FROM entries WHERE transfer_id = NEW.id)
  );
END;

-- The act is posted by its transfer, so neither stands without the other.
CREATE TRIGGER transfers_post_act AFTER INSERT ON transfers WHEN NEW.reference LIKE 'book:%' BEGIN
  UPDATE book_acts SET posted_by = NEW.actor, posted_at_ms = NEW.at_ms, receivable_cents = coalesce((
      SELECT -sum(amount_cents) FROM entries
      WHERE transfer_id = NEW.id AND kind = 'deposit_reversed' AND account_id = 'receivable:' || user_id
    ), 0)
  WHERE id = substr(NEW.reference, 6);
END;

CREATE TRIGGER transfers_append_only BEFORE UPDATE ON transfers BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

CREATE TRIGGER transfers_never_deleted BEFORE DELETE ON transfers BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER transfers_journalled_inserted AFTER INSERT ON transfers BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('transfers', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'reference', NEW.reference, 'memo', NEW.memo, 'actor', NEW.actor, 'at_ms', NEW.at_ms
  ));
END;

-- Nothing is added to a sealed month, nor before it: what is found later is an entry of the month in which it is found.
CREATE TRIGGER transfers_of_sealed_months BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL AND until_ms > NEW.at_ms) BEGIN
  SELECT RAISE(ABORT, 'month_sealed');
END;
