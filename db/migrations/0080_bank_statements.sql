CREATE TABLE `bank_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`profile` text NOT NULL,
	`file_name` text NOT NULL,
	`digest` text NOT NULL,
	`account_number` text,
	`first_day` integer NOT NULL,
	`last_day` integer NOT NULL,
	`opening_cents` integer,
	`closing_cents` integer,
	`line_count` integer NOT NULL,
	`known_count` integer NOT NULL,
	`repeated_count` integer NOT NULL,
	`imported_by` text NOT NULL,
	`imported_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `bank_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`imported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_statements_days" CHECK("bank_statements"."first_day" <= "bank_statements"."last_day")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_statements_digest` ON `bank_statements` (`account_id`,`digest`);
--> statement-breakpoint
CREATE INDEX `bank_statements_account` ON `bank_statements` (`account_id`,`last_day`);
--> statement-breakpoint
CREATE INDEX `bank_statements_age` ON `bank_statements` (`imported_at_ms`,`id`);
--> statement-breakpoint
CREATE TABLE `line_match_transfers` (
	`match_id` text NOT NULL,
	`transfer_id` text NOT NULL,
	PRIMARY KEY(`match_id`, `transfer_id`),
	FOREIGN KEY (`match_id`) REFERENCES `line_matches`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `line_match_transfers_transfer` ON `line_match_transfers` (`transfer_id`);
--> statement-breakpoint
CREATE TABLE `line_matches` (
	`id` text PRIMARY KEY NOT NULL,
	`line_id` text NOT NULL,
	`why` text NOT NULL,
	`exception_id` text,
	`reason` text,
	`matched_by` text,
	`matched_at_ms` integer NOT NULL,
	`taken_back_by` text,
	`taken_back_at_ms` integer,
	`taken_back_reason` text,
	FOREIGN KEY (`line_id`) REFERENCES `statement_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`exception_id`) REFERENCES `payment_exceptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`matched_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`taken_back_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "line_matches_why" CHECK("line_matches"."why" IN ('bank_id', 'code', 'batch', 'by_hand', 'exception', 'refund') AND ("line_matches"."exception_id" IS NOT NULL) = ("line_matches"."why" IN ('exception', 'refund')))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `line_matches_line` ON `line_matches` (`line_id`) WHERE "line_matches"."taken_back_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `line_matches_exception` ON `line_matches` (`exception_id`) WHERE "line_matches"."exception_id" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `statement_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`statement_id` text NOT NULL,
	`account_id` text NOT NULL,
	`line` integer NOT NULL,
	`position` integer NOT NULL,
	`line_key` text NOT NULL,
	`day` integer NOT NULL,
	`at_ms` integer,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`bank_id` text,
	`reference` text,
	`network_hash` text,
	`payer` text,
	`payer_account` text,
	`remark` text,
	`balance_cents` integer,
	FOREIGN KEY (`statement_id`) REFERENCES `bank_statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `bank_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statement_lines_amount" CHECK("statement_lines"."amount_cents" <> 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_lines_once` ON `statement_lines` (`account_id`,`line_key`);
--> statement-breakpoint
CREATE INDEX `statement_lines_day` ON `statement_lines` (`currency`,`day`);
--> statement-breakpoint
CREATE INDEX `statement_lines_statement` ON `statement_lines` (`statement_id`);
--> statement-breakpoint
CREATE INDEX `statement_lines_payer` ON `statement_lines` (`payer_account`) WHERE "statement_lines"."payer_account" IS NOT NULL;
--> statement-breakpoint
-- An operator imports it. Its account's number is that of every statement of the account before.
CREATE TRIGGER bank_statements_begin BEFORE INSERT ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.imported_by AND role = 'operator');
  SELECT RAISE(ABORT, 'statement_of_other_account')
  WHERE EXISTS (
    SELECT 1 FROM bank_statements
    WHERE account_id = NEW.account_id AND account_number IS NOT NULL
      AND lower(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''))
        IS NOT lower(replace(replace(replace(NEW.account_number, ' ', ''), '-', ''), '.', ''))
  );
END;
--> statement-breakpoint
CREATE TRIGGER bank_statements_never_changed BEFORE UPDATE ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER bank_statements_never_deleted BEFORE DELETE ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
--> statement-breakpoint
-- A match has the transfers that it was made with.
CREATE TRIGGER line_match_transfers_begin BEFORE INSERT ON line_match_transfers
WHEN EXISTS (SELECT 1 FROM line_matches WHERE id = NEW.match_id) BEGIN
  SELECT RAISE(ABORT, 'match_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER line_match_transfers_never_changed BEFORE UPDATE ON line_match_transfers BEGIN
  SELECT RAISE(ABORT, 'match_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER line_match_transfers_never_deleted BEFORE DELETE ON line_match_transfers BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
--> statement-breakpoint
-- A link by hand and an exception are an operator's, a link with a reason; the rest is matched by itself.
CREATE TRIGGER line_matches_begin BEFORE INSERT ON line_matches BEGIN
  SELECT RAISE(ABORT, 'match_terms')
  WHERE NEW.taken_back_by IS NOT NULL OR NEW.taken_back_at_ms IS NOT NULL OR NEW.taken_back_reason IS NOT NULL
    OR (NEW.matched_by IS NOT NULL) <> (NEW.why IN ('by_hand', 'exception', 'refund'))
    OR (NEW.reason IS NOT NULL) <> (NEW.why = 'by_hand') OR length(trim(coalesce(NEW.reason, 'none'))) = 0;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.matched_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.matched_by AND role = 'operator');
END;
--> statement-breakpoint
-- Its transfers move at the bank what the line says, in its currency: each of them something, all of them exactly that.
CREATE TRIGGER line_matches_sums BEFORE INSERT ON line_matches WHEN NEW.exception_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'match_differs')
  WHERE EXISTS (
      SELECT 1 FROM line_match_transfers
      WHERE match_id = NEW.id AND 0 = (
        SELECT coalesce(sum(entries.amount_cents), 0) FROM entries JOIN accounts ON accounts.id = entries.account_id
        WHERE entries.transfer_id = line_match_transfers.transfer_id AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
          AND accounts.currency = (SELECT currency FROM statement_lines WHERE id = NEW.line_id)
      )
    )
    OR (SELECT amount_cents FROM statement_lines WHERE id = NEW.line_id) IS NOT (
      SELECT -sum(entries.amount_cents) FROM line_match_transfers
      JOIN entries ON entries.transfer_id = line_match_transfers.transfer_id
      JOIN accounts ON accounts.id = entries.account_id
      WHERE line_match_transfers.match_id = NEW.id AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
        AND accounts.currency = (SELECT currency FROM statement_lines WHERE id = NEW.line_id)
    );
