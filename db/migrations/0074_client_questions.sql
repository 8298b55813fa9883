-- guards: the triggers of existing tables end an open question after a decision, and refuse nothing.
CREATE TABLE `client_answer_images` (
	`filename` text PRIMARY KEY NOT NULL,
	`question_id` text NOT NULL,
	`place` integer NOT NULL,
	FOREIGN KEY (`filename`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`question_id`) REFERENCES `client_answers`(`question_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `client_answer_images_place` ON `client_answer_images` (`question_id`,`place`);
--> statement-breakpoint
CREATE TABLE `client_answers` (
	`question_id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`is_by_phone` integer NOT NULL,
	`text` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`question_id`) REFERENCES `client_questions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `client_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`language` text NOT NULL,
	`other_text` text,
	`template` text,
	`asked_by` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`reminded_at_ms` integer,
	`returned_at_ms` integer,
	`answered_at_ms` integer,
	`closed_at_ms` integer,
	`closed_because` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "client_questions_closed" CHECK(("client_questions"."closed_at_ms" IS NULL) = ("client_questions"."closed_because" IS NULL)),
	CONSTRAINT "client_questions_ended" CHECK("client_questions"."answered_at_ms" IS NULL OR "client_questions"."closed_at_ms" IS NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `client_questions_one_open` ON `client_questions` (`subject`) WHERE "client_questions"."answered_at_ms" IS NULL AND "client_questions"."closed_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `client_questions_subject` ON `client_questions` (`subject`,`asked_at_ms`);
--> statement-breakpoint
CREATE INDEX `client_questions_user` ON `client_questions` (`user_id`,`asked_at_ms`,`id`);
--> statement-breakpoint
CREATE INDEX `client_questions_waiting` ON `client_questions` (`asked_at_ms`) WHERE "client_questions"."answered_at_ms" IS NULL AND "client_questions"."closed_at_ms" IS NULL AND "client_questions"."returned_at_ms" IS NULL;
--> statement-breakpoint
-- A picture of an answer is its trader's own, under the rules of ID cards; an answer has three at most, and none comes later.
CREATE TRIGGER client_answer_images_begin BEFORE INSERT ON client_answer_images BEGIN
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NEW.place NOT BETWEEN 0 AND 2 OR NOT EXISTS (
    SELECT 1 FROM client_answers
    JOIN client_questions ON client_questions.id = client_answers.question_id
    JOIN images ON images.filename = NEW.filename
    WHERE client_answers.question_id = NEW.question_id AND client_answers.is_by_phone = 0
      AND images.purpose = 'id_card' AND images.user_id = client_questions.user_id
      AND images.uploaded_by = client_questions.user_id AND images.created_at_ms = client_answers.created_at_ms
  );
END;
--> statement-breakpoint
CREATE TRIGGER client_answer_images_never_changed BEFORE UPDATE ON client_answer_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER client_answer_images_never_deleted BEFORE DELETE ON client_answer_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions JOIN users ON users.id = client_questions.user_id
    WHERE client_questions.id = OLD.question_id AND users.closed_at_ms IS NOT NULL
  );
END;
--> statement-breakpoint
-- A question that is open is answered once: by its trader, or by an admin who had them on the phone.
CREATE TRIGGER client_answers_begin BEFORE INSERT ON client_answers BEGIN
  SELECT RAISE(ABORT, 'question_ended')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions WHERE id = NEW.question_id AND answered_at_ms IS NULL AND closed_at_ms IS NULL
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE (NEW.is_by_phone = 1) = (NEW.author_id = (SELECT user_id FROM client_questions WHERE id = NEW.question_id));
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.is_by_phone = 1 AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.author_id AND role = 'admin');
END;
--> statement-breakpoint
CREATE TRIGGER client_answers_answer AFTER INSERT ON client_answers BEGIN
  UPDATE client_questions SET answered_at_ms = NEW.created_at_ms WHERE id = NEW.question_id;
END;
--> statement-breakpoint
CREATE TRIGGER client_answers_never_changed BEFORE UPDATE ON client_answers BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER client_answers_never_deleted BEFORE DELETE ON client_answers BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions JOIN users ON users.id = client_questions.user_id
    WHERE client_questions.id = OLD.question_id AND users.closed_at_ms IS NOT NULL
  );
END;
--> statement-breakpoint
-- An admin asks the trader of an open item, never themselves. A withdrawal that somebody is paying is not asked about: it would leave
-- the list of its payer.
CREATE TRIGGER client_questions_begin BEFORE INSERT ON client_questions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.reminded_at_ms IS NOT NULL OR NEW.returned_at_ms IS NOT NULL OR NEW.answered_at_ms IS NOT NULL
    OR NEW.closed_at_ms IS NOT NULL
    OR NOT CASE substr(NEW.subject, 1, instr(NEW.subject, ':') - 1)
      WHEN 'withdrawal' THEN EXISTS (
        SELECT 1 FROM withdrawals
        WHERE id = substr(NEW.subject, 12) AND user_id = NEW.user_id AND status IN ('pending', 'approved') AND payer_id IS NULL
      )
      WHEN 'identity' THEN substr(NEW.subject, 10) = NEW.user_id AND EXISTS (
        SELECT 1 FROM identities WHERE user_id = NEW.user_id AND status = 'pending'
      )
      WHEN 'exception' THEN EXISTS (
        SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
        WHERE payment_exceptions.id = substr(NEW.subject, 11) AND payment_exceptions.status = 'open'
          AND deposits.user_id = NEW.user_id
      )
      ELSE 0
    END;
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.asked_by = NEW.user_id;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.asked_by AND role = 'admin');
END;
--> statement-breakpoint
CREATE TRIGGER client_questions_fixed BEFORE UPDATE OF
  id, user_id, subject, text, language, other_text, template, asked_by, asked_at_ms
