-- The triggers of `transfers`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A transfer has two entries or more, which sum to zero.
CREATE TRIGGER transfers_sum_to_zero BEFORE INSERT ON transfers BEGIN
  SELECT RAISE(ABORT, 'transfer_unbalanced')
  WHERE (SELECT count(*) < 2 OR sum(amount_cents) <> 0 FROM entries WHERE transfer_id = NEW.id);
END;

-- A code is credited once, by its own payment, by two admins, or by a matched payment.
CREATE TRIGGER transfers_credit_once BEFORE INSERT ON transfers WHEN NEW.kind = 'deposit' BEGIN
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'deposit:%' AND EXISTS (
    SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference IN (
      SELECT 'exception:' || id FROM payment_exceptions WHERE deposit_id = substr(NEW.reference, 9)
    )
  );
  SELECT RAISE(ABORT, 'credited_twice')
  WHERE NEW.reference LIKE 'exception:%' AND EXISTS (
    SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference <> NEW.reference AND reference IN (
      SELECT 'deposit:' || deposit_id FROM payment_exceptions WHERE id = substr(NEW.reference, 11) UNION ALL
      SELECT 'exception:' || other.id FROM payment_exceptions JOIN payment_exceptions AS other
        ON other.deposit_id = payment_exceptions.deposit_id
      WHERE payment_exceptions.id = substr(NEW.reference, 11)
    )
  );
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
