DROP TRIGGER accounts_start_empty;
--> statement-breakpoint
DROP TRIGGER accounts_follow_entries;
--> statement-breakpoint
DROP TRIGGER accounts_never_deleted;
--> statement-breakpoint
DROP TRIGGER accounts_journalled_inserted;
--> statement-breakpoint
DROP TRIGGER accounts_told;
--> statement-breakpoint
-- guards: the version before posts transfers of its own three kinds alone, which touch what they always did; it opens accounts in
-- dollars, and writes none of the new columns. After the first act its check of the ledger differs and pauses withdrawals, which is
-- the safe side of a rollback.
-- Who owns an account of which kind leaves the CHECKs of accounts for a trigger, so the table is made anew, with its rows and indexes.
DROP TRIGGER entries_after_insert;
--> statement-breakpoint
DROP TRIGGER entries_of_open_accounts;
--> statement-breakpoint
DROP TRIGGER users_close_empty;
--> statement-breakpoint
CREATE TABLE `__new_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`balance_cents` integer DEFAULT 0 NOT NULL,
	`floor_cents` integer,
	`last_entry_id` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "insufficient_funds" CHECK("__new_accounts"."floor_cents" IS NULL OR "__new_accounts"."balance_cents" >= "__new_accounts"."floor_cents")
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_accounts`("id", "user_id", "kind", "balance_cents", "floor_cents", "last_entry_id") SELECT "id", "user_id", "kind", "balance_cents", "floor_cents", "last_entry_id" FROM `accounts`;
--> statement-breakpoint
DROP TABLE `accounts`;
--> statement-breakpoint
ALTER TABLE `__new_accounts` RENAME TO `accounts`;
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);
--> statement-breakpoint
CREATE INDEX `accounts_client_money` ON `accounts` (`kind`,`balance_cents`) WHERE "accounts"."balance_cents" <> 0;
--> statement-breakpoint
INSERT INTO accounts (id, kind, currency) VALUES ('house:suspense', 'suspense', 'USD'), ('house:suspense:khr', 'suspense', 'KHR'), ('house:fees', 'fees', 'USD'), ('house:fees:khr', 'fees', 'KHR');
--> statement-breakpoint
CREATE TABLE `bank_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`opened_by` text NOT NULL,
	`opened_at_ms` integer NOT NULL,
	FOREIGN KEY (`opened_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `book_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`record_id` text,
	`user_id` text,
	`from_account` text NOT NULL,
	`to_account` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`receivable_cents` integer DEFAULT 0 NOT NULL,
	`rate_hundredths` integer,
	`bank_reference` text,
	`evidence` text,
	`reason` text NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`posted_by` text,
	`posted_at_ms` integer,
	`cancelled_by` text,
	`cancelled_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_account`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_account`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`posted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_acts_amount" CHECK("book_acts"."amount_cents" > 0 AND "book_acts"."receivable_cents" BETWEEN 0 AND "book_acts"."amount_cents")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `book_acts_record` ON `book_acts` (`kind`,`record_id`) WHERE "book_acts"."record_id" IS NOT NULL AND "book_acts"."cancelled_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `book_acts_bank_reference` ON `book_acts` (lower(replace("bank_reference", ' ', ''))) WHERE "book_acts"."bank_reference" IS NOT NULL AND "book_acts"."cancelled_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `book_acts_from` ON `book_acts` (`from_account`,`posted_at_ms`);
--> statement-breakpoint
CREATE INDEX `book_acts_to` ON `book_acts` (`to_account`,`posted_at_ms`);
--> statement-breakpoint
CREATE INDEX `book_acts_user` ON `book_acts` (`user_id`,`kind`,`posted_at_ms`);
--> statement-breakpoint
CREATE INDEX `book_acts_age` ON `book_acts` (`proposed_at_ms`,`id`);
--> statement-breakpoint
ALTER TABLE `deposits` ADD `reversed_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `entries` ADD `rate_hundredths` integer;
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `returned_at_ms` integer;
--> statement-breakpoint
-- A balance begins at zero.
CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry') WHERE NEW.balance_cents <> 0 OR NEW.last_entry_id <> 0;
END;
--> statement-breakpoint
-- Who owns an account of which kind, and in which currency. A trader's money never falls below zero; a receivable is what they owe, so it
-- never rises above (`accounts_receivable`). In triggers, not in CHECKs: a new kind of account makes no table anew.
CREATE TRIGGER accounts_of_kind BEFORE INSERT ON accounts BEGIN
  SELECT RAISE(ABORT, 'accounts_owner')
  WHERE NOT CASE
    WHEN NEW.kind IN ('available', 'held', 'receivable') THEN NEW.user_id IS NOT NULL AND NEW.id = NEW.kind || ':' || NEW.user_id
    WHEN NEW.kind IN ('khqr', 'payout', 'trading', 'suspense', 'fees') THEN NEW.user_id IS NULL
    WHEN NEW.kind = 'bank' THEN NEW.user_id IS NULL
      AND EXISTS (SELECT 1 FROM bank_accounts WHERE 'house:bank:' || id = NEW.id AND currency = NEW.currency)
    ELSE 0
  END;
  SELECT RAISE(ABORT, 'accounts_trader_floor')
  WHERE NEW.user_id IS NOT NULL AND NEW.floor_cents IS NOT CASE NEW.kind WHEN 'receivable' THEN NULL ELSE 0 END;
  SELECT RAISE(ABORT, 'accounts_currency')
  WHERE NEW.currency NOT IN ('USD', 'KHR') OR (NEW.currency <> 'USD' AND NEW.kind NOT IN ('bank', 'suspense', 'fees'));
