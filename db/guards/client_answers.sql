-- The triggers of `client_answers`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

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

CREATE TRIGGER client_answers_answer AFTER INSERT ON client_answers BEGIN
  UPDATE client_questions SET answered_at_ms = NEW.created_at_ms WHERE id = NEW.question_id;
END;

CREATE TRIGGER client_answers_never_changed BEFORE UPDATE ON client_answers BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;

CREATE TRIGGER client_answers_never_deleted BEFORE DELETE ON client_answers BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE NOT EXISTS (
    SELECT 1 FROM client_questions JOIN users ON users.id = client_questions.user_id
    WHERE client_questions.id = OLD.question_id AND users.closed_at_ms IS NOT NULL
  );
END;
