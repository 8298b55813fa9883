CREATE INDEX `payment_methods_account` ON `payment_methods` (replace(replace(replace(lower("account_id"), ' ', ''), '-', ''), '.', ''));--> statement-breakpoint
CREATE INDEX `users_addresses` ON `users` (`email`,`id`);--> statement-breakpoint
CREATE INDEX `withdrawals_account` ON `withdrawals` (replace(replace(replace(lower("account_id"), ' ', ''), '-', ''), '.', ''));
