ALTER TABLE `trade_totals` ADD `peak_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `win_streak` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `loss_streak` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `last_closed_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of what stands already it is not known where it left off: nothing is appended to it until it was counted anew.
UPDATE `trade_totals` SET `last_closed_at_ms` = 9007199254740991;
