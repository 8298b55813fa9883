-- guards: the version before records no card of a verified identity, and asks for a reason for a picture of another account as well; it reads the topic that what is owed tells.
CREATE TABLE `client_question_images` (
	`filename` text PRIMARY KEY NOT NULL,
	`question_id` text NOT NULL,
	FOREIGN KEY (`filename`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `client_questions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `client_question_images_one` ON `client_question_images` (`question_id`);
--> statement-breakpoint
-- What is owed comes with the withdrawals that wait for it.
CREATE TRIGGER accounts_owed_told AFTER UPDATE OF balance_cents ON accounts WHEN NEW.kind = 'receivable' BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'withdrawals');
END;
--> statement-breakpoint
-- The picture of a question belongs to its trader, under the rules of ID cards, and comes with the question, of the admin who asks.
CREATE TRIGGER client_question_images_begin BEFORE INSERT ON client_question_images BEGIN
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions JOIN images ON images.filename = NEW.filename
    WHERE client_questions.id = NEW.question_id AND images.purpose = 'id_card' AND images.user_id = client_questions.user_id
      AND images.uploaded_by = client_questions.asked_by AND images.created_at_ms = client_questions.asked_at_ms
  );
END;
--> statement-breakpoint
CREATE TRIGGER client_question_images_never_changed BEFORE UPDATE ON client_question_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;
--> statement-breakpoint
-- It goes with the closed account, and with its image or question where those are gone already.
CREATE TRIGGER client_question_images_never_deleted BEFORE DELETE ON client_question_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE EXISTS (SELECT 1 FROM images WHERE filename = OLD.filename) AND EXISTS (
    SELECT 1 FROM client_questions JOIN users ON users.id = client_questions.user_id
    WHERE client_questions.id = OLD.question_id AND users.closed_at_ms IS NULL
  );
END;
--> statement-breakpoint
DROP TRIGGER id_card_fields_begin;
--> statement-breakpoint
-- An operator reads the card that somebody else's identity has, to verify it or after that, where nothing is recorded of it. A number or a
-- picture that another account has takes a reason; what an admin sent with a question is nobody's card.
CREATE TRIGGER id_card_fields_begin BEFORE INSERT ON id_card_fields BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.read_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.read_by AND role = 'operator');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE EXISTS (SELECT 1 FROM id_card_fields WHERE filename = NEW.filename)
    OR NOT EXISTS (SELECT 1 FROM identities WHERE image = NEW.filename AND status IN ('pending', 'verified'));
  SELECT RAISE(ABORT, 'own_account') WHERE EXISTS (SELECT 1 FROM identities WHERE image = NEW.filename AND user_id = NEW.read_by);
  SELECT RAISE(ABORT, 'card_used')
  WHERE coalesce(NEW.used_reason, '') = '' AND EXISTS (
    SELECT 1 FROM id_card_fields JOIN images ON images.filename = id_card_fields.filename
    WHERE id_card_fields.number_digest = NEW.number_digest
      AND images.user_id <> (SELECT user_id FROM images WHERE filename = NEW.filename)
  );
  SELECT RAISE(ABORT, 'card_used')
  WHERE coalesce(NEW.used_reason, '') = '' AND EXISTS (
    SELECT 1 FROM images AS own
    JOIN images AS theirs ON theirs.digest = own.digest AND theirs.purpose = 'id_card' AND theirs.user_id <> own.user_id
    WHERE own.filename = NEW.filename AND theirs.uploaded_by = theirs.user_id
  );
END;
