CREATE TABLE `broker_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`platform` text,
	`currency` text NOT NULL,
	`decimals` integer NOT NULL,
	`account_number` text,
	`clock` text,
	`mapping` text,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`fees_units` integer DEFAULT 0 NOT NULL,
	`swap_units` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "broker_accounts_named" CHECK(("broker_accounts"."deleted_at_ms" IS NULL) = ("broker_accounts"."name" <> ''))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `broker_accounts_number` ON `broker_accounts` (`user_id`,`number`);
--> statement-breakpoint
CREATE TABLE `broker_days` (
	`account_id` integer NOT NULL,
	`day` integer NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`result_units` integer NOT NULL,
	`gross_profit_units` integer NOT NULL,
	`gross_loss_units` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`),
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `broker_fills` (
	`import_id` integer NOT NULL,
	`row_number` integer NOT NULL,
	`account_id` integer NOT NULL,
	`line` integer NOT NULL,
	`is_rounded` integer NOT NULL,
	`fill_id` text NOT NULL,
	`symbol` text NOT NULL,
	`side` text NOT NULL,
	`quantity` text NOT NULL,
	`price` text NOT NULL,
	`at_ms` integer NOT NULL,
	`fee_units` integer NOT NULL,
	`multiplier` text NOT NULL,
	`position` text DEFAULT '' NOT NULL,
	`is_closing` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`import_id`, `row_number`),
	FOREIGN KEY (`import_id`) REFERENCES `broker_imports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `broker_fills_id` ON `broker_fills` (`account_id`,`fill_id`,`import_id`);
--> statement-breakpoint
CREATE TABLE `broker_hours` (
	`account_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`result_units` integer NOT NULL,
	`gross_profit_units` integer NOT NULL,
	`gross_loss_units` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hour`),
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `broker_imports` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`status` text NOT NULL,
	`file_name` text NOT NULL,
	`file_hash` text NOT NULL,
	`format` text NOT NULL,
	`kind` text NOT NULL,
	`clock` text NOT NULL,
	`row_count` integer NOT NULL,
	`left_out` text NOT NULL,
	`stated_total` text,
	`deposits_in` text,
	`deposits_out` text,
	`created_at_ms` integer NOT NULL,
	`place` integer,
	`takes` integer DEFAULT false NOT NULL,
	`first_at_ms` integer,
	`last_at_ms` integer,
	`committed_at_ms` integer,
	`reversed_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "broker_imports_status" CHECK("broker_imports"."status" IN ('staged', 'committed', 'reversed')),
	CONSTRAINT "broker_imports_kind" CHECK("broker_imports"."kind" IN ('trades', 'fills')),
	CONSTRAINT "broker_imports_steps" CHECK(("broker_imports"."status" = 'staged') = ("broker_imports"."place" IS NULL) AND ("broker_imports"."place" IS NULL) = ("broker_imports"."committed_at_ms" IS NULL) AND ("broker_imports"."status" = 'reversed') = ("broker_imports"."reversed_at_ms" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `broker_imports_staged` ON `broker_imports` (`created_at_ms`) WHERE "broker_imports"."status" = 'staged';
--> statement-breakpoint
CREATE UNIQUE INDEX `broker_imports_place` ON `broker_imports` (`account_id`,`place`);
--> statement-breakpoint
CREATE TABLE `broker_positions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`import_id` integer,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`quantity` text NOT NULL,
	`entry_price` text NOT NULL,
	`opened_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`import_id`) REFERENCES `broker_imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `broker_positions_account` ON `broker_positions` (`account_id`,`import_id`,`symbol`);
--> statement-breakpoint
CREATE INDEX `broker_positions_import` ON `broker_positions` (`import_id`);
--> statement-breakpoint
CREATE TABLE `broker_quarters` (
	`account_id` integer NOT NULL,
	`quarter` integer NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`result_units` integer NOT NULL,
	`gross_profit_units` integer NOT NULL,
	`gross_loss_units` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `quarter`),
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `broker_rows` (
	`import_id` integer NOT NULL,
	`row_number` integer NOT NULL,
	`account_id` integer NOT NULL,
	`line` integer NOT NULL,
	`is_rounded` integer NOT NULL,
	`ticket` text NOT NULL,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`quantity` text NOT NULL,
	`entry_price` text NOT NULL,
	`exit_price` text NOT NULL,
	`stop_price` text,
	`opened_at_ms` integer,
	`closed_at_ms` integer NOT NULL,
	`profit_units` integer NOT NULL,
	`fees_units` integer NOT NULL,
	`swap_units` integer NOT NULL,
	PRIMARY KEY(`import_id`, `row_number`),
	FOREIGN KEY (`import_id`) REFERENCES `broker_imports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `broker_rows_ticket` ON `broker_rows` (`account_id`,`ticket`,`import_id`);
--> statement-breakpoint
CREATE TABLE `broker_symbols` (
	`account_id` integer NOT NULL,
	`symbol` text NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`result_units` integer NOT NULL,
	`gross_profit_units` integer NOT NULL,
	`gross_loss_units` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `symbol`),
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `broker_totals` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`trades` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`buys` integer NOT NULL,
	`result_units` integer NOT NULL,
	`gross_profit_units` integer NOT NULL,
	`gross_loss_units` integer NOT NULL,
	`holding_ms` integer NOT NULL,
	`max_drawdown_units` integer NOT NULL,
	`max_drawdown_peak_units` integer NOT NULL,
	`max_drawdown_share` real,
	`longest_win_streak` integer NOT NULL,
	`longest_loss_streak` integer NOT NULL,
	`max_drawdown_first_id` integer,
	`max_drawdown_last_id` integer,
	`longest_win_first_id` integer,
	`longest_win_last_id` integer,
	`longest_loss_first_id` integer,
	`longest_loss_last_id` integer,
	`peak_units` integer NOT NULL,
	`win_streak` integer NOT NULL,
	`loss_streak` integer NOT NULL,
	`last_closed_at_ms` integer NOT NULL,
	`win_streak_first_id` integer,
	`loss_streak_first_id` integer,
	`fall_first_id` integer,
	`risked_trades` integer NOT NULL,
	`risked_milli_r` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `broker_trades` (
	`account_id` integer NOT NULL,
	`id` integer NOT NULL,
	`import_id` integer NOT NULL,
	`ticket` text NOT NULL,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`quantity` text NOT NULL,
	`entry_price` text NOT NULL,
	`exit_price` text NOT NULL,
	`stop_price` text,
	`opened_at_ms` integer,
	`closed_at_ms` integer NOT NULL,
	`profit_units` integer NOT NULL,
	`fees_units` integer NOT NULL,
	`swap_units` integer NOT NULL,
	`result_units` integer NOT NULL,
	PRIMARY KEY(`account_id`, `id`),
	FOREIGN KEY (`account_id`) REFERENCES `broker_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "broker_trades_result" CHECK("broker_trades"."result_units" = "broker_trades"."profit_units" + "broker_trades"."fees_units" + "broker_trades"."swap_units"),
	CONSTRAINT "broker_trades_times" CHECK("broker_trades"."opened_at_ms" IS NULL OR "broker_trades"."opened_at_ms" <= "broker_trades"."closed_at_ms"),
	CONSTRAINT "broker_trades_direction" CHECK("broker_trades"."direction" IN ('Buy', 'Sell')),
	CONSTRAINT "broker_trades_quantity" CHECK(CAST("broker_trades"."quantity" AS REAL) > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `broker_trades_ticket` ON `broker_trades` (`account_id`,`ticket`);
--> statement-breakpoint
CREATE INDEX `broker_trades_closed` ON `broker_trades` (`account_id`,`closed_at_ms`,`id`);
--> statement-breakpoint
CREATE INDEX `broker_trades_symbol` ON `broker_trades` (`account_id`,`symbol`,`closed_at_ms`);
--> statement-breakpoint
-- A trader has ten at most, and their numbers count on: one that was deleted keeps its own.
CREATE TRIGGER broker_accounts_begin BEFORE INSERT ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_accounts_full')
  WHERE (SELECT count(*) FROM broker_accounts WHERE user_id = NEW.user_id AND deleted_at_ms IS NULL) >= 10;
  SELECT RAISE(ABORT, 'broker_account_number')
  WHERE NEW.deleted_at_ms IS NOT NULL OR NEW.decimals NOT BETWEEN 0 AND 12
    OR NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM broker_accounts WHERE user_id = NEW.user_id);
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER broker_accounts_terms_fixed
BEFORE UPDATE OF id, user_id, number, currency, decimals, created_at_ms ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER broker_accounts_stay_deleted BEFORE UPDATE ON broker_accounts WHEN OLD.deleted_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed');
END;
--> statement-breakpoint
-- From 2^53 on sums are no longer exact in a browser.
CREATE TRIGGER broker_accounts_exact BEFORE UPDATE OF fees_units, swap_units ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_sums')
  WHERE abs(NEW.fees_units) > 9007199254740991 OR abs(NEW.swap_units) > 9007199254740991;
END;
--> statement-breakpoint
CREATE TRIGGER broker_accounts_go_with_person BEFORE DELETE ON broker_accounts BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- Rows are added only to a file of their kind that is not committed yet, and to its account.
CREATE TRIGGER broker_fills_while_staged BEFORE INSERT ON broker_fills BEGIN
  SELECT RAISE(ABORT, 'broker_without_import')
  WHERE NOT EXISTS (
    SELECT 1 FROM broker_imports WHERE id = NEW.import_id AND account_id = NEW.account_id AND status = 'staged'
      AND kind = 'fills' AND NEW.row_number BETWEEN 1 AND row_count
  );
END;
--> statement-breakpoint
CREATE TRIGGER broker_fills_never_changed BEFORE UPDATE ON broker_fills BEGIN
  SELECT RAISE(ABORT, 'broker_never_changed');
END;
--> statement-breakpoint
-- The rows of a committed file stay until it is taken back.
CREATE TRIGGER broker_fills_kept BEFORE DELETE ON broker_fills BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE EXISTS (
    SELECT 1 FROM broker_imports JOIN broker_accounts ON broker_accounts.id = broker_imports.account_id
    WHERE broker_imports.id = OLD.import_id AND broker_imports.status = 'committed' AND deleted_at_ms IS NULL
  );
END;
--> statement-breakpoint
CREATE TRIGGER broker_imports_start_staged BEFORE INSERT ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'staged';
  SELECT RAISE(ABORT, 'broker_without_account')
  WHERE NOT EXISTS (SELECT 1 FROM broker_accounts WHERE id = NEW.account_id AND deleted_at_ms IS NULL);
  SELECT RAISE(ABORT, 'broker_staged_full')
  WHERE (
    SELECT count(*) FROM broker_imports JOIN broker_accounts ON broker_accounts.id = broker_imports.account_id
    WHERE broker_imports.status = 'staged'
      AND user_id = (SELECT user_id FROM broker_accounts WHERE id = NEW.account_id)
  ) >= 5;
  SELECT RAISE(ABORT, 'broker_rows_full') WHERE NEW.row_count NOT BETWEEN 0 AND 100000;
END;
--> statement-breakpoint
-- A file is committed with all of its rows, after every earlier one, and never beside one of the other kind: their trades would count twice.
CREATE TRIGGER broker_imports_state_machine BEFORE UPDATE OF status ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT ((OLD.status = 'staged' AND NEW.status = 'committed') OR (OLD.status = 'committed' AND NEW.status = 'reversed'));
  SELECT RAISE(ABORT, 'broker_incomplete')
  WHERE NEW.status = 'committed' AND OLD.row_count <>
    CASE OLD.kind WHEN 'trades' THEN (SELECT count(*) FROM broker_rows WHERE import_id = OLD.id)
      ELSE (SELECT count(*) FROM broker_fills WHERE import_id = OLD.id) END;
  SELECT RAISE(ABORT, 'broker_incomplete')
  WHERE NEW.status = 'committed' AND NEW.place <> (
    SELECT coalesce(max(place), 0) + 1 FROM broker_imports WHERE account_id = OLD.account_id
  );
  SELECT RAISE(ABORT, 'broker_imports_full') WHERE NEW.place > 5000;
  SELECT RAISE(ABORT, 'broker_fills_full')
  WHERE NEW.status = 'committed' AND OLD.kind = 'fills'
    AND (SELECT count(*) FROM broker_fills WHERE account_id = OLD.account_id) > 200000;
  SELECT RAISE(ABORT, 'broker_mixed')
  WHERE NEW.status = 'committed' AND EXISTS (
    SELECT 1 FROM broker_imports WHERE account_id = OLD.account_id AND status = 'committed' AND kind <> OLD.kind
  );
END;
--> statement-breakpoint
CREATE TRIGGER broker_imports_terms_fixed BEFORE UPDATE OF
  id, account_id, file_name, file_hash, format, kind, clock, row_count, left_out, stated_total, deposits_in, deposits_out, created_at_ms
ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed');
END;
--> statement-breakpoint
-- What a step wrote never changes after it.
CREATE TRIGGER broker_imports_steps_fixed
BEFORE UPDATE OF place, takes, first_at_ms, last_at_ms, committed_at_ms, reversed_at_ms ON broker_imports BEGIN
  SELECT RAISE(ABORT, 'broker_terms_fixed')
  WHERE NEW.status = OLD.status
    OR (OLD.status = 'committed' AND (NEW.place, NEW.takes, NEW.first_at_ms, NEW.last_at_ms, NEW.committed_at_ms)
      IS NOT (OLD.place, OLD.takes, OLD.first_at_ms, OLD.last_at_ms, OLD.committed_at_ms));
END;
--> statement-breakpoint
-- Only a file that was never committed goes by itself; others go with their account.
CREATE TRIGGER broker_imports_kept BEFORE DELETE ON broker_imports WHEN OLD.status <> 'staged' BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE EXISTS (SELECT 1 FROM broker_accounts WHERE id = OLD.account_id AND deleted_at_ms IS NULL);
END;
--> statement-breakpoint
-- Rows are added only to a file of their kind that is not committed yet, and to its account.
CREATE TRIGGER broker_rows_while_staged BEFORE INSERT ON broker_rows BEGIN
  SELECT RAISE(ABORT, 'broker_without_import')
  WHERE NOT EXISTS (
    SELECT 1 FROM broker_imports WHERE id = NEW.import_id AND account_id = NEW.account_id AND status = 'staged'
      AND kind = 'trades' AND NEW.row_number BETWEEN 1 AND row_count
  );
END;
--> statement-breakpoint
CREATE TRIGGER broker_rows_never_changed BEFORE UPDATE ON broker_rows BEGIN
  SELECT RAISE(ABORT, 'broker_never_changed');
END;
--> statement-breakpoint
-- The rows of a committed file stay until it is taken back.
CREATE TRIGGER broker_rows_kept BEFORE DELETE ON broker_rows BEGIN
  SELECT RAISE(ABORT, 'broker_rows_kept')
  WHERE EXISTS (
    SELECT 1 FROM broker_imports JOIN broker_accounts ON broker_accounts.id = broker_imports.account_id
    WHERE broker_imports.id = OLD.import_id AND broker_imports.status = 'committed' AND deleted_at_ms IS NULL
  );
END;
--> statement-breakpoint
-- Sums that are exact in a browser, which they are below 2^53, and a million trades of a trader over all accounts.
CREATE TRIGGER broker_totals_within_limits AFTER INSERT ON broker_totals BEGIN
  SELECT RAISE(ABORT, 'broker_sums')
  WHERE NEW.gross_profit_units > 9007199254740991 OR NEW.gross_loss_units > 9007199254740991;
  SELECT RAISE(ABORT, 'broker_trades_full')
  WHERE (
    SELECT sum(trades) FROM broker_totals WHERE account_id IN (
      SELECT id FROM broker_accounts
      WHERE user_id = (SELECT user_id FROM broker_accounts WHERE id = NEW.account_id)
    )
  ) > 1000000;
END;
--> statement-breakpoint
-- A trade comes from a committed file of its account, whose place is in its id.
CREATE TRIGGER broker_trades_by_import BEFORE INSERT ON broker_trades BEGIN
  SELECT RAISE(ABORT, 'broker_without_import')
  WHERE NOT EXISTS (
    SELECT 1 FROM broker_imports WHERE id = NEW.import_id AND account_id = NEW.account_id AND status = 'committed'
      AND place = NEW.id / 100000000000
  );
END;
--> statement-breakpoint
CREATE TRIGGER broker_trades_never_changed BEFORE UPDATE ON broker_trades BEGIN
  SELECT RAISE(ABORT, 'broker_never_changed');
END;