END;
--> statement-breakpoint
-- Each change of a balance is exactly one newer entry of that account; so, by induction, the balance is the sum of its
-- entries.
CREATE TRIGGER accounts_follow_entries BEFORE UPDATE ON accounts BEGIN
  SELECT RAISE(ABORT, 'balance_without_entry')
  WHERE NEW.id <> OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind <> OLD.kind
    OR NEW.currency <> OLD.currency OR NEW.floor_cents IS NOT OLD.floor_cents OR NEW.last_entry_id <= OLD.last_entry_id
    OR NOT EXISTS (
      SELECT 1 FROM entries
      WHERE id = NEW.last_entry_id AND account_id = NEW.id AND amount_cents = NEW.balance_cents - OLD.balance_cents
    );
END;
--> statement-breakpoint
-- A receivable is what a trader owes: nobody pays more of it than that.
CREATE TRIGGER accounts_receivable BEFORE UPDATE OF balance_cents ON accounts
WHEN NEW.kind = 'receivable' AND NEW.balance_cents > 0 BEGIN
  SELECT RAISE(ABORT, 'receivable_overpaid');
END;
--> statement-breakpoint
CREATE TRIGGER accounts_never_deleted BEFORE DELETE ON accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Balances are not journalled: they are the sums of the entries.
CREATE TRIGGER accounts_journalled_inserted AFTER INSERT ON accounts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('accounts', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'kind', NEW.kind, 'currency', NEW.currency, 'balance_cents', NEW.balance_cents,
    'floor_cents', NEW.floor_cents, 'last_entry_id', NEW.last_entry_id
  ));
END;
--> statement-breakpoint
CREATE TRIGGER accounts_told AFTER UPDATE OF balance_cents ON accounts WHEN NEW.user_id IS NOT NULL BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'balance');
END;
--> statement-breakpoint
DROP TRIGGER approvals_agree_when_changed;
--> statement-breakpoint
-- The same for an approval whose detail is replaced.
CREATE TRIGGER approvals_agree_when_changed BEFORE UPDATE OF detail, at_ms ON approvals BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.admin_id AND role = CASE
      WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
        OR NEW.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  );
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'payment_waits')
  WHERE NEW.act = 'mark_paid' AND EXISTS (
    SELECT 1 FROM payment_exceptions WHERE deposit_id = substr(NEW.subject, 9) AND status = 'open'
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT CASE NEW.act
    WHEN 'approve' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'pending'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND status = 'approved'
        AND (payer_id <> NEW.admin_id OR payer_before_id IS NOT NULL)
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawal_pauses
      WHERE NEW.subject LIKE 'pause:%' AND id = substr(NEW.subject, 7) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM book_acts
      WHERE NEW.subject LIKE 'book:%' AND id = substr(NEW.subject, 6) AND posted_at_ms IS NULL AND cancelled_at_ms IS NULL
    )
    WHEN 'complete' THEN EXISTS (
      SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'approved' AND payer_id IS NOT NULL
    )
    WHEN 'mark_paid' THEN EXISTS (SELECT 1 FROM deposits WHERE id = substr(NEW.subject, 9) AND status <> 'paid')
    ELSE EXISTS (SELECT 1 FROM payment_exceptions WHERE id = substr(NEW.subject, 11) AND status = 'open')
  END;
