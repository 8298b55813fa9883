CREATE TABLE `tape_faults` (
	`minute_ms` integer NOT NULL,
	`fault` text NOT NULL,
	`detail` text NOT NULL,
	`found_at_ms` integer NOT NULL,
	PRIMARY KEY(`minute_ms`, `fault`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `tape_marks` (
	`mark` text PRIMARY KEY NOT NULL,
	`minute_ms` integer NOT NULL,
	`last_seq` integer,
	`seal` text,
	`at_ms` integer NOT NULL
) STRICT;
