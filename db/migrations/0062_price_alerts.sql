CREATE TABLE `alert_firings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alert_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`quote_seq` integer NOT NULL,
	`terms` text NOT NULL,
	`facts` text NOT NULL,
	`fired_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `alert_firings_user` ON `alert_firings` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `alert_firings_age` ON `alert_firings` (`fired_at_ms`);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_firings_once` ON `alert_firings` (`alert_id`,`quote_seq`);
--> statement-breakpoint
CREATE TABLE `price_alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`symbol` text NOT NULL,
	`condition` text NOT NULL,
	`repeat` text NOT NULL,
	`expires_at_ms` integer,
	`note` text NOT NULL,
	`also_in_quiet_hours` integer NOT NULL,
	`drawing` text,
	`version` integer DEFAULT 1 NOT NULL,
	`state` text NOT NULL,
	`armed_version` integer,
	`armed_seq` integer,
	`firings` integer DEFAULT 0 NOT NULL,
	`last_firing_id` integer,
	`created_at_ms` integer NOT NULL,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_alerts_state" CHECK("price_alerts"."state" IN ('on', 'paused', 'fired', 'expired', 'removed')),
	CONSTRAINT "price_alerts_armed" CHECK(("price_alerts"."armed_version" IS NULL) = ("price_alerts"."armed_seq" IS NULL) AND ("price_alerts"."armed_version" IS NULL OR "price_alerts"."armed_version" <= "price_alerts"."version"))
) STRICT;
--> statement-breakpoint
CREATE INDEX `price_alerts_user` ON `price_alerts` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `price_alerts_open` ON `price_alerts` (`user_id`) WHERE "price_alerts"."state" IN ('on', 'paused');
--> statement-breakpoint
CREATE INDEX `price_alerts_unarmed` ON `price_alerts` (`user_id`) WHERE "price_alerts"."state" = 'on' AND "price_alerts"."armed_version" IS NOT "price_alerts"."version";
--> statement-breakpoint
CREATE INDEX `price_alerts_expiry` ON `price_alerts` (`expires_at_ms`) WHERE "price_alerts"."state" IN ('on', 'paused') AND "price_alerts"."expires_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `price_alerts_age` ON `price_alerts` (`changed_at_ms`) WHERE "price_alerts"."state" IN ('fired', 'expired', 'removed');
--> statement-breakpoint
-- An alert fires for its own person, in its version, while it is on. One that has expired may have fired before, which is recorded later.
CREATE TRIGGER alert_firings_of_alert BEFORE INSERT ON alert_firings BEGIN
  SELECT RAISE(ABORT, 'alert_firing_without_alert')
  WHERE NOT EXISTS (
    SELECT 1 FROM price_alerts WHERE id = NEW.alert_id AND user_id = NEW.user_id AND version = NEW.version
      AND (state = 'on' OR (state = 'expired' AND NEW.fired_at_ms < expires_at_ms))
  );
END;
--> statement-breakpoint
CREATE TRIGGER alert_firings_never_changed BEFORE UPDATE ON alert_firings BEGIN
  SELECT RAISE(ABORT, 'alert_firing_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER alert_firings_counted AFTER INSERT ON alert_firings BEGIN
  UPDATE price_alerts SET
    firings = firings + 1,
    last_firing_id = NEW.id,
    state = CASE json_extract(repeat, '$.type') WHEN 'once' THEN 'fired' ELSE state END,
    changed_at_ms = NEW.fired_at_ms
  WHERE id = NEW.alert_id;
END;
--> statement-breakpoint
CREATE TRIGGER alert_firings_notified AFTER INSERT ON alert_firings BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  VALUES (
    NEW.user_id, 'alert_fired', CAST(NEW.id AS TEXT),
    json_object(
      'alert', NEW.alert_id,
      'symbol', NEW.terms ->> '$.symbol',
      'condition', json(NEW.terms -> '$.condition'),
      'value2', NEW.facts ->> '$.value2',
      'quote', json_object('bid', NEW.facts ->> '$.quote.bid', 'ask', NEW.facts ->> '$.quote.ask', 'at', NEW.facts ->> '$.quote.at'),
      'note', NEW.terms ->> '$.note',
      'isAlsoInQuietHours', json(NEW.terms -> '$.isAlsoInQuietHours')
    ),
    NEW.fired_at_ms
  );
END;
--> statement-breakpoint
-- A trader has 500 at most that are on or paused.
CREATE TRIGGER price_alerts_begin BEFORE INSERT ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alerts_full')
  WHERE (SELECT count(*) FROM price_alerts WHERE user_id = NEW.user_id AND state IN ('on', 'paused')) >= 500;
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NEW.version <> 1 OR NEW.state <> 'on' OR NEW.armed_version IS NOT NULL OR NEW.firings <> 0 OR NEW.last_firing_id IS NOT NULL;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER price_alerts_begin_again BEFORE UPDATE OF state ON price_alerts
WHEN NEW.state IN ('on', 'paused') AND OLD.state NOT IN ('on', 'paused') BEGIN
  SELECT RAISE(ABORT, 'price_alerts_full')
  WHERE (SELECT count(*) FROM price_alerts WHERE user_id = NEW.user_id AND state IN ('on', 'paused')) >= 500;
END;
--> statement-breakpoint
CREATE TRIGGER price_alerts_owner_fixed BEFORE UPDATE OF id, user_id, created_at_ms ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed');
END;
--> statement-breakpoint
-- What its person does is the next version. Without one it fires or expires, by itself.
CREATE TRIGGER price_alerts_versions BEFORE UPDATE OF
  version, symbol, condition, repeat, expires_at_ms, note, also_in_quiet_hours, drawing, state
ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed') WHERE OLD.state = 'removed' OR NEW.version NOT IN (OLD.version, OLD.version + 1);
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NEW.version = OLD.version AND (
    (NEW.symbol, NEW.condition, NEW.repeat, NEW.expires_at_ms, NEW.note, NEW.also_in_quiet_hours, NEW.drawing)
      IS NOT (OLD.symbol, OLD.condition, OLD.repeat, OLD.expires_at_ms, OLD.note, OLD.also_in_quiet_hours, OLD.drawing)
    OR NOT (
      NEW.state = OLD.state OR (NEW.state = 'fired' AND OLD.state IN ('on', 'expired')) OR (NEW.state = 'expired' AND OLD.state IN ('on', 'paused'))
    )
  );
END;
--> statement-breakpoint
-- Within a version the tape goes on, and never back.
CREATE TRIGGER price_alerts_armed_forward BEFORE UPDATE OF armed_version, armed_seq ON price_alerts
WHEN OLD.armed_version IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NEW.armed_version IS NULL OR NEW.armed_version < OLD.armed_version
    OR (NEW.armed_version = OLD.armed_version AND NEW.armed_seq < OLD.armed_seq);
END;
--> statement-breakpoint
CREATE TRIGGER price_alerts_firings_counted BEFORE UPDATE OF firings, last_firing_id ON price_alerts BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE (NEW.firings, NEW.last_firing_id) IS NOT (OLD.firings, OLD.last_firing_id)
    AND NOT (NEW.firings = OLD.firings + 1 AND EXISTS (SELECT 1 FROM alert_firings WHERE id = NEW.last_firing_id AND alert_id = OLD.id));
END;
--> statement-breakpoint
-- One that is on or paused goes with its person alone.
CREATE TRIGGER price_alerts_kept BEFORE DELETE ON price_alerts WHEN OLD.state IN ('on', 'paused') BEGIN
  SELECT RAISE(ABORT, 'price_alert_fixed')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