END;
--> statement-breakpoint
DROP TRIGGER approvals_agree;
--> statement-breakpoint
-- All valid approvals of one act state the same detail. None comes from the owner of the money, from an admin whose
-- approvals do not count yet, or for an act that is already done or not to be done. A completion is recorded once
-- somebody is paying. A rejection of a withdrawal that an admin is paying is approved by other admins only, unless that admin
-- took the payment over.
CREATE TRIGGER approvals_agree BEFORE INSERT ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM deposits
      WHERE NEW.subject LIKE 'deposit:%' AND id = substr(NEW.subject, 9) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
      WHERE NEW.subject LIKE 'exception:%' AND payment_exceptions.id = substr(NEW.subject, 11)
        AND deposits.user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
      WHERE NEW.subject LIKE 'refund:%' AND payment_exceptions.id = substr(NEW.subject, 8)
        AND deposits.user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM book_acts WHERE NEW.subject LIKE 'book:%' AND id = substr(NEW.subject, 6) AND user_id = NEW.admin_id
    );
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.admin_id AND role = CASE
      WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
        OR NEW.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  );
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders
    WHERE user_id = NEW.admin_id AND counts_from_ms <= NEW.at_ms AND role = CASE
      WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
        OR NEW.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  );
  SELECT RAISE(ABORT, 'payment_waits')
  WHERE NEW.act = 'mark_paid' AND EXISTS (
    SELECT 1 FROM payment_exceptions WHERE deposit_id = substr(NEW.subject, 9) AND status = 'open'
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT CASE NEW.act
    WHEN 'approve' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'pending'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND status = 'approved'
        AND (payer_id <> NEW.admin_id OR payer_before_id IS NOT NULL)
    )
    OR EXISTS (
      SELECT 1 FROM restores
      WHERE NEW.subject LIKE 'restore:%' AND id = substr(NEW.subject, 9) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'refund:%' AND id = substr(NEW.subject, 8) AND status = 'open'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawal_pauses
      WHERE NEW.subject LIKE 'pause:%' AND id = substr(NEW.subject, 7) AND resumed_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE NEW.subject LIKE 'setting:%' AND id = substr(NEW.subject, 9) AND revision IS NULL AND cancelled_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM book_acts
      WHERE NEW.subject LIKE 'book:%' AND id = substr(NEW.subject, 6) AND posted_at_ms IS NULL AND cancelled_at_ms IS NULL
    )
    OR NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%'
    WHEN 'complete' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'approved'
        AND payer_id IS NOT NULL
    )
    WHEN 'mark_paid' THEN EXISTS (
      SELECT 1 FROM deposits
      WHERE NEW.subject LIKE 'deposit:%' AND id = substr(NEW.subject, 9) AND status <> 'paid'
    )
    ELSE EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'exception:%' AND id = substr(NEW.subject, 11) AND status = 'open'
    )
  END;
END;
--> statement-breakpoint
DROP TRIGGER approvals_about_people;
--> statement-breakpoint
-- Two owners make an admin of another person, change an admin's roles, or remove another's lost second factor: of the version of the
-- account that they saw. These approvals are never given anew, so an owner who is alone waits 24 hours from the first (`users_role`).
CREATE TRIGGER approvals_about_people BEFORE INSERT ON approvals
WHEN NEW.subject LIKE 'appointment:%' OR NEW.subject LIKE 'second_factor:%' OR NEW.subject LIKE 'roles:%' BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.subject LIKE '%:' || NEW.admin_id || ':%';
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.act <> 'approve'
    OR NOT EXISTS (
      SELECT 1 FROM users
      WHERE id = substr(NEW.subject, 13, instr(substr(NEW.subject, 13), ':') - 1)
        AND NEW.subject = 'appointment:' || id || ':' || desk_version
        AND role = 'trader' AND email_verified_at_ms IS NOT NULL AND closed_at_ms IS NULL AND frozen_at_ms IS NULL
    )
    AND NOT EXISTS (
      SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
      WHERE users.id = substr(NEW.subject, 15, instr(substr(NEW.subject, 15), ':') - 1)
        AND NEW.subject = 'second_factor:' || users.id || ':' || users.desk_version AND users.closed_at_ms IS NULL
    )
    AND NOT EXISTS (
      SELECT 1 FROM users
      WHERE id = substr(NEW.subject, 7, instr(substr(NEW.subject, 7), ':') - 1)
        AND NEW.subject = 'roles:' || id || ':' || desk_version AND role = 'admin'
        -- Somebody who may do nothing is no admin: the role of an admin is taken instead.
        AND NEW.detail IN ('support', 'operator', 'owner', 'support,operator', 'support,owner', 'operator,owner', 'support,operator,owner')
    );
END;
--> statement-breakpoint
DROP TRIGGER audit_log_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Of decisions about money.
CREATE TRIGGER audit_log_journalled_inserted AFTER INSERT ON audit_log WHEN NEW.subject LIKE 'deposit:%' OR NEW.subject LIKE 'withdrawal:%' OR NEW.subject LIKE 'exception:%' OR NEW.subject LIKE 'import:%' OR NEW.subject LIKE 'book:%' BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('audit_log', json_object(
    'sequence', NEW.sequence, 'at_ms', NEW.at_ms, 'actor', NEW.actor, 'action', NEW.action, 'subject', NEW.subject,
    'detail', NEW.detail
  ));
