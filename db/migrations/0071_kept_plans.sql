ALTER TABLE `demo_parts` ADD `stop_moved_away` integer;--> statement-breakpoint
ALTER TABLE `demo_parts` ADD `target_pulled` integer;