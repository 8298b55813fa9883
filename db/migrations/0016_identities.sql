CREATE TABLE `identities` (
	`user_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`image` text,
	`submitted_at_ms` integer NOT NULL,
	`reject_reason` text,
	`note` text,
	`decided_by` text,
	`decided_at_ms` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`image`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "identities_status" CHECK("identities"."status" IN ('pending', 'verified', 'rejected')),
	CONSTRAINT "identities_image" CHECK("identities"."status" <> 'pending' OR "identities"."image" IS NOT NULL),
	CONSTRAINT "identities_rejected" CHECK(("identities"."status" = 'rejected') = ("identities"."reject_reason" IS NOT NULL)),
	CONSTRAINT "identities_decided" CHECK(("identities"."status" = 'pending') = ("identities"."decided_by" IS NULL) AND ("identities"."status" = 'pending') = ("identities"."decided_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `identities_queue` ON `identities` (`status`,`submitted_at_ms`);--> statement-breakpoint
CREATE INDEX `identities_age` ON `identities` (`submitted_at_ms`);--> statement-breakpoint
CREATE INDEX `identities_image_used` ON `identities` (`image`) WHERE "identities"."image" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `images_one_avatar` ON `images` (`user_id`) WHERE "images"."purpose" = 'avatar';--> statement-breakpoint
CREATE INDEX `images_id_cards` ON `images` (`filename`) WHERE "images"."purpose" = 'id_card';