END;
--> statement-breakpoint
-- An operator opens it, and with it its account of the ledger, empty and of the same currency.
CREATE TRIGGER bank_accounts_begin BEFORE INSERT ON bank_accounts BEGIN
  SELECT RAISE(ABORT, 'bank_account_terms')
  WHERE length(NEW.id) NOT BETWEEN 2 AND 32 OR NEW.id GLOB '*[^a-z0-9-]*' OR NEW.currency NOT IN ('USD', 'KHR')
    OR length(trim(NEW.name)) NOT BETWEEN 1 AND 60;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.opened_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.opened_by AND role = 'operator');
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_never_changed BEFORE UPDATE ON bank_accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_never_deleted BEFORE DELETE ON bank_accounts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER bank_accounts_open_ledger AFTER INSERT ON bank_accounts BEGIN
  INSERT INTO accounts (id, kind, currency) VALUES ('house:bank:' || NEW.id, 'bank', NEW.currency);
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER bank_accounts_journalled_inserted AFTER INSERT ON bank_accounts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('bank_accounts', json_object(
    'id', NEW.id, 'name', NEW.name, 'currency', NEW.currency, 'opened_by', NEW.opened_by, 'opened_at_ms', NEW.opened_at_ms
  ));
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER book_acts_terms_fixed BEFORE UPDATE OF
  id, kind, record_id, user_id, from_account, to_account, amount_cents, rate_hundredths, bank_reference, evidence, reason,
  proposed_by, proposed_at_ms
ON book_acts BEGIN
  SELECT RAISE(ABORT, 'act_terms_fixed');
END;
--> statement-breakpoint
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
--> statement-breakpoint
-- What is corrected of one trader in 24 hours, in both directions together, is capped as one correction is.
CREATE TRIGGER book_acts_corrections_capped BEFORE UPDATE OF posted_at_ms ON book_acts
WHEN NEW.kind = 'correction' AND NEW.posted_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'act_over_cap')
  WHERE 100000 < NEW.amount_cents + (
    SELECT coalesce(sum(amount_cents), 0) FROM book_acts
    WHERE user_id = NEW.user_id AND kind = 'correction' AND posted_at_ms > NEW.posted_at_ms - 86400000
  );
END;
--> statement-breakpoint
CREATE TRIGGER book_acts_never_deleted BEFORE DELETE ON book_acts BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- The record that the act is about says so.
CREATE TRIGGER book_acts_mark_record AFTER UPDATE OF posted_at_ms ON book_acts WHEN NEW.posted_at_ms IS NOT NULL BEGIN
  UPDATE withdrawals SET returned_at_ms = NEW.posted_at_ms, updated_at_ms = NEW.posted_at_ms
  WHERE NEW.kind = 'payout_returned' AND id = NEW.record_id;
  UPDATE deposits SET reversed_at_ms = NEW.posted_at_ms, updated_at_ms = NEW.posted_at_ms
  WHERE NEW.kind = 'deposit_reversed' AND id = NEW.record_id;
END;
--> statement-breakpoint
CREATE TRIGGER book_acts_journalled_changed AFTER UPDATE ON book_acts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('book_acts', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'record_id', NEW.record_id, 'user_id', NEW.user_id, 'from_account', NEW.from_account,
    'to_account', NEW.to_account, 'amount_cents', NEW.amount_cents, 'receivable_cents', NEW.receivable_cents,
    'rate_hundredths', NEW.rate_hundredths, 'bank_reference', NEW.bank_reference, 'evidence', NEW.evidence,
    'reason', NEW.reason, 'proposed_by', NEW.proposed_by, 'proposed_at_ms', NEW.proposed_at_ms,
    'posted_by', NEW.posted_by, 'posted_at_ms', NEW.posted_at_ms, 'cancelled_by', NEW.cancelled_by,
    'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER book_acts_journalled_inserted AFTER INSERT ON book_acts BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('book_acts', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'record_id', NEW.record_id, 'user_id', NEW.user_id, 'from_account', NEW.from_account,
    'to_account', NEW.to_account, 'amount_cents', NEW.amount_cents, 'receivable_cents', NEW.receivable_cents,
    'rate_hundredths', NEW.rate_hundredths, 'bank_reference', NEW.bank_reference, 'evidence', NEW.evidence,
    'reason', NEW.reason, 'proposed_by', NEW.proposed_by, 'proposed_at_ms', NEW.proposed_at_ms,
    'posted_by', NEW.posted_by, 'posted_at_ms', NEW.posted_at_ms, 'cancelled_by', NEW.cancelled_by,
    'cancelled_at_ms', NEW.cancelled_at_ms
  ));
END;
--> statement-breakpoint
CREATE TRIGGER deposits_start_unreversed BEFORE INSERT ON deposits WHEN NEW.reversed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
-- A paid deposit is reversed once, by a posted act.
CREATE TRIGGER deposits_reversed BEFORE UPDATE OF reversed_at_ms ON deposits
WHEN NEW.reversed_at_ms IS NOT OLD.reversed_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.reversed_at_ms IS NOT NULL OR NEW.reversed_at_ms IS NULL OR OLD.status <> 'paid' OR NEW.status <> 'paid';
  SELECT RAISE(ABORT, 'record_without_act')
  WHERE NOT EXISTS (
    SELECT 1 FROM book_acts
    WHERE kind = 'deposit_reversed' AND record_id = OLD.id AND posted_at_ms = NEW.reversed_at_ms
  );
