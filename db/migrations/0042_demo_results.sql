CREATE TABLE `demo_parts` (
	`user_id` text NOT NULL,
	`id` integer NOT NULL,
	`run` integer NOT NULL,
	`position` integer NOT NULL,
	`open_fill` integer NOT NULL,
	`symbol` text NOT NULL,
	`direction` text NOT NULL,
	`units` integer NOT NULL,
	`steps_per_dollar` integer NOT NULL,
	`entry_price` integer NOT NULL,
	`exit_price` integer NOT NULL,
	`stop_price` integer,
	`target_price` integer,
	`placed_at_ms` integer NOT NULL,
	`opened_at_ms` integer NOT NULL,
	`closed_at_ms` integer NOT NULL,
	`open_rule` text NOT NULL,
	`close_rule` text NOT NULL,
	`open_asked` integer,
	`close_asked` integer,
	`gross_cents` integer NOT NULL,
	`open_commission_cents` integer NOT NULL,
	`close_commission_cents` integer NOT NULL,
	`overnight_cents` integer NOT NULL,
	`profit_cents` integer NOT NULL,
	`open_balance_cents` integer NOT NULL,
	`balance_cents` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`run`) REFERENCES `demo_runs`(`user_id`,`run`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_parts_units" CHECK("demo_parts"."units" > 0),
	CONSTRAINT "demo_parts_times" CHECK("demo_parts"."placed_at_ms" <= "demo_parts"."opened_at_ms" AND "demo_parts"."opened_at_ms" <= "demo_parts"."closed_at_ms"),
	CONSTRAINT "demo_parts_direction" CHECK("demo_parts"."direction" IN ('Buy', 'Sell')),
	CONSTRAINT "demo_parts_profit" CHECK("demo_parts"."profit_cents" = "demo_parts"."gross_cents" - "demo_parts"."open_commission_cents" - "demo_parts"."close_commission_cents" - "demo_parts"."overnight_cents")
) STRICT;
--> statement-breakpoint
CREATE INDEX `demo_parts_closed` ON `demo_parts` (`user_id`,`run`,`closed_at_ms`,`id`);
--> statement-breakpoint
CREATE INDEX `demo_parts_symbol` ON `demo_parts` (`user_id`,`run`,`symbol`,`closed_at_ms`);
--> statement-breakpoint
CREATE TABLE `demo_runs` (
	`user_id` text NOT NULL,
	`run` integer NOT NULL,
	`start_cents` integer NOT NULL,
	`costs` text NOT NULL,
	`costs_version` integer,
	`leverage` integer,
	`started_at_ms` integer NOT NULL,
	`archived_at_ms` integer,
	`balance_cents` integer,
	`profit_cents` integer,
	`commission_cents` integer,
	`overnight_cents` integer,
	`protection_cents` integer,
	`opened` integer,
	`closed` integer,
	`voided` integer,
	PRIMARY KEY(`user_id`, `run`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_runs_number" CHECK("demo_runs"."run" > 0 AND "demo_runs"."start_cents" > 0),
	CONSTRAINT "demo_runs_costs" CHECK("demo_runs"."costs" IN ('none', 'typical')),
	CONSTRAINT "demo_runs_archived" CHECK(("demo_runs"."archived_at_ms" IS NULL) = ("demo_runs"."balance_cents" IS NULL) AND ("demo_runs"."archived_at_ms" IS NULL) = ("demo_runs"."opened" + "demo_runs"."closed" + "demo_runs"."voided" IS NULL)),
	CONSTRAINT "demo_runs_figures" CHECK("demo_runs"."balance_cents" IS "demo_runs"."start_cents" + "demo_runs"."profit_cents" - "demo_runs"."commission_cents" - "demo_runs"."overnight_cents" + "demo_runs"."protection_cents")
) STRICT;
--> statement-breakpoint
-- A run that is archived gets no more parts.
CREATE TRIGGER demo_parts_of_open_run BEFORE INSERT ON demo_parts BEGIN
  SELECT RAISE(ABORT, 'demo_run_archived')
  WHERE EXISTS (SELECT 1 FROM demo_runs WHERE user_id = NEW.user_id AND run = NEW.run AND archived_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER demo_parts_never_changed BEFORE UPDATE ON demo_parts BEGIN
  SELECT RAISE(ABORT, 'demo_parts_never_changed');
END;
--> statement-breakpoint
CREATE TRIGGER demo_parts_go_with_account BEFORE DELETE ON demo_parts BEGIN
  SELECT RAISE(ABORT, 'demo_results_kept')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- A run begins without final figures, for an account that is open.
CREATE TRIGGER demo_runs_begin BEFORE INSERT ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'demo_run_unbalanced') WHERE NEW.archived_at_ms IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER demo_runs_terms_fixed
BEFORE UPDATE OF user_id, run, start_cents, costs, costs_version, leverage, started_at_ms ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'demo_run_terms_fixed');
END;
--> statement-breakpoint
-- The final figures are those of its parts, all of which are there.
CREATE TRIGGER demo_runs_balanced
BEFORE UPDATE OF archived_at_ms, balance_cents, profit_cents, commission_cents, overnight_cents, protection_cents, opened, closed, voided
ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'demo_run_unbalanced')
  WHERE (NEW.closed, NEW.profit_cents) IS NOT (
    SELECT count(*), coalesce(sum(gross_cents), 0) FROM demo_parts WHERE user_id = OLD.user_id AND run = OLD.run
  );
END;
--> statement-breakpoint
CREATE TRIGGER demo_runs_stay_archived BEFORE UPDATE ON demo_runs WHEN OLD.archived_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'demo_run_archived');
END;
--> statement-breakpoint
CREATE TRIGGER demo_runs_go_with_account BEFORE DELETE ON demo_runs BEGIN
  SELECT RAISE(ABORT, 'demo_results_kept')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- Demo results are no money: their exports carry this mark in every ticket.
CREATE TRIGGER import_rows_not_demo BEFORE INSERT ON import_rows WHEN NEW.ticket LIKE 'demo-%' BEGIN
  SELECT RAISE(ABORT, 'demo_ticket');
END;
