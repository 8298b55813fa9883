-- The ledger's rules that hold whatever code writes to it.
-- A transfer is written entries first, then the transfer row, which closes it: a trigger fires once a row, so only the
-- closing row can see all entries. The deferred foreign key lets entries wait for it, and refuses those that stay alone.

CREATE TRIGGER entries_before_insert BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'transfer_closed') WHERE EXISTS (SELECT 1 FROM transfers WHERE id = NEW.transfer_id);
END;
--> statement-breakpoint
CREATE TRIGGER entries_after_insert AFTER INSERT ON entries BEGIN
  UPDATE accounts SET balance_cents = balance_cents + NEW.amount_cents, last_entry_id = NEW.id WHERE id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER entries_append_only BEFORE UPDATE ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER entries_never_deleted BEFORE DELETE ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER transfers_sum_to_zero BEFORE INSERT ON transfers BEGIN
  SELECT RAISE(ABORT, 'transfer_unbalanced')
  WHERE (SELECT count(*) < 2 OR sum(amount_cents) <> 0 FROM entries WHERE transfer_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER transfers_append_only BEFORE UPDATE ON transfers BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER transfers_never_deleted BEFORE DELETE ON transfers BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry') WHERE NEW.balance_cents <> 0 OR NEW.last_entry_id <> 0;
END;
--> statement-breakpoint
-- Each change of a balance is exactly one newer entry of that account: by induction the balance is the sum of them.
CREATE TRIGGER accounts_follow_entries BEFORE UPDATE ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry')
  WHERE NEW.id <> OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind <> OLD.kind
    OR NEW.floor_cents IS NOT OLD.floor_cents OR NEW.last_entry_id <= OLD.last_entry_id
    OR NOT EXISTS (
      SELECT 1 FROM entries
      WHERE id = NEW.last_entry_id AND account_id = NEW.id AND amount_cents = NEW.balance_cents - OLD.balance_cents
    );
END;
--> statement-breakpoint
CREATE TRIGGER accounts_never_deleted BEFORE DELETE ON accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER deposits_start_pending BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending';
  SELECT RAISE(ABORT, 'too_many_open')
  WHERE (SELECT count(*) FROM deposits WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
END;
--> statement-breakpoint
-- Any unpaid deposit can be paid, once; only a pending one can fail, expire or be cancelled. Paid needs its transfer.
CREATE TRIGGER deposits_state_machine BEFORE UPDATE OF status ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status = 'paid' OR (NEW.status <> 'paid' AND (OLD.status <> 'pending' OR NEW.status = 'pending'));
  SELECT RAISE(ABORT, 'paid_without_transfer')
  WHERE NEW.status = 'paid' AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'deposit' AND transfers.reference = 'deposit:' || NEW.id
      AND entries.account_id = 'available:' || NEW.user_id AND entries.amount_cents = NEW.amount_cents
  );
END;
--> statement-breakpoint
CREATE TRIGGER deposits_terms_fixed BEFORE UPDATE OF id, user_id, amount_cents, bill_number, qr_string, md5_hash, created_at_ms, expires_at_ms ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER deposits_never_deleted BEFORE DELETE ON deposits BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_never_deleted BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER second_factors_once BEFORE UPDATE OF last_step ON second_factors BEGIN
  SELECT RAISE(ABORT, 'totp_replayed') WHERE NEW.last_step <= OLD.last_step;
END;
--> statement-breakpoint
INSERT INTO accounts (id, kind) VALUES ('house:khqr', 'khqr'), ('house:payout', 'payout'), ('house:trading', 'trading');
--> statement-breakpoint
INSERT INTO providers (name) VALUES ('bakong'), ('mail');
