-- guards: the version before makes no batch. What it completes has its picture, and what it stops or rejects leaves its batch.
CREATE TABLE `payout_batch_items` (
	`batch_id` text NOT NULL,
	`line` integer NOT NULL,
	`withdrawal_id` text NOT NULL,
	`reference` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`outcome` text,
	`payment_id` text,
	`result_line_id` text,
	`statement_line_id` text,
	`settled_by` text,
	`settled_at_ms` integer,
	`taken_back_at_ms` integer,
	PRIMARY KEY(`batch_id`, `line`),
	FOREIGN KEY (`batch_id`) REFERENCES `payout_batches`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`result_line_id`) REFERENCES `payout_result_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`statement_line_id`) REFERENCES `statement_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_batch_items_outcome" CHECK("payout_batch_items"."outcome" IS NULL OR "payout_batch_items"."outcome" IN ('completed', 'bounced')),
	CONSTRAINT "payout_batch_items_settled" CHECK(CASE WHEN "payout_batch_items"."outcome" IS NULL THEN "payout_batch_items"."payment_id" IS NULL AND "payout_batch_items"."result_line_id" IS NULL AND "payout_batch_items"."statement_line_id" IS NULL AND "payout_batch_items"."settled_by" IS NULL AND "payout_batch_items"."settled_at_ms" IS NULL ELSE "payout_batch_items"."payment_id" <> '' AND ("payout_batch_items"."result_line_id" IS NULL) <> ("payout_batch_items"."statement_line_id" IS NULL) AND "payout_batch_items"."settled_by" IS NOT NULL AND "payout_batch_items"."settled_at_ms" IS NOT NULL AND "payout_batch_items"."taken_back_at_ms" IS NULL END)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batch_items_reference` ON `payout_batch_items` (`reference`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batch_items_withdrawal` ON `payout_batch_items` (`withdrawal_id`) WHERE "payout_batch_items"."taken_back_at_ms" IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batch_items_result_line` ON `payout_batch_items` (`result_line_id`) WHERE "payout_batch_items"."result_line_id" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `payout_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`bank_account_id` text NOT NULL,
	`profile` text NOT NULL,
	`item_count` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`free_cents` integer NOT NULL,
	`file_digest` text NOT NULL,
	`made_by` text NOT NULL,
	`made_at_ms` integer NOT NULL,
	FOREIGN KEY (`bank_account_id`) REFERENCES `bank_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_batches_size" CHECK("payout_batches"."item_count" > 0 AND "payout_batches"."total_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batches_number` ON `payout_batches` (`number`);
--> statement-breakpoint
CREATE INDEX `payout_batches_age` ON `payout_batches` (`made_at_ms`,`id`);
--> statement-breakpoint
CREATE INDEX `payout_batches_account` ON `payout_batches` (`bank_account_id`);
--> statement-breakpoint
CREATE TABLE `payout_result_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`result_id` text NOT NULL,
	`batch_id` text NOT NULL,
	`line` integer NOT NULL,
	`row_key` text NOT NULL,
	`reference` text,
	`amount_cents` integer NOT NULL,
	`outcome` text NOT NULL,
	`bank_id` text,
	`reason` text,
	FOREIGN KEY (`result_id`) REFERENCES `payout_results`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`batch_id`) REFERENCES `payout_batches`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_result_lines_outcome" CHECK("payout_result_lines"."outcome" IN ('completed', 'bounced') AND "payout_result_lines"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_result_lines_once` ON `payout_result_lines` (`batch_id`,`row_key`);
--> statement-breakpoint
CREATE INDEX `payout_result_lines_result` ON `payout_result_lines` (`result_id`);
--> statement-breakpoint
CREATE TABLE `payout_results` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`file_name` text NOT NULL,
	`digest` text NOT NULL,
	`imported_by` text NOT NULL,
	`imported_at_ms` integer NOT NULL,
	FOREIGN KEY (`batch_id`) REFERENCES `payout_batches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`imported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `payout_results_batch` ON `payout_results` (`batch_id`,`imported_at_ms`);
--> statement-breakpoint
-- A batch has the items that it was made with.
CREATE TRIGGER payout_batch_items_begin BEFORE INSERT ON payout_batch_items
WHEN NEW.outcome IS NOT NULL OR NEW.taken_back_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM payout_batches WHERE id = NEW.batch_id) BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER payout_batch_items_terms_fixed BEFORE UPDATE OF
  batch_id, line, withdrawal_id, reference, amount_cents
ON payout_batch_items BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER payout_batch_items_never_deleted BEFORE DELETE ON payout_batch_items BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER payout_batches_never_changed BEFORE UPDATE ON payout_batches BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER payout_batches_never_deleted BEFORE DELETE ON payout_batches BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
-- Their traders see that the payments are with the bank.
CREATE TRIGGER payout_batches_told AFTER INSERT ON payout_batches BEGIN
  INSERT INTO account_changes (user_id, topic)
  SELECT DISTINCT withdrawals.user_id, 'withdrawals' FROM payout_batch_items AS items
  JOIN withdrawals ON withdrawals.id = items.withdrawal_id WHERE items.batch_id = NEW.id;