END;
--> statement-breakpoint
DROP TRIGGER deposits_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER deposits_journalled_changed AFTER UPDATE OF status, deeplink, updated_at_ms, paid_at_ms, paid_cents, settlement_hash, bank_reference, reversed_at_ms ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'paid_cents', NEW.paid_cents, 'settlement_hash', NEW.settlement_hash,
    'bank_reference', NEW.bank_reference, 'reversed_at_ms', NEW.reversed_at_ms, 'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER deposits_notified_paid;
--> statement-breakpoint
CREATE TRIGGER deposits_notified_paid AFTER UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND OLD.status <> 'paid' BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'deposit_paid', NEW.bill_number, json_object('cents', NEW.paid_cents), NEW.updated_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER deposits_notified_reversed AFTER UPDATE OF reversed_at_ms ON deposits
WHEN NEW.reversed_at_ms IS NOT NULL AND OLD.reversed_at_ms IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'deposit_reversed', NEW.bill_number, json_object('cents', NEW.paid_cents), NEW.reversed_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER deposits_told_changed;
--> statement-breakpoint
CREATE TRIGGER deposits_told_changed AFTER UPDATE OF status, paid_cents, reversed_at_ms ON deposits
WHEN (NEW.status, NEW.paid_cents, NEW.reversed_at_ms) IS NOT (OLD.status, OLD.paid_cents, OLD.reversed_at_ms) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'deposits');
END;
--> statement-breakpoint
DROP TRIGGER deposits_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- The schedule of polls (`asked_at_ms`, `next_ask_at_ms`) changes without the money and is not journalled by itself.
CREATE TRIGGER deposits_journalled_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('deposits', json_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'bill_number', NEW.bill_number, 'qr_string', NEW.qr_string, 'md5_hash', NEW.md5_hash, 'deeplink', NEW.deeplink,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'expires_at_ms', NEW.expires_at_ms,
    'paid_at_ms', NEW.paid_at_ms, 'paid_cents', NEW.paid_cents, 'settlement_hash', NEW.settlement_hash,
    'bank_reference', NEW.bank_reference, 'reversed_at_ms', NEW.reversed_at_ms, 'asked_at_ms', NEW.asked_at_ms, 'next_ask_at_ms', NEW.next_ask_at_ms
  ));
END;
--> statement-breakpoint
DROP TRIGGER deposits_told_inserted;
--> statement-breakpoint
CREATE TRIGGER deposits_told_inserted AFTER INSERT ON deposits BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'deposits');
END;
--> statement-breakpoint
-- No money moves in a closed account.
CREATE TRIGGER entries_of_open_accounts BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (
    SELECT 1 FROM accounts JOIN users ON users.id = accounts.user_id
    WHERE accounts.id = NEW.account_id AND users.closed_at_ms IS NOT NULL
  );
END;
--> statement-breakpoint
-- An entry in riel says the rate of its time, so that the books can be read in dollars later. One in dollars has none.
CREATE TRIGGER entries_rate BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'entry_rate')
  WHERE (NEW.rate_hundredths IS NULL) IS NOT (SELECT currency = 'USD' FROM accounts WHERE id = NEW.account_id)
    OR NEW.rate_hundredths NOT BETWEEN 100000 AND 1000000;
END;
--> statement-breakpoint
CREATE TRIGGER entries_after_insert AFTER INSERT ON entries BEGIN
  UPDATE accounts SET balance_cents = balance_cents + NEW.amount_cents, last_entry_id = NEW.id WHERE id = NEW.account_id;
END;
--> statement-breakpoint
DROP TRIGGER entries_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER entries_journalled_inserted AFTER INSERT ON entries BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('entries', json_object(
    'id', NEW.id, 'transfer_id', NEW.transfer_id, 'account_id', NEW.account_id, 'amount_cents', NEW.amount_cents, 'rate_hundredths', NEW.rate_hundredths
  ));
END;
--> statement-breakpoint
DROP TRIGGER transfers_sum_to_zero;
--> statement-breakpoint
-- A transfer has two entries or more, which sum to zero in each currency.
CREATE TRIGGER transfers_sum_to_zero BEFORE INSERT ON transfers BEGIN
  SELECT RAISE(ABORT, 'transfer_unbalanced')
  WHERE (SELECT count(*) < 2 FROM entries WHERE transfer_id = NEW.id)
    OR EXISTS (
      SELECT 1 FROM entries JOIN accounts ON accounts.id = entries.account_id WHERE entries.transfer_id = NEW.id
      GROUP BY accounts.currency HAVING sum(entries.amount_cents) <> 0
    );
