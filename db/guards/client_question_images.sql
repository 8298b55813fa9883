-- The triggers of `client_question_images`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- The picture of a question belongs to its trader, under the rules of ID cards, and comes with the question, of the admin who asks.
CREATE TRIGGER client_question_images_begin BEFORE INSERT ON client_question_images BEGIN
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions JOIN images ON images.filename = NEW.filename
    WHERE client_questions.id = NEW.question_id AND images.purpose = 'id_card' AND images.user_id = client_questions.user_id
      AND images.uploaded_by = client_questions.asked_by AND images.created_at_ms = client_questions.asked_at_ms
  );
END;

CREATE TRIGGER client_question_images_never_changed BEFORE UPDATE ON client_question_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;

-- It goes with the closed account, and with its image or question where those are gone already.
CREATE TRIGGER client_question_images_never_deleted BEFORE DELETE ON client_question_images BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE EXISTS (SELECT 1 FROM images WHERE filename = OLD.filename) AND EXISTS (
    SELECT 1 FROM client_questions JOIN users ON users.id = client_questions.user_id
    WHERE client_questions.id = OLD.question_id AND users.closed_at_ms IS NULL
  );
END;
