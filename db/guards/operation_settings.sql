-- The triggers of `operation_settings`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A change is proposed by an owner who sees the setting in force, one at a time for each setting, and not for the own account.
CREATE TRIGGER operation_settings_begin BEFORE INSERT ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.revision IS NOT NULL OR NEW.applied_by IS NOT NULL OR NEW.applied_at_ms IS NOT NULL
    OR NEW.cancelled_by IS NOT NULL OR NEW.cancelled_at_ms IS NOT NULL;
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.proposed_by);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.proposed_by AND role = 'owner');
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.user_id = NEW.proposed_by;
  SELECT RAISE(ABORT, 'setting_changed')
  WHERE NEW.seen_id IS NOT (SELECT id FROM settings_in_force WHERE key = NEW.key AND user_id IS NEW.user_id)
    OR EXISTS (
      SELECT 1 FROM operation_settings
      WHERE key = NEW.key AND user_id IS NEW.user_id AND revision IS NULL AND cancelled_at_ms IS NULL
    );
END;

-- A value is within the bounds of its key, whoever agreed to it: the same bounds as in `worker/contract/operation/settings.ts`.
CREATE TRIGGER operation_settings_bounded BEFORE INSERT ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'setting_out_of_bounds')
  WHERE (NEW.user_id IS NOT NULL) <> (NEW.key = 'withdrawal_day_max_trader')
    OR (NEW.value IS NULL AND NEW.key NOT IN ('withdrawal_day_max_trader', 'working_hours', 'import_time_zone'))
    OR (NEW.value IS NOT NULL AND NOT CASE NEW.key
      WHEN 'second_admin_above' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 500000
      WHEN 'admin_alone_max' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 5000000
      WHEN 'withdrawal_day_max' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'withdrawal_day_max_verified' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'withdrawal_day_max_unverified' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'withdrawal_day_max_trader' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 0 AND 1000000
      WHEN 'unverified_payout' THEN NEW.value IN ('refused', 'with_reason')
      WHEN 'withdrawal_second_factor' THEN NEW.value IN ('required', 'optional')
      WHEN 'target_hours_withdrawals' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'target_hours_identities' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'target_hours_exceptions' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'target_hours_imports' THEN NEW.value = CAST(CAST(NEW.value AS INTEGER) AS TEXT) AND CAST(NEW.value AS INTEGER) BETWEEN 1 AND 720
      WHEN 'working_hours' THEN CASE WHEN json_valid(NEW.value)
        THEN json_array_length(NEW.value, '$.days') BETWEEN 1 AND 7 AND json_type(NEW.value, '$.holidays') = 'array'
          AND 0 <= NEW.value ->> '$.from' AND NEW.value ->> '$.from' < NEW.value ->> '$.to' AND NEW.value ->> '$.to' <= 1440
        ELSE 0 END
      WHEN 'import_time_zone' THEN length(NEW.value) BETWEEN 1 AND 64
      ELSE 0
    END IS 1);
END;

CREATE TRIGGER operation_settings_terms_fixed BEFORE UPDATE OF
  id, key, user_id, value, seen_id, reason, proposed_by, proposed_at_ms
ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'setting_terms_fixed');
END;

CREATE TRIGGER operation_settings_never_deleted BEFORE DELETE ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'setting_terms_fixed');
END;

-- A proposal comes into force or is taken back, once, by an owner. Where money hangs on it, two owners have approved it, or the only
-- owner there is, a day after it was proposed.
CREATE TRIGGER operation_settings_decided BEFORE UPDATE OF
  revision, applied_by, applied_at_ms, cancelled_by, cancelled_at_ms
ON operation_settings BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.revision IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.revision IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.revision IS NULL) <> (NEW.applied_at_ms IS NULL) OR (NEW.revision IS NULL) <> (NEW.applied_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = coalesce(NEW.applied_by, NEW.cancelled_by));
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders WHERE user_id = coalesce(NEW.applied_by, NEW.cancelled_by) AND role = 'owner'
  );
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.applied_by = OLD.user_id;
  SELECT RAISE(ABORT, 'setting_changed')
  WHERE NEW.revision IS NOT NULL AND (
    NEW.revision <> 1 + (SELECT coalesce(max(revision), 0) FROM operation_settings)
    OR OLD.seen_id IS NOT (SELECT id FROM settings_in_force WHERE key = OLD.key AND user_id IS OLD.user_id)
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.revision IS NOT NULL
    AND OLD.key NOT IN ('target_hours_withdrawals', 'target_hours_identities', 'target_hours_exceptions', 'target_hours_imports', 'working_hours', 'import_time_zone')
    AND (
      NOT EXISTS (
        SELECT 1 FROM standing_words
        WHERE subject = 'setting:' || OLD.id AND act = 'approve' AND admin_id = NEW.applied_by
      )
      OR CASE (SELECT count(*) FROM role_holders WHERE role = 'owner')
        WHEN 1 THEN NEW.applied_at_ms < OLD.proposed_at_ms + 86400000
        ELSE 2 > (SELECT count(*) FROM standing_words WHERE subject = 'setting:' || OLD.id AND act = 'approve')
      END
    );
END;

-- A lower sum for one admin counts for what waits already: with the requests of 24 hours up to any later one of its trader, as
-- `withdrawals_add_up` would have counted them.
CREATE TRIGGER operation_settings_second_admin AFTER UPDATE OF revision ON operation_settings
WHEN NEW.revision IS NOT NULL AND NEW.key = 'second_admin_above' BEGIN
  UPDATE withdrawals SET approvals_needed = 2
  WHERE status = 'pending' AND approvals_needed = 1 AND EXISTS (
    SELECT 1 FROM withdrawals AS latest
    WHERE latest.user_id = withdrawals.user_id AND latest.created_at_ms >= withdrawals.created_at_ms
      AND latest.created_at_ms < withdrawals.created_at_ms + 86400000
      AND CAST(NEW.value AS INTEGER) < (
        SELECT sum(amount_cents) FROM withdrawals AS counted
        WHERE counted.user_id = latest.user_id AND counted.created_at_ms <= latest.created_at_ms
          AND counted.created_at_ms > latest.created_at_ms - 86400000 AND counted.status <> 'rejected'
      )
  );
END;
