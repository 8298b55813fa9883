-- The triggers of `withdrawal_pauses`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- One pause of a thing at a time, by an admin.
CREATE TRIGGER withdrawal_pauses_start BEFORE INSERT ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.resumed_at_ms IS NOT NULL OR NEW.resumed_by IS NOT NULL
    OR NEW.what NOT IN ('withdrawals', 'deposits')
    OR EXISTS (SELECT 1 FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = NEW.what);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.paused_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.paused_by AND role IN ('operator', 'owner'));
END;

CREATE TRIGGER withdrawal_pauses_terms_fixed BEFORE UPDATE OF id, reason, paused_by, since_ms, what ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'pause_terms_fixed');
END;

CREATE TRIGGER withdrawal_pauses_never_deleted BEFORE DELETE ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;

-- What is paused goes on when two operators have approved that, or the only operator there is, a day after the pause. The owner of the
-- database needs nobody's consent.
CREATE TRIGGER withdrawal_pauses_resumed BEFORE UPDATE OF resumed_at_ms, resumed_by ON withdrawal_pauses BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.resumed_at_ms IS NOT NULL OR NEW.resumed_at_ms IS NULL OR NEW.resumed_by IS NULL;
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.resumed_by <> 'system' AND (
    NOT EXISTS (
      SELECT 1 FROM standing_words
      WHERE subject = 'pause:' || OLD.id AND act = 'approve' AND admin_id = NEW.resumed_by
    )
    OR CASE (SELECT count(*) FROM role_holders WHERE role = 'operator')
      WHEN 1 THEN NEW.resumed_at_ms < OLD.since_ms + 86400000
      ELSE 2 > (SELECT count(*) FROM standing_words WHERE subject = 'pause:' || OLD.id AND act = 'approve')
    END
  );
END;
