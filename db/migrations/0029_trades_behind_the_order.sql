ALTER TABLE `trade_totals` ADD `max_drawdown_first_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `max_drawdown_last_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `longest_win_first_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `longest_win_last_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `longest_loss_first_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `longest_loss_last_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `win_streak_first_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `loss_streak_first_id` integer;--> statement-breakpoint
ALTER TABLE `trade_totals` ADD `fall_first_id` integer;--> statement-breakpoint
-- Of what stands already it is not known where it began: the next import counts it anew.
UPDATE `trade_totals` SET `last_closed_at_ms` = 9007199254740991;
