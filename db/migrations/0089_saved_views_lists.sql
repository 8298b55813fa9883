-- guards: the version before saves views of withdrawals alone, which the trigger takes as the CHECK did.
-- Which lists have saved views leaves a CHECK for the trigger, so the table is made anew, with its rows and index.
CREATE TABLE `__new_saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`query` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "saved_views_named" CHECK("__new_saved_views"."name" <> '')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_saved_views`("id", "user_id", "list", "name", "name_key", "query", "created_at_ms") SELECT "id", "user_id", "list", "name", "name_key", "query", "created_at_ms" FROM `saved_views`;
--> statement-breakpoint
DROP TABLE `saved_views`;
--> statement-breakpoint
ALTER TABLE `__new_saved_views` RENAME TO `saved_views`;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`user_id`,`list`,`name_key`);
--> statement-breakpoint
CREATE INDEX `id_card_fields_until` ON `id_card_fields` (`expires_on`,`filename`) WHERE "id_card_fields"."expires_on" IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER saved_views_begin BEFORE INSERT ON saved_views BEGIN
  SELECT RAISE(ABORT, 'saved_views_list') WHERE NEW.list NOT IN ('withdrawals', 'identities', 'exceptions', 'deposits');
  SELECT RAISE(ABORT, 'saved_views_full')
  WHERE (SELECT count(*) FROM saved_views WHERE user_id = NEW.user_id) >= 20;
  SELECT RAISE(ABORT, 'saved_views_fixed') WHERE length(NEW.name) > 40 OR length(NEW.query) > 500;
END;
--> statement-breakpoint
-- One is removed and saved anew.
CREATE TRIGGER saved_views_fixed BEFORE UPDATE ON saved_views BEGIN
  SELECT RAISE(ABORT, 'saved_views_fixed');
END;