END;
--> statement-breakpoint
-- A row of a result names an item of its batch, or none.
CREATE TRIGGER payout_result_lines_begin BEFORE INSERT ON payout_result_lines BEGIN
  SELECT RAISE(ABORT, 'batch_differs')
  WHERE NOT EXISTS (SELECT 1 FROM payout_results WHERE id = NEW.result_id AND batch_id = NEW.batch_id)
    OR (NEW.reference IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payout_batch_items WHERE batch_id = NEW.batch_id AND reference = NEW.reference
    ));
END;
--> statement-breakpoint
CREATE TRIGGER payout_result_lines_never_changed BEFORE UPDATE ON payout_result_lines BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER payout_result_lines_never_deleted BEFORE DELETE ON payout_result_lines BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER payout_results_begin BEFORE INSERT ON payout_results BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.imported_by AND role = 'operator');
END;
--> statement-breakpoint
CREATE TRIGGER payout_results_never_changed BEFORE UPDATE ON payout_results BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER payout_results_never_deleted BEFORE DELETE ON payout_results BEGIN
  SELECT RAISE(ABORT, 'batch_terms_fixed');
END;
--> statement-breakpoint
-- The payments in progress that their payer alone approved: nobody else has agreed to them.
CREATE VIEW paying_alone AS
  SELECT payer_id AS admin_id, id AS withdrawal_id, amount_cents FROM withdrawals
  WHERE status = 'approved' AND payer_id IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM approvals
      WHERE subject = 'withdrawal:' || withdrawals.id AND act = 'approve' AND admin_id = withdrawals.payer_id
    )
    AND NOT EXISTS (
      SELECT 1 FROM standing_words
      WHERE subject = 'withdrawal:' || withdrawals.id AND act = 'approve' AND admin_id <> withdrawals.payer_id
    );
--> statement-breakpoint
-- The open payments of batches of which a result says, by reference and sum, that the bank made them, and which that did not complete: the
-- trader was frozen, or the row gives no id.
CREATE VIEW payouts_said_paid AS
  SELECT items.batch_id, items.line, items.withdrawal_id
  FROM payout_batch_items AS items JOIN payout_result_lines AS said
    ON said.batch_id = items.batch_id AND said.reference = items.reference AND said.outcome = 'completed'
      AND said.amount_cents = items.amount_cents
  WHERE items.taken_back_at_ms IS NULL AND items.outcome IS NULL;
--> statement-breakpoint
-- The company's accounts at banks in dollars, as far as batches pay from them: what the ledger has there, what batches that are at the bank
-- will take, and what they took while it is on the clearing account `house:payout`, from which an adjustment moves it to the bank account.
CREATE VIEW payout_accounts AS
  SELECT bank_accounts.id, bank_accounts.name, -accounts.balance_cents AS balance_cents,
    (
      SELECT coalesce(sum(items.amount_cents), 0) FROM payout_batches
      JOIN payout_batch_items AS items ON items.batch_id = payout_batches.id
      JOIN withdrawals ON withdrawals.id = items.withdrawal_id
      WHERE payout_batches.bank_account_id = bank_accounts.id AND items.taken_back_at_ms IS NULL AND withdrawals.status = 'approved'
    ) AS with_bank_cents,
    min(
      max(0, (SELECT balance_cents FROM accounts WHERE id = 'house:payout')),
      (
        SELECT coalesce(sum(items.amount_cents), 0) FROM payout_batches
        JOIN payout_batch_items AS items ON items.batch_id = payout_batches.id
        JOIN withdrawals ON withdrawals.id = items.withdrawal_id
        WHERE payout_batches.bank_account_id = bank_accounts.id AND items.taken_back_at_ms IS NULL
          AND withdrawals.status = 'completed' AND withdrawals.returned_at_ms IS NULL
      )
    ) AS unsettled_cents
  FROM bank_accounts JOIN accounts ON accounts.id = 'house:bank:' || bank_accounts.id WHERE bank_accounts.currency = 'USD';