END;
--> statement-breakpoint
DROP TRIGGER transfers_credit_once;
--> statement-breakpoint
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
--> statement-breakpoint
-- What each kind of transfer may touch. All kinds but these three are acts on the books.
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
--> statement-breakpoint
-- A transfer of another kind is an act that two operators approved, the one who posts it among them, and that nobody posted or
-- cancelled: exactly its sum, between its accounts. Of a reversed deposit, what the trader no longer has becomes a receivable, and
-- only that: nothing is left available.
CREATE TRIGGER transfers_of_books BEFORE INSERT ON transfers WHEN NEW.kind NOT IN ('deposit', 'withdrawal', 'trades') BEGIN
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
--> statement-breakpoint
-- The act is posted by its transfer, so neither stands without the other.
CREATE TRIGGER transfers_post_act AFTER INSERT ON transfers WHEN NEW.reference LIKE 'book:%' BEGIN
  UPDATE book_acts SET posted_by = NEW.actor, posted_at_ms = NEW.at_ms, receivable_cents = coalesce((
      SELECT -sum(amount_cents) FROM entries
      WHERE transfer_id = NEW.id AND kind = 'deposit_reversed' AND account_id = 'receivable:' || user_id
    ), 0)
  WHERE id = substr(NEW.reference, 6);
END;
--> statement-breakpoint
DROP TRIGGER transfers_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER transfers_journalled_inserted AFTER INSERT ON transfers BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('transfers', json_object(
    'id', NEW.id, 'kind', NEW.kind, 'reference', NEW.reference, 'memo', NEW.memo, 'actor', NEW.actor, 'at_ms', NEW.at_ms
  ));
END;
--> statement-breakpoint
-- An account closes only when it holds no money and none can still come: no deposit is open, and the payment network is
-- asked about none.
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
DROP TRIGGER users_stay_closed;
--> statement-breakpoint
CREATE TRIGGER users_stay_closed BEFORE UPDATE ON users WHEN OLD.closed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_closed');
END;
--> statement-breakpoint
DROP TRIGGER users_stay_while_frozen;
--> statement-breakpoint
-- A frozen account is not closed.
CREATE TRIGGER users_stay_while_frozen BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.frozen_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_frozen');
END;
--> statement-breakpoint
DROP TRIGGER users_freeze;
--> statement-breakpoint
-- An owner freezes another person's account, with a reason, having seen its current version.
CREATE TRIGGER users_freeze BEFORE UPDATE OF frozen_at_ms ON users
WHEN NEW.frozen_at_ms IS NOT OLD.frozen_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.frozen_at_ms IS NULL) = (OLD.frozen_at_ms IS NULL)
    OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_by IS NULL) OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_reason IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.frozen_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.frozen_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.frozen_by AND role = 'admin');
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.frozen_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.frozen_by AND role = 'owner');
END;
--> statement-breakpoint
DROP TRIGGER users_role;
--> statement-breakpoint
-- An admin is made and removed by owners, or by the owner of the database, to a person with a verified e-mail address.
CREATE TRIGGER users_role BEFORE UPDATE OF role ON users WHEN NEW.role <> OLD.role BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.role_given_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.role_given_by AND role = 'admin');
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.role_given_by AND role = 'owner');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.role = 'admin' AND NEW.email_verified_at_ms IS NULL)
    OR (NEW.role_given_by IS NOT 'system' AND (NEW.role_given_at_ms IS NULL OR NEW.role_given_at_ms IS OLD.role_given_at_ms));
  -- Somebody is left who can sign in at the desk.
  SELECT RAISE(ABORT, 'last_admin')
  WHERE OLD.role = 'admin' AND NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.role = 'admin' AND users.id <> OLD.id
  );
  -- An admin is made by two owners, who approve the version of the account that they saw; or by the only one, in a second step 24
  -- hours after the first.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.role = 'admin' AND NEW.role_given_by IS NOT 'system'
    AND 2 > (
      SELECT count(*) FROM standing_words
      WHERE subject = 'appointment:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
    )
    AND (
      EXISTS (SELECT 1 FROM role_holders WHERE role = 'owner' AND user_id <> NEW.role_given_by)
      OR NOT EXISTS (
        SELECT 1 FROM standing_words
        WHERE subject = 'appointment:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
          AND admin_id = NEW.role_given_by AND at_ms <= NEW.role_given_at_ms - 86400000
      )
    );
END;
--> statement-breakpoint
DROP TRIGGER users_second_factor_reset_by_two;
--> statement-breakpoint
-- A lost second factor is removed by two owners, never by one. It is a security change: withdrawals wait for a day.
CREATE TRIGGER users_second_factor_reset_by_two BEFORE UPDATE OF second_factor_reset_at_ms ON users
WHEN NEW.second_factor_reset_at_ms IS NOT OLD.second_factor_reset_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.second_factor_reset_at_ms IS NULL OR NEW.desk_version <> OLD.desk_version + 1
    OR NEW.security_changed_at_ms IS NOT NEW.second_factor_reset_at_ms;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'second_factor:' || OLD.id || ':' || OLD.desk_version AND act = 'approve'
  );
