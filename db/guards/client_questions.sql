-- The triggers of `client_questions`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

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

CREATE TRIGGER client_questions_fixed BEFORE UPDATE OF
  id, user_id, subject, text, language, other_text, template, asked_by, asked_at_ms
ON client_questions BEGIN
  SELECT RAISE(ABORT, 'question_fixed');
END;

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

-- A conversation goes with the closed account alone.
CREATE TRIGGER client_questions_never_deleted BEFORE DELETE ON client_questions BEGIN
  SELECT RAISE(ABORT, 'question_fixed')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;

CREATE TRIGGER client_questions_notified AFTER INSERT ON client_questions BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, event, NEW.id, detail, NEW.asked_at_ms FROM question_notices WHERE question_id = NEW.id;
END;

CREATE TRIGGER client_questions_reminded AFTER UPDATE OF reminded_at_ms ON client_questions
WHEN NEW.reminded_at_ms IS NOT NULL AND OLD.reminded_at_ms IS NULL BEGIN
  INSERT OR IGNORE INTO notifications (user_id, event, subject, detail, created_at_ms)
  SELECT NEW.user_id, event, NEW.id || ':reminder', detail, NEW.reminded_at_ms FROM question_notices WHERE question_id = NEW.id;
END;

CREATE TRIGGER client_questions_told_inserted AFTER INSERT ON client_questions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT NEW.user_id, topic FROM question_notices WHERE question_id = NEW.id;
END;

CREATE TRIGGER client_questions_told_changed AFTER UPDATE OF answered_at_ms, closed_at_ms ON client_questions BEGIN
  INSERT INTO account_changes (user_id, topic) SELECT NEW.user_id, topic FROM question_notices WHERE question_id = NEW.id;
END;
