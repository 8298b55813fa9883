-- The triggers of `sessions`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A closed account gets no session.
CREATE TRIGGER sessions_of_open_accounts BEFORE INSERT ON sessions BEGIN
  SELECT RAISE(ABORT, 'session_ended') WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;

-- An admin session needs the role and a second factor.
CREATE TRIGGER sessions_of_the_desk BEFORE INSERT ON sessions WHEN NEW.kind = 'admin' BEGIN
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.id = NEW.user_id AND users.role = 'admin'
  );
END;

-- The object of the person also closes the sockets of sessions that have ended.
CREATE TRIGGER sessions_told_started AFTER INSERT ON sessions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'sessions');
END;

CREATE TRIGGER sessions_told_ended AFTER DELETE ON sessions BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (OLD.user_id, 'sessions');
END;

-- A browser that is signed out shows nothing of the account.
CREATE TRIGGER sessions_end_push AFTER DELETE ON sessions BEGIN
  UPDATE push_subscriptions SET ended_at_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE session_id = OLD.id AND ended_at_ms IS NULL;
END;
