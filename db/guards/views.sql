-- The views, in the order of their creation.
-- Edit here; `bun run guards` writes the migration.

-- An appointment by a colleague counts after 24 hours: until then, an admin who reads the mail about it can revoke it.
-- The owner of the database needs nobody's consent.
CREATE VIEW admins AS
  SELECT id, CASE role_given_by WHEN 'system' THEN 0 ELSE role_given_at_ms + 86400000 END AS counts_from_ms
  FROM users WHERE role = 'admin';

-- The roles that admins hold. A role that colleagues gave an admin later counts for approvals 24 hours after it, as an appointment
-- does; one without a time came with the appointment.
CREATE VIEW role_holders AS
  SELECT admin_roles.user_id, admin_roles.role,
    max(admins.counts_from_ms, CASE admin_roles.changed_by WHEN 'system' THEN 0 ELSE coalesce(admin_roles.changed_at_ms + 86400000, 0) END)
      AS counts_from_ms
  FROM admin_roles JOIN admins ON admins.id = admin_roles.user_id WHERE admin_roles.is_held = 1;

-- An admin who approved a completion takes it back by approving the rejection, and the other way round: the later of
-- the two counts.
CREATE VIEW approvals_not_withdrawn AS
  SELECT * FROM approvals
  WHERE NOT (act = 'complete' AND EXISTS (
      SELECT 1 FROM approvals AS rejection
      WHERE rejection.subject = 'rejection:' || substr(approvals.subject, 12) AND rejection.act = 'approve'
        AND rejection.admin_id = approvals.admin_id AND rejection.at_ms >= approvals.at_ms
    ))
    AND NOT (subject LIKE 'rejection:%' AND EXISTS (
      SELECT 1 FROM approvals AS completion
      WHERE completion.subject = 'withdrawal:' || substr(approvals.subject, 11) AND completion.act = 'complete'
        AND completion.admin_id = approvals.admin_id AND completion.at_ms > approvals.at_ms
    ));

-- The valid approvals: those not taken back, of admins who hold the role that the act takes, and whose approvals by it counted when
-- they were recorded. Owners approve what is about admins, second factors and settings, operators all else.
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals_not_withdrawn AS approvals JOIN role_holders
    ON role_holders.user_id = approvals.admin_id AND role_holders.role = CASE
      WHEN approvals.subject LIKE 'appointment:%' OR approvals.subject LIKE 'second_factor:%' OR approvals.subject LIKE 'roles:%'
        OR approvals.subject LIKE 'setting:%' THEN 'owner'
      ELSE 'operator'
    END
  WHERE role_holders.counts_from_ms <= approvals.at_ms;

-- The roles that owners have approved for an admin, as the account is now: a row for each of these owners, with how many of them
-- approved the same, and how many owners there are beside the person.
CREATE VIEW agreed_roles AS
  SELECT users.id AS user_id, words.admin_id, words.detail, words.at_ms AS since_ms,
    (
      SELECT count(*) FROM standing_words AS same
      WHERE same.subject = words.subject AND same.act = 'approve' AND same.detail = words.detail
    ) AS have,
    (SELECT count(*) FROM role_holders WHERE role = 'owner' AND user_id <> users.id) AS owners_beside
  FROM users JOIN standing_words AS words
    ON words.subject = 'roles:' || users.id || ':' || users.desk_version AND words.act = 'approve';

-- What one admin's approval alone did to withdrawals: no other admin approved the same act, nor, for a completion, the
-- withdrawal.
CREATE VIEW moved_alone AS
  SELECT approvals.admin_id, withdrawals.id AS withdrawal_id, withdrawals.amount_cents, approvals.at_ms
  FROM approvals_not_withdrawn AS approvals JOIN withdrawals ON withdrawals.id = substr(approvals.subject, 12)
  WHERE approvals.subject LIKE 'withdrawal:%' AND withdrawals.status <> 'rejected'
    AND CASE approvals.act WHEN 'approve' THEN withdrawals.approved_at_ms ELSE withdrawals.completed_at_ms END IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM approvals_not_withdrawn AS other
      WHERE other.subject = approvals.subject AND other.act IN (approvals.act, 'approve')
        AND other.admin_id <> approvals.admin_id
    );

-- Why no withdrawal is requested, approved or begun to be paid: a difference in the ledger, a restore, or an admin's pause.
CREATE VIEW pauses_of_withdrawals AS
  SELECT reason, since_ms FROM pauses WHERE what = 'withdrawals'
  UNION ALL SELECT reason, since_ms FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = 'withdrawals';

-- Where a person is told besides pages and mails: a browser that takes pushes, or a chat.
CREATE VIEW connected_channels AS
  SELECT user_id, 'push' AS channel FROM push_subscriptions WHERE ended_at_ms IS NULL
  UNION ALL
  SELECT user_id, 'telegram' FROM telegram_links WHERE blocked_at_ms IS NULL;

-- Why no deposit is opened: a restore, or an admin's pause.
CREATE VIEW pauses_of_deposits AS
  SELECT reason, since_ms FROM pauses WHERE what = 'deposits'
  UNION ALL SELECT reason, since_ms FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = 'deposits';

-- The settings of the operation, and of each trader who has one of their own: of each the newest that came into force. A guard of money
-- reads it in its own batch, so that the setting that it goes by is the one of that moment.
CREATE VIEW settings_in_force AS
  SELECT id, key, user_id, value, revision FROM operation_settings AS setting
  WHERE revision IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM operation_settings AS later
    WHERE later.key = setting.key AND later.user_id IS setting.user_id AND later.revision > setting.revision
  );

-- What each trader may withdraw in 24 hours: the lowest of the product's limit, the operation's, that of the trader's level of
-- verification, and their own.
CREATE VIEW withdrawal_day_limits AS
  SELECT users.id AS user_id, min(
    1000000,
    coalesce((SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'withdrawal_day_max' AND user_id IS NULL), 1000000),
    coalesce((
      SELECT CAST(value AS INTEGER) FROM settings_in_force
      WHERE user_id IS NULL AND key = CASE
        WHEN EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id AND status = 'verified')
        THEN 'withdrawal_day_max_verified' ELSE 'withdrawal_day_max_unverified'
      END
    ), 1000000),
    coalesce((
      SELECT CAST(value AS INTEGER) FROM settings_in_force WHERE key = 'withdrawal_day_max_trader' AND user_id = users.id
    ), 1000000)
  ) AS cents
  FROM users;

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
