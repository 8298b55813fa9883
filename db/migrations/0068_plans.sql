ALTER TABLE `demo_parts` ADD `plan_locked_at_ms` integer;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `plan_setup_id` text;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `plan_setup_name` text;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `plan_reason` text;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `plan_units` integer;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `plan_risk_cents` integer;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `plan_target_milli_r` integer;