ON client_questions BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;
--> statement-breakpoint
-- Each step is taken once, and none after the end. An answer is on record before its question has one.
CREATE TRIGGER client_questions_forward BEFORE UPDATE OF
  reminded_at_ms, returned_at_ms, answered_at_ms, closed_at_ms, closed_because
ON client_questions BEGIN
  SELECT RAISE(ABORT, 'question_ended') WHERE OLD.answered_at_ms IS NOT NULL OR OLD.closed_at_ms IS NOT NULL;
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE (OLD.reminded_at_ms IS NOT NULL AND NEW.reminded_at_ms IS NOT OLD.reminded_at_ms)
    OR (OLD.returned_at_ms IS NOT NULL AND NEW.returned_at_ms IS NOT OLD.returned_at_ms)
    OR min(
      coalesce(NEW.reminded_at_ms, NEW.asked_at_ms), coalesce(NEW.returned_at_ms, NEW.asked_at_ms),
      coalesce(NEW.answered_at_ms, NEW.asked_at_ms), coalesce(NEW.closed_at_ms, NEW.asked_at_ms)
    ) < NEW.asked_at_ms
    OR (NEW.answered_at_ms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM client_answers WHERE question_id = NEW.id));
END;
--> statement-breakpoint
-- A conversation goes with the closed account alone.
CREATE TRIGGER client_questions_never_deleted BEFORE DELETE ON client_questions BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER client_questions_notified AFTER INSERT ON client_questions BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, event, NEW.id, detail, NEW.asked_at_ms FROM question_notices WHERE question_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER client_questions_told_inserted AFTER INSERT ON client_questions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT NEW.user_id, topic FROM question_notices WHERE question_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER client_questions_reminded AFTER UPDATE OF reminded_at_ms ON client_questions
WHEN NEW.reminded_at_ms IS NOT NULL AND OLD.reminded_at_ms IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, event, NEW.id || ':reminder', detail, NEW.reminded_at_ms FROM question_notices WHERE question_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER client_questions_told_changed AFTER UPDATE OF answered_at_ms, closed_at_ms ON client_questions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT NEW.user_id, topic FROM question_notices WHERE question_id = NEW.id;
END;
--> statement-breakpoint
-- A decision overtakes a question that waits for its answer, and so does another ID card: it is looked at first.
CREATE TRIGGER identities_end_question AFTER UPDATE OF status, submitted_at_ms ON identities
WHEN NEW.status <> OLD.status OR NEW.submitted_at_ms <> OLD.submitted_at_ms BEGIN
  UPDATE client_questions
  SET closed_at_ms = max(coalesce(NEW.decided_at_ms, NEW.submitted_at_ms), asked_at_ms),
    closed_because = CASE WHEN NEW.status = 'pending' THEN 'sent_again' ELSE 'decided' END
  WHERE subject = 'identity:' || NEW.user_id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
--> statement-breakpoint
-- A decision overtakes a question that waits for its answer.
CREATE TRIGGER payment_exceptions_end_question AFTER UPDATE OF status ON payment_exceptions
WHEN OLD.status = 'open' AND NEW.status <> 'open' BEGIN
  UPDATE client_questions SET closed_at_ms = max(NEW.decided_at_ms, asked_at_ms), closed_because = 'decided'
  WHERE subject = 'exception:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
--> statement-breakpoint
-- What a trader is told about a question: the event, the topic of the account's channel, and by what they know the item.
CREATE VIEW question_notices AS
  SELECT client_questions.id AS question_id,
    CASE WHEN subject LIKE 'withdrawal:%' THEN 'question_withdrawal' WHEN subject LIKE 'identity:%' THEN 'question_identity' ELSE 'question_payment' END AS event,
    CASE WHEN subject LIKE 'withdrawal:%' THEN 'withdrawals' WHEN subject LIKE 'identity:%' THEN 'identity' ELSE 'deposits' END AS topic,
    CASE
      WHEN subject LIKE 'withdrawal:%' THEN json_object('number', (SELECT number FROM withdrawals WHERE id = substr(subject, 12)))
      WHEN subject LIKE 'identity:%' THEN '{}'
      ELSE json_object('bill', (
        SELECT deposits.bill_number FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
        WHERE payment_exceptions.id = substr(subject, 11)
      ))
    END AS detail
  FROM client_questions;
--> statement-breakpoint
-- A decision, a payment that begins or the trader's own cancellation overtakes a question that waits for its answer.
CREATE TRIGGER withdrawals_end_question AFTER UPDATE OF status, payer_id ON withdrawals
WHEN NEW.status <> OLD.status OR (NEW.payer_id IS NOT NULL AND OLD.payer_id IS NULL) BEGIN
  UPDATE client_questions
  SET closed_at_ms = max(NEW.updated_at_ms, asked_at_ms),
    closed_because = CASE WHEN NEW.cancelled_by_user = 1 THEN 'cancelled' ELSE 'decided' END
  WHERE subject = 'withdrawal:' || NEW.id AND answered_at_ms IS NULL AND closed_at_ms IS NULL;
END;
