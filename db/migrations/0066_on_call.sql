-- guards: new tables alone, which the version before neither reads nor writes.
CREATE TABLE `incident_tells` (
	`incident_id` integer NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	`channel` text,
	`confirmed_at_ms` integer,
	`notification_id` integer,
	`mail_id` text,
	PRIMARY KEY(`incident_id`, `number`, `user_id`),
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "incident_tells_channel" CHECK("incident_tells"."channel" IS NULL OR "incident_tells"."channel" IN ('push', 'telegram', 'email'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `incident_tells_unconfirmed` ON `incident_tells` (`at_ms`) WHERE "incident_tells"."confirmed_at_ms" IS NULL;
--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cause` text NOT NULL,
	`opened_at_ms` integer NOT NULL,
	`seen_at_ms` integer NOT NULL,
	`tells` integer DEFAULT 0 NOT NULL,
	`tell_due_at_ms` integer,
	`acknowledged_at_ms` integer,
	`acknowledged_by` text,
	`ended_at_ms` integer,
	FOREIGN KEY (`acknowledged_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "incidents_acknowledged" CHECK(("incidents"."acknowledged_at_ms" IS NULL) = ("incidents"."acknowledged_by" IS NULL)),
	CONSTRAINT "incidents_told_while_open" CHECK("incidents"."tell_due_at_ms" IS NULL OR ("incidents"."acknowledged_at_ms" IS NULL AND "incidents"."ended_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_one_open` ON `incidents` (`cause`) WHERE "incidents"."ended_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `incidents_age` ON `incidents` (`opened_at_ms`,`id`);
--> statement-breakpoint
CREATE INDEX `incidents_open` ON `incidents` (`opened_at_ms`) WHERE "incidents"."ended_at_ms" IS NULL;
--> statement-breakpoint
CREATE TABLE `on_call_overrides` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	`set_by` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	`removed_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "on_call_overrides_span" CHECK("on_call_overrides"."from_ms" < "on_call_overrides"."to_ms")
) STRICT;
--> statement-breakpoint
CREATE INDEX `on_call_overrides_end` ON `on_call_overrides` (`to_ms`) WHERE "on_call_overrides"."removed_at_ms" IS NULL;
--> statement-breakpoint
CREATE TABLE `on_call_rota_members` (
	`rota_id` integer NOT NULL,
	`position` integer NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`rota_id`, `position`),
	FOREIGN KEY (`rota_id`) REFERENCES `on_call_rotas`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `on_call_rota_members_once` ON `on_call_rota_members` (`rota_id`,`user_id`);
--> statement-breakpoint
CREATE TABLE `on_call_rotas` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`first_monday` integer NOT NULL,
	`set_by` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	FOREIGN KEY (`set_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- Only admins are told, of an incident that nobody has acknowledged and that lasts.
CREATE TRIGGER incident_tells_to_admins BEFORE INSERT ON incident_tells BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id);
  SELECT RAISE(ABORT, 'incident_fixed')
  WHERE NOT EXISTS (
    SELECT 1 FROM incidents
    WHERE id = NEW.incident_id AND tells = NEW.number AND acknowledged_at_ms IS NULL AND ended_at_ms IS NULL
  );
END;
--> statement-breakpoint
CREATE TRIGGER incident_tells_fixed BEFORE UPDATE ON incident_tells
WHEN (NEW.incident_id, NEW.number, NEW.user_id, NEW.at_ms, NEW.notification_id)
    IS NOT (OLD.incident_id, OLD.number, OLD.user_id, OLD.at_ms, OLD.notification_id)
  OR OLD.confirmed_at_ms IS NOT NULL
  OR (OLD.mail_id IS NOT NULL AND NEW.mail_id IS NOT OLD.mail_id) BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER incident_tells_kept BEFORE DELETE ON incident_tells BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;
--> statement-breakpoint
-- An incident has one cause and one beginning, is acknowledged once, and one that has ended stays as it was.
CREATE TRIGGER incidents_fixed BEFORE UPDATE ON incidents
WHEN (NEW.id, NEW.cause, NEW.opened_at_ms) IS NOT (OLD.id, OLD.cause, OLD.opened_at_ms)
  OR (OLD.acknowledged_at_ms IS NOT NULL
    AND (NEW.acknowledged_at_ms, NEW.acknowledged_by) IS NOT (OLD.acknowledged_at_ms, OLD.acknowledged_by))
  OR OLD.ended_at_ms IS NOT NULL
  OR NEW.tells NOT IN (OLD.tells, OLD.tells + 1) BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER incidents_acknowledged_by_admin BEFORE UPDATE OF acknowledged_by ON incidents
WHEN NEW.acknowledged_by IS NOT NULL AND NEW.acknowledged_by IS NOT OLD.acknowledged_by BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.acknowledged_by);
END;
--> statement-breakpoint
CREATE TRIGGER incidents_kept BEFORE DELETE ON incidents BEGIN
  SELECT RAISE(ABORT, 'incident_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER on_call_overrides_admins BEFORE INSERT ON on_call_overrides BEGIN
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id)
    OR NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.set_by);
END;
--> statement-breakpoint
-- It is taken back, once; nothing else of it changes.
CREATE TRIGGER on_call_overrides_fixed BEFORE UPDATE ON on_call_overrides
WHEN (NEW.id, NEW.user_id, NEW.from_ms, NEW.to_ms, NEW.set_by, NEW.set_at_ms)
    IS NOT (OLD.id, OLD.user_id, OLD.from_ms, OLD.to_ms, OLD.set_by, OLD.set_at_ms)
  OR OLD.removed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER on_call_overrides_kept BEFORE DELETE ON on_call_overrides BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
--> statement-breakpoint
-- The order is written with its rota, and of admins alone. One who loses the role is skipped by who reads it.
CREATE TRIGGER on_call_rota_members_admins BEFORE INSERT ON on_call_rota_members BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.user_id);
  SELECT RAISE(ABORT, 'on_call_fixed') WHERE NEW.rota_id <> (SELECT max(id) FROM on_call_rotas);
END;
--> statement-breakpoint
CREATE TRIGGER on_call_rota_members_never_changed BEFORE UPDATE ON on_call_rota_members BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER on_call_rota_members_kept BEFORE DELETE ON on_call_rota_members BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
--> statement-breakpoint
-- A change is another rota, so that who was on call when can be read later.
CREATE TRIGGER on_call_rotas_by_admin BEFORE INSERT ON on_call_rotas BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.set_by);
END;
--> statement-breakpoint
CREATE TRIGGER on_call_rotas_never_changed BEFORE UPDATE ON on_call_rotas BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER on_call_rotas_kept BEFORE DELETE ON on_call_rotas BEGIN
  SELECT RAISE(ABORT, 'on_call_fixed');
END;
