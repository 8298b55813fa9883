CREATE TABLE `journal_entries` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	`setup_id` text,
	`grade` text,
	`note` text NOT NULL,
	`labels` text NOT NULL,
	`chart` text,
	`reviewed_at_ms` integer,
	`changed_at_ms` integer NOT NULL,
	`version` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`user_id`, `account`, `subject`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "journal_entries_subject" CHECK("journal_entries"."subject" IN ('trade', 'day', 'week')),
	CONSTRAINT "journal_entries_grade" CHECK("journal_entries"."grade" IS NULL OR "journal_entries"."grade" IN ('A', 'B', 'C', 'D')),
	CONSTRAINT "journal_entries_content" CHECK(json_valid("journal_entries"."labels") AND ("journal_entries"."chart" IS NULL OR json_valid("journal_entries"."chart")) AND "journal_entries"."version" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `journal_entries_setup` ON `journal_entries` (`user_id`,`account`,`setup_id`) WHERE "journal_entries"."setup_id" IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_entries_number` ON `journal_entries` (`user_id`,`number`);
--> statement-breakpoint
CREATE TABLE `journal_entry_labels` (
	`user_id` text NOT NULL,
	`account` text NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	`label_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `account`, `subject`, `key`, `label_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `journal_entry_labels_label` ON `journal_entry_labels` (`user_id`,`label_id`,`account`,`subject`,`key`);
--> statement-breakpoint
CREATE TABLE `journal_labels` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`archived_at_ms` integer,
	`version` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "journal_labels_kind" CHECK("journal_labels"."kind" IN ('setup', 'tag', 'mistake')),
	CONSTRAINT "journal_labels_named" CHECK("journal_labels"."name" <> '' AND "journal_labels"."version" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_labels_name` ON `journal_labels` (`user_id`,`kind`,`name_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_labels_number` ON `journal_labels` (`user_id`,`number`);
--> statement-breakpoint
-- A trader has 100,000 at most: the numbers of changes are as many or more, so that few have their entries counted.
CREATE TRIGGER journal_entries_begin BEFORE INSERT ON journal_entries
WHEN NOT EXISTS (
  SELECT 1 FROM journal_entries
  WHERE user_id = NEW.user_id AND account = NEW.account AND subject = NEW.subject AND key = NEW.key
) BEGIN
  SELECT RAISE(ABORT, 'journal_entries_full')
  WHERE NEW.number > 100000 AND (SELECT count(*) FROM journal_entries WHERE user_id = NEW.user_id) >= 100000;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_fixed BEFORE UPDATE OF user_id, account, subject, key ON journal_entries BEGIN
  SELECT RAISE(ABORT, 'journal_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_forward BEFORE UPDATE OF version, number ON journal_entries BEGIN
  SELECT RAISE(ABORT, 'journal_fixed') WHERE NEW.version <= OLD.version OR NEW.number <= OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_labelled AFTER INSERT ON journal_entries BEGIN
  INSERT OR IGNORE INTO journal_entry_labels (user_id, account, subject, key, label_id)
  SELECT NEW.user_id, NEW.account, NEW.subject, NEW.key, value FROM json_each(NEW.labels);
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_told_inserted AFTER INSERT ON journal_entries BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_relabelled AFTER UPDATE OF labels ON journal_entries WHEN NEW.labels <> OLD.labels BEGIN
  DELETE FROM journal_entry_labels
  WHERE user_id = NEW.user_id AND account = NEW.account AND subject = NEW.subject AND key = NEW.key;
  INSERT OR IGNORE INTO journal_entry_labels (user_id, account, subject, key, label_id)
  SELECT NEW.user_id, NEW.account, NEW.subject, NEW.key, value FROM json_each(NEW.labels);
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_told_changed AFTER UPDATE ON journal_entries BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;
--> statement-breakpoint
CREATE TRIGGER journal_entries_unlabelled AFTER DELETE ON journal_entries BEGIN
  DELETE FROM journal_entry_labels
  WHERE user_id = OLD.user_id AND account = OLD.account AND subject = OLD.subject AND key = OLD.key;
END;
--> statement-breakpoint
-- A trader has 100 at most that are not archived, and 500 in all. One that is there is changed by the same statement.
CREATE TRIGGER journal_labels_begin BEFORE INSERT ON journal_labels
WHEN NOT EXISTS (SELECT 1 FROM journal_labels WHERE user_id = NEW.user_id AND id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'journal_labels_full')
  WHERE (SELECT count(*) FROM journal_labels WHERE user_id = NEW.user_id AND archived_at_ms IS NULL) >= 100
    OR (SELECT count(*) FROM journal_labels WHERE user_id = NEW.user_id) >= 500;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER journal_labels_begin_again BEFORE UPDATE OF archived_at_ms ON journal_labels
WHEN NEW.archived_at_ms IS NULL AND OLD.archived_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'journal_labels_full')
  WHERE (SELECT count(*) FROM journal_labels WHERE user_id = NEW.user_id AND archived_at_ms IS NULL) >= 100;
END;
--> statement-breakpoint
CREATE TRIGGER journal_labels_fixed BEFORE UPDATE OF user_id, id, kind, created_at_ms ON journal_labels BEGIN
  SELECT RAISE(ABORT, 'journal_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER journal_labels_forward BEFORE UPDATE OF version, number ON journal_labels BEGIN
  SELECT RAISE(ABORT, 'journal_fixed') WHERE NEW.version <= OLD.version OR NEW.number <= OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER journal_labels_told_inserted AFTER INSERT ON journal_labels BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;
--> statement-breakpoint
CREATE TRIGGER journal_labels_told_changed AFTER UPDATE ON journal_labels BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'journal');
END;
