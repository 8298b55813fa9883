-- The triggers of `client_answer_images`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

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

CREATE TRIGGER client_answer_images_never_changed BEFORE UPDATE ON client_answer_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;

CREATE TRIGGER client_answer_images_never_deleted BEFORE DELETE ON client_answer_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions JOIN users ON users.id = client_questions.user_id
    WHERE client_questions.id = OLD.question_id AND users.closed_at_ms IS NOT NULL
  );
END;