--> statement-breakpoint
DROP TRIGGER withdrawals_state_machine;
--> statement-breakpoint
-- Who may move a withdrawal to which state, with which approvals, and with which transfer.
CREATE TRIGGER withdrawals_state_machine BEFORE UPDATE OF status ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT (
    (OLD.status = 'pending' AND NEW.status IN ('approved', 'rejected'))
    OR (OLD.status = 'approved' AND NEW.status IN ('completed', 'rejected') AND NEW.cancelled_by_user = 0)
  );
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.version <> OLD.version + 1 OR NEW.decided_by IS NULL
    OR (NEW.status = 'approved' AND NEW.approved_at_ms IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.decided_by = OLD.user_id AND NEW.cancelled_by_user = 0;
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.decided_by <> OLD.user_id AND NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.cancelled_by_user = 0 AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.cancelled_by_user = 0
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.decided_by AND role = 'operator');
  -- What was sent already is recorded whatever is paused.
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.status = 'approved' AND EXISTS (SELECT 1 FROM pauses_of_withdrawals);
  SELECT RAISE(ABORT, 'withdrawal_on_hold')
  WHERE NEW.status = 'approved' AND (
    NEW.approved_at_ms < OLD.approvable_at_ms
    OR NEW.approved_at_ms < (SELECT security_changed_at_ms + 86400000 FROM users WHERE id = OLD.user_id)
  );
  SELECT RAISE(ABORT, 'identity_not_verified')
  WHERE NEW.status = 'approved' AND (
      NEW.unverified_reason IS NULL OR NEW.unverified_payout IS NOT 'with_reason'
      OR 'refused' = (SELECT value FROM settings_in_force WHERE key = 'unverified_payout' AND user_id IS NULL)
    )
    AND NOT EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.user_id AND status = 'verified');
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'approved' AND OLD.approvals_needed > (
    SELECT count(*) FROM standing_words WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve'
  );
  -- One approval is enough: its admin moves the sum alone, and no more than they may in a day. The same withdrawal counts
  -- once, whether they approved it, completed it or both.
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'approved'
    AND 1 = (SELECT count(*) FROM standing_words WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve')
    AND min(OLD.admin_alone_cents_max, coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'admin_alone_max' AND user_id IS NULL), OLD.admin_alone_cents_max)) < OLD.amount_cents + (
      SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
      WHERE moved.id <> OLD.id AND moved.id IN (
        SELECT withdrawal_id FROM moved_alone
        WHERE at_ms > NEW.approved_at_ms - 86400000
          AND admin_id = (
            SELECT admin_id FROM standing_words WHERE subject = 'withdrawal:' || OLD.id AND act = 'approve'
          )
      )
    );
  -- The admin who is paying says which payment it was. Who may pay is decided when the payment starts.
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status = 'completed' AND OLD.payer_id IS NULL;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'completed' AND NOT EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = 'withdrawal:' || OLD.id AND act = 'complete' AND detail = NEW.payment_id AND admin_id = OLD.payer_id
  );
  -- Money that is on its way at the bank would leave twice.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'rejected' AND (OLD.payer_id <> NEW.decided_by OR OLD.payer_before_id IS NOT NULL) AND 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'rejection:' || OLD.id AND act = 'approve' AND at_ms >= OLD.payment_started_at_ms
  );
  SELECT RAISE(ABORT, 'proof_missing')
  WHERE NEW.status = 'completed'
    AND NOT EXISTS (
      SELECT 1 FROM withdrawal_images
      WHERE withdrawal_id = OLD.id AND kind = 'proof' AND uploaded_at_ms > (
        SELECT coalesce(max(at_ms), -1) FROM approvals WHERE subject = 'rejection:' || OLD.id
      )
    )
    -- What the bank says of this payment of a batch, held to its reference and its sum (`payout_batch_items_settled`).
    AND NOT EXISTS (
      SELECT 1 FROM payout_batch_items
      WHERE withdrawal_id = OLD.id AND outcome IS NOT NULL AND payment_id = NEW.payment_id AND settled_at_ms > (
        SELECT coalesce(max(at_ms), -1) FROM approvals WHERE subject = 'rejection:' || OLD.id
      )
    );
  SELECT RAISE(ABORT, 'withdrawal_without_transfer')
  WHERE NEW.status IN ('completed', 'rejected') AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'withdrawal'
      AND transfers.reference = 'withdrawal:' || OLD.id || CASE NEW.status WHEN 'completed' THEN ':complete' ELSE ':reject' END
      AND entries.account_id = 'held:' || OLD.user_id AND entries.amount_cents = -OLD.amount_cents
  );
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_returned;
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
DROP TRIGGER withdrawals_of_debtors_wait;
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
DROP TRIGGER withdrawals_notified_decided;
--> statement-breakpoint
-- A request that its own trader cancelled is told to nobody, and a payment that came back is not told as paid.
CREATE TRIGGER withdrawals_notified_decided AFTER UPDATE OF status ON withdrawals
WHEN NEW.status <> OLD.status AND NEW.cancelled_by_user = 0 AND NOT (NEW.status = 'completed' AND EXISTS (
  SELECT 1 FROM payout_batch_items WHERE withdrawal_id = NEW.id AND outcome = 'bounced' AND taken_back_at_ms IS NULL
)) BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (NEW.user_id, 'withdrawal_' || NEW.status, CAST(NEW.number AS TEXT), json_object('cents', NEW.amount_cents), NEW.updated_at_ms);
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_notified_returned;
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
--> statement-breakpoint
-- A payment of a batch whose payer says that it was not made, or that was rejected, leaves the batch. Its trader is told.
CREATE TRIGGER withdrawals_leave_batch AFTER UPDATE OF status, payer_id ON withdrawals
WHEN OLD.payer_id IS NOT NULL AND (NEW.payer_id IS NULL OR NEW.status = 'rejected') AND EXISTS (
  SELECT 1 FROM payout_batch_items WHERE withdrawal_id = NEW.id AND taken_back_at_ms IS NULL
) BEGIN
  UPDATE payout_batch_items SET taken_back_at_ms = NEW.updated_at_ms
  WHERE withdrawal_id = NEW.id AND taken_back_at_ms IS NULL;
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
