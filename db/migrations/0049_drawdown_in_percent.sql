ALTER TABLE `trade_totals` ADD `max_drawdown_share` real;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `account_peak_cents` real;--> statement-breakpoint
-- Of what stands already it is not known: the next import counts it anew.
UPDATE `trade_totals` SET `last_closed_at_ms` = 9007199254740991;
