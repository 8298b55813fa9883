CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`query` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "saved_views_list" CHECK("saved_views"."list" IN ('withdrawals')),
	CONSTRAINT "saved_views_named" CHECK("saved_views"."name" <> '')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`user_id`,`list`,`name_key`);
--> statement-breakpoint
CREATE TRIGGER saved_views_begin BEFORE INSERT ON saved_views BEGIN
  SELECT RAISE(ABORT, 'saved_views_full')
  WHERE (SELECT count(*) FROM saved_views WHERE user_id = NEW.user_id) >= 20;
  SELECT RAISE(ABORT, 'saved_views_fixed') WHERE length(NEW.name) > 40 OR length(NEW.query) > 500;
END;
--> statement-breakpoint
-- One is removed and saved anew.
CREATE TRIGGER saved_views_fixed BEFORE UPDATE ON saved_views BEGIN
  SELECT RAISE(ABORT, 'saved_views_fixed');
END;