END;
--> statement-breakpoint
-- A transfer has one line: by a match, or by the exception that it credited.
CREATE TRIGGER line_matches_once BEFORE INSERT ON line_matches WHEN NEW.exception_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'transfer_matched')
  WHERE EXISTS (
      SELECT 1 FROM line_match_transfers AS own
      JOIN line_match_transfers AS other ON other.transfer_id = own.transfer_id AND other.match_id <> own.match_id
      JOIN line_matches ON line_matches.id = other.match_id
      WHERE own.match_id = NEW.id AND line_matches.taken_back_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM line_match_transfers AS own JOIN transfers ON transfers.id = own.transfer_id
      JOIN line_matches ON 'exception:' || line_matches.exception_id = transfers.reference
      WHERE own.match_id = NEW.id AND line_matches.why = 'exception' AND line_matches.taken_back_at_ms IS NULL
    );
END;
--> statement-breakpoint
-- A line is the payment of an exception, or its refund, to the cent; each has one line.
CREATE TRIGGER line_matches_exceptions BEFORE INSERT ON line_matches WHEN NEW.exception_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'match_differs')
  WHERE EXISTS (SELECT 1 FROM line_match_transfers WHERE match_id = NEW.id) OR NOT EXISTS (
    SELECT 1 FROM statement_lines JOIN payment_exceptions ON payment_exceptions.id = NEW.exception_id
    WHERE statement_lines.id = NEW.line_id AND statement_lines.currency = payment_exceptions.paid_currency
      AND CASE NEW.why
        WHEN 'exception' THEN statement_lines.amount_cents = CAST(round(payment_exceptions.paid_amount * 100) AS INTEGER)
        ELSE payment_exceptions.status = 'refunded' AND statement_lines.amount_cents = -payment_exceptions.refunded_cents
      END
  );
  SELECT RAISE(ABORT, 'transfer_matched')
  WHERE EXISTS (
      SELECT 1 FROM line_matches
      WHERE exception_id = NEW.exception_id AND why = NEW.why AND taken_back_at_ms IS NULL
    )
    OR (NEW.why = 'exception' AND EXISTS (
      SELECT 1 FROM transfers JOIN line_match_transfers ON line_match_transfers.transfer_id = transfers.id
      JOIN line_matches ON line_matches.id = line_match_transfers.match_id
      WHERE transfers.kind IN ('deposit', 'exception_received') AND transfers.reference = 'exception:' || NEW.exception_id
        AND line_matches.taken_back_at_ms IS NULL
    ));
END;
--> statement-breakpoint
CREATE TRIGGER line_matches_terms_fixed BEFORE UPDATE OF
  id, line_id, why, exception_id, reason, matched_by, matched_at_ms
ON line_matches BEGIN
  SELECT RAISE(ABORT, 'match_terms_fixed');
END;
--> statement-breakpoint
-- It is taken back once, by an operator, with a reason. What waits for a decision as an exception stays with its line.
CREATE TRIGGER line_matches_taken_back BEFORE UPDATE OF taken_back_by, taken_back_at_ms, taken_back_reason ON line_matches BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.taken_back_at_ms IS NOT NULL OR OLD.exception_id IS NOT NULL OR NEW.taken_back_at_ms IS NULL OR NEW.taken_back_by IS NULL
    OR length(trim(coalesce(NEW.taken_back_reason, ''))) = 0;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.taken_back_by AND role = 'operator');
END;
--> statement-breakpoint
CREATE TRIGGER line_matches_never_deleted BEFORE DELETE ON line_matches BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
--> statement-breakpoint
-- A line is of its statement's account, within its days, and in the currency of the account.
CREATE TRIGGER statement_lines_begin BEFORE INSERT ON statement_lines BEGIN
  SELECT RAISE(ABORT, 'statement_of_other_account')
  WHERE NOT EXISTS (
    SELECT 1 FROM bank_statements JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id
    WHERE bank_statements.id = NEW.statement_id AND bank_statements.account_id = NEW.account_id
      AND bank_accounts.currency = NEW.currency
      AND NEW.day BETWEEN bank_statements.first_day AND bank_statements.last_day
  );
END;
--> statement-breakpoint
CREATE TRIGGER statement_lines_never_changed BEFORE UPDATE ON statement_lines BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER statement_lines_never_deleted BEFORE DELETE ON statement_lines BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;