END;
--> statement-breakpoint
DROP TRIGGER users_role_given;
--> statement-breakpoint
-- When a role was given changes only with the role: an admin's approvals count 24 hours after it.
CREATE TRIGGER users_role_given BEFORE UPDATE OF role_given_by, role_given_at_ms ON users
WHEN NEW.role = OLD.role AND NEW.role_given_by IS NOT 'system' BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed')
  WHERE (NEW.role_given_by, NEW.role_given_at_ms) IS NOT (OLD.role_given_by, OLD.role_given_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER users_verified_name_fixed;
--> statement-breakpoint
-- A verified identity is bound to its name. A closed account loses its name; the decision about its identity stays.
CREATE TRIGGER users_verified_name_fixed BEFORE UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'name_is_verified')
  WHERE EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.id AND status = 'verified');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_start_undecided;
--> statement-breakpoint
-- A request holds nothing that only an admin decides.
CREATE TRIGGER withdrawals_start_undecided BEFORE INSERT ON withdrawals
WHEN NEW.unverified_reason IS NOT NULL OR NEW.unverified_payout IS NOT NULL OR NEW.payer_id IS NOT NULL
  OR NEW.payment_started_at_ms IS NOT NULL OR NEW.payer_before_id IS NOT NULL OR NEW.sole_approver_payout IS NOT NULL
  OR NEW.returned_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_second_factor;
--> statement-breakpoint
-- Where the operator requires a second factor, a request is made by a trader who has one.
CREATE TRIGGER withdrawals_second_factor BEFORE INSERT ON withdrawals
WHEN NEW.second_factor = 'required'
  OR 'required' = (SELECT value FROM settings_in_force WHERE key = 'withdrawal_second_factor' AND user_id IS NULL) BEGIN
  SELECT RAISE(ABORT, 'second_factor_needed')
  WHERE NOT EXISTS (SELECT 1 FROM second_factors WHERE user_id = NEW.user_id);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_holder;
