ALTER TABLE `users` ADD `closed_at_ms` integer;
--> statement-breakpoint
-- What holds for closed accounts, whatever code writes.

-- Nothing is left behind, and nothing can still come: open codes, and those that the payment network is still asked about.
CREATE TRIGGER users_close_empty BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'account_in_use')
  WHERE OLD.role = 'admin'
    OR EXISTS (SELECT 1 FROM accounts WHERE user_id = OLD.id AND balance_cents <> 0)
    OR EXISTS (SELECT 1 FROM withdrawals WHERE user_id = OLD.id AND status IN ('pending', 'approved'))
    OR EXISTS (
      SELECT 1 FROM deposits
      WHERE user_id = OLD.id AND (status = 'pending' OR (status <> 'paid' AND next_ask_at_ms IS NOT NULL))
    )
    OR EXISTS (
      SELECT 1 FROM deposits JOIN payment_exceptions ON payment_exceptions.deposit_id = deposits.id
      WHERE deposits.user_id = OLD.id AND payment_exceptions.status = 'open'
    );
END;
--> statement-breakpoint
CREATE TRIGGER users_stay_closed BEFORE UPDATE ON users WHEN OLD.closed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_closed');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_of_open_accounts BEFORE INSERT ON sessions BEGIN
  SELECT RAISE(ABORT, 'session_ended') WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER entries_of_open_accounts BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (
    SELECT 1 FROM accounts JOIN users ON users.id = accounts.user_id
    WHERE accounts.id = NEW.account_id AND users.closed_at_ms IS NOT NULL
  );
END;
--> statement-breakpoint
-- An identity that nobody has decided about goes with its account.
DROP TRIGGER identities_never_deleted;
--> statement-breakpoint
CREATE TRIGGER identities_never_deleted BEFORE DELETE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'pending'
    OR NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
