-- guards: the version before sets no digest and says of no identity that its card was read, so the new triggers let its writes through as before; images_never_changed refuses what it did, but for a digest that is missing.
CREATE TABLE `id_card_fields` (
	`filename` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`number` text NOT NULL,
	`birth_date` text NOT NULL,
	`number_digest` text NOT NULL,
	`expires_on` text,
	`used_reason` text,
	`read_by` text NOT NULL,
	`read_at_ms` integer NOT NULL,
	`expiry_told_at_ms` integer,
	FOREIGN KEY (`filename`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`read_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "id_card_fields_encrypted" CHECK("id_card_fields"."name" LIKE 'v%:%' AND "id_card_fields"."number" LIKE 'v%:%' AND "id_card_fields"."birth_date" LIKE 'v%:%' AND "id_card_fields"."number_digest" LIKE 'v%:%'),
	CONSTRAINT "id_card_fields_expiry" CHECK("id_card_fields"."expires_on" IS NULL OR "id_card_fields"."expires_on" = date("id_card_fields"."expires_on"))
) STRICT;
--> statement-breakpoint
CREATE INDEX `id_card_fields_number` ON `id_card_fields` (`number_digest`);
--> statement-breakpoint
CREATE INDEX `id_card_fields_expiry_untold` ON `id_card_fields` (`expires_on`) WHERE "id_card_fields"."expires_on" IS NOT NULL AND "id_card_fields"."expiry_told_at_ms" IS NULL;
--> statement-breakpoint
ALTER TABLE `identities` ADD `is_card_read` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `images` ADD `digest` text;
--> statement-breakpoint
CREATE INDEX `images_digest` ON `images` (`digest`,`purpose`) WHERE "images"."digest" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `images_undigested` ON `images` (`filename`) WHERE "images"."digest" IS NULL AND "images"."purpose" IN ('id_card', 'payment_code');
--> statement-breakpoint
-- An operator reads the card that somebody else's identity has. A number that another account has takes a reason.
CREATE TRIGGER id_card_fields_begin BEFORE INSERT ON id_card_fields BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.read_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.read_by AND role = 'operator');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT EXISTS (SELECT 1 FROM identities WHERE image = NEW.filename AND status = 'pending');
  SELECT RAISE(ABORT, 'own_account') WHERE EXISTS (SELECT 1 FROM identities WHERE image = NEW.filename AND user_id = NEW.read_by);
  SELECT RAISE(ABORT, 'card_used')
  WHERE coalesce(NEW.used_reason, '') = '' AND EXISTS (
    SELECT 1 FROM id_card_fields JOIN images ON images.filename = id_card_fields.filename
    WHERE id_card_fields.number_digest = NEW.number_digest
      AND images.user_id <> (SELECT user_id FROM images WHERE filename = NEW.filename)
  );
END;
--> statement-breakpoint
CREATE TRIGGER id_card_fields_fixed BEFORE UPDATE OF filename, expires_on, used_reason, read_by, read_at_ms ON id_card_fields BEGIN
  SELECT RAISE(ABORT, 'card_fields_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER id_card_fields_told_once BEFORE UPDATE OF expiry_told_at_ms ON id_card_fields
WHEN OLD.expiry_told_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'card_fields_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER id_card_fields_notified AFTER UPDATE OF expiry_told_at_ms ON id_card_fields
WHEN OLD.expiry_told_at_ms IS NULL AND NEW.expiry_told_at_ms IS NOT NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, created_at_ms)
  SELECT user_id, 'card_expires', NEW.expires_on, NEW.expiry_told_at_ms FROM images WHERE filename = NEW.filename;
END;
--> statement-breakpoint
-- It is verified with the card's fields, read by the admin who decides. The version before says nothing about the card.
CREATE TRIGGER identities_card_read BEFORE UPDATE ON identities WHEN NEW.is_card_read = 1 AND NEW.is_card_read <> OLD.is_card_read BEGIN
  SELECT RAISE(ABORT, 'card_unread')
  WHERE NEW.status <> 'verified' OR OLD.status <> 'pending' OR NOT EXISTS (
    SELECT 1 FROM id_card_fields WHERE filename = NEW.image AND read_by = NEW.decided_by
  );
END;
--> statement-breakpoint
DROP TRIGGER images_never_changed;
--> statement-breakpoint
-- Only a digest that is missing is written, once.
CREATE TRIGGER images_never_changed BEFORE UPDATE ON images
WHEN OLD.digest IS NOT NULL OR NEW.digest IS NULL
  OR (NEW.filename, NEW.user_id, NEW.purpose, NEW.object_key, NEW.content_type, NEW.size_bytes, NEW.width_px, NEW.height_px, NEW.uploaded_by, NEW.created_at_ms)
    IS NOT (OLD.filename, OLD.user_id, OLD.purpose, OLD.object_key, OLD.content_type, OLD.size_bytes, OLD.width_px, OLD.height_px, OLD.uploaded_by, OLD.created_at_ms) BEGIN
  SELECT RAISE(ABORT, 'image_terms_fixed');
END;