--> statement-breakpoint
-- A request is paid to the method that its trader has at that moment, with its holder. A version that asks for no holder writes none.
CREATE TRIGGER withdrawals_holder BEFORE INSERT ON withdrawals WHEN NEW.holder_name IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'holder_differs')
  WHERE NEW.holder_name = '' OR NOT EXISTS (
    SELECT 1 FROM payment_methods
    WHERE user_id = NEW.user_id
      AND CASE NEW.payment_method
        WHEN 'KHQR' THEN khqr_holder = NEW.holder_name AND khqr_image = NEW.payment_image
        ELSE bank_holder = NEW.holder_name AND bank_name = NEW.bank_name AND account_id = NEW.account_id
      END
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_inserted;
--> statement-breakpoint
-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
CREATE TRIGGER withdrawals_journalled_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'holder_name', NEW.holder_name, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'second_factor', NEW.second_factor,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payer_before_id', NEW.payer_before_id,
    'sole_approver_payout', NEW.sole_approver_payout, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'returned_at_ms', NEW.returned_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_notified_requested;
--> statement-breakpoint
CREATE TRIGGER withdrawals_notified_requested AFTER INSERT ON withdrawals BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT user_id, 'withdrawal_requested', CAST(number AS TEXT), json_object('cents', amount_cents), created_at_ms
  FROM withdrawals WHERE id = NEW.id AND number IS NOT NULL;
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_told_inserted;
--> statement-breakpoint
CREATE TRIGGER withdrawals_told_inserted AFTER INSERT ON withdrawals BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
--> statement-breakpoint
-- A completed withdrawal is returned once, by a posted act.
CREATE TRIGGER withdrawals_returned BEFORE UPDATE OF returned_at_ms ON withdrawals
WHEN NEW.returned_at_ms IS NOT OLD.returned_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.returned_at_ms IS NOT NULL OR NEW.returned_at_ms IS NULL OR OLD.status <> 'completed' OR NEW.status <> 'completed';
  SELECT RAISE(ABORT, 'record_without_act')
  WHERE NOT EXISTS (
    SELECT 1 FROM book_acts
    WHERE kind = 'payout_returned' AND record_id = OLD.id AND posted_at_ms = NEW.returned_at_ms
  );
END;
--> statement-breakpoint
-- Nothing is approved or begun to be paid for a trader who owes: their open withdrawals wait until that is collected.
CREATE TRIGGER withdrawals_of_debtors_wait BEFORE UPDATE OF status, payer_id ON withdrawals
WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') OR (NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL) BEGIN
  SELECT RAISE(ABORT, 'owner_owes')
  WHERE EXISTS (SELECT 1 FROM accounts WHERE id = 'receivable:' || OLD.user_id AND balance_cents < 0);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_names_checked;
--> statement-breakpoint
-- A withdrawal is approved after an admin had its holder's name beside the name that the account has now, and found them the same
-- or decided. One of a version that asks for no holder has no name to hold it to.
CREATE TRIGGER withdrawals_names_checked BEFORE UPDATE OF status ON withdrawals
WHEN NEW.status = 'approved' AND OLD.holder_name IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'names_unchecked')
  WHERE NOT EXISTS (
    SELECT 1 FROM name_checks JOIN users ON users.id = OLD.user_id
    WHERE name_checks.withdrawal_id = OLD.id AND name_checks.account_name = users.first_name || ' ' || users.last_name
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_of_frozen_accounts_wait;
--> statement-breakpoint
-- The money of a frozen account is only given back. Created last, so asked first: the caller learns of the freeze
-- before all else.
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_number_fixed;
--> statement-breakpoint
-- A number is given once.
CREATE TRIGGER withdrawals_number_fixed BEFORE UPDATE OF number ON withdrawals
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_second_factor_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_second_factor_fixed BEFORE UPDATE OF second_factor ON withdrawals
WHEN NEW.second_factor IS NOT OLD.second_factor BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_paid_once;
--> statement-breakpoint
-- The bank's id of a payment belongs to one withdrawal, with spaces or without; the same spaces and any case are an index's.
CREATE TRIGGER withdrawals_paid_once BEFORE UPDATE OF payment_id ON withdrawals
WHEN NEW.payment_id IS NOT OLD.payment_id BEGIN
  SELECT RAISE(ABORT, 'payment_id_used')
  WHERE EXISTS (
    SELECT 1 FROM withdrawals AS other
    WHERE other.payment_id IS NOT NULL AND other.id <> OLD.id
      AND lower(replace(other.payment_id, ' ', '')) = lower(replace(NEW.payment_id, ' ', ''))
      AND other.payment_id <> NEW.payment_id COLLATE NOCASE
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_holder_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_holder_fixed BEFORE UPDATE OF holder_name ON withdrawals
WHEN NEW.holder_name IS NOT OLD.holder_name BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_journalled_changed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_journalled_changed AFTER UPDATE ON withdrawals BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('withdrawals', json_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'status', NEW.status,
    'payment_method', NEW.payment_method, 'bank_name', NEW.bank_name, 'account_id', NEW.account_id,
    'payment_image', NEW.payment_image, 'holder_name', NEW.holder_name, 'request_message', NEW.request_message,
    'approvable_at_ms', NEW.approvable_at_ms, 'approvals_needed', NEW.approvals_needed,
    'second_admin_above_cents', NEW.second_admin_above_cents, 'admin_alone_cents_max', NEW.admin_alone_cents_max,
    'second_factor', NEW.second_factor,
    'unverified_reason', NEW.unverified_reason, 'unverified_payout', NEW.unverified_payout, 'payer_id', NEW.payer_id,
    'payment_started_at_ms', NEW.payment_started_at_ms, 'payer_before_id', NEW.payer_before_id,
    'sole_approver_payout', NEW.sole_approver_payout, 'payment_id', NEW.payment_id, 'admin_notes', NEW.admin_notes,
    'reject_reason', NEW.reject_reason, 'cancelled_by_user', NEW.cancelled_by_user, 'decided_by', NEW.decided_by,
    'claimed_by', NEW.claimed_by, 'claimed_until_ms', NEW.claimed_until_ms, 'reviewed_at_ms', NEW.reviewed_at_ms,
    'approved_at_ms', NEW.approved_at_ms, 'completed_at_ms', NEW.completed_at_ms, 'returned_at_ms', NEW.returned_at_ms, 'rejected_at_ms', NEW.rejected_at_ms,
    'created_at_ms', NEW.created_at_ms, 'updated_at_ms', NEW.updated_at_ms, 'version', NEW.version
  ));
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_notified_decided;
--> statement-breakpoint
-- A request that its own trader cancelled is told to nobody.
CREATE TRIGGER withdrawals_notified_decided AFTER UPDATE OF status ON withdrawals
WHEN NEW.status <> OLD.status AND NEW.cancelled_by_user = 0 BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_' || NEW.status, CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.updated_at_ms);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_notified_returned AFTER UPDATE OF returned_at_ms ON withdrawals
WHEN NEW.returned_at_ms IS NOT NULL AND OLD.returned_at_ms IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_returned', CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.returned_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_told_changed;
--> statement-breakpoint
-- Not what only admins see: who works on it, and who is paying it.
CREATE TRIGGER withdrawals_told_changed AFTER UPDATE ON withdrawals
WHEN (NEW.status, NEW.admin_notes, NEW.approvals_needed, NEW.reviewed_at_ms, NEW.approvable_at_ms, NEW.returned_at_ms)
    IS NOT (OLD.status, OLD.admin_notes, OLD.approvals_needed, OLD.reviewed_at_ms, OLD.approvable_at_ms, OLD.returned_at_ms) BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_end_question;
--> statement-breakpoint
-- A decision, a payment that begins or the trader's own cancellation overtakes a question that waits for its answer.
CREATE TRIGGER withdrawals_end_question AFTER UPDATE OF status, payer_id ON withdrawals
WHEN NEW.status <> OLD.status OR (NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL) BEGIN
  UPDATE client_questions
  SET closed_at_ms = max(NEW.updated_at_ms, asked_at_ms),
    closed_because = CASE WHEN NEW.cancelled_by_user = 1 THEN 'cancelled' ELSE 'decided' END
  WHERE subject = 'withdrawal:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
