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
-- they were recorded. Owners approve what is about admins and second factors, operators all else.
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals_not_withdrawn AS approvals JOIN role_holders
    ON role_holders.user_id = approvals.admin_id AND role_holders.role = CASE
      WHEN approvals.subject LIKE 'appointment:%' OR approvals.subject LIKE 'second_factor:%' OR approvals.subject LIKE 'roles:%'
        THEN 'owner'
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
  UNION ALL SELECT reason, since_ms FROM withdrawal_pauses WHERE resumed_at_ms IS NULL;

-- Where a person is told besides pages and mails: a browser that takes pushes, or a chat.
CREATE VIEW connected_channels AS
  SELECT user_id, 'push' AS channel FROM push_subscriptions WHERE ended_at_ms IS NULL
  UNION ALL
  SELECT user_id, 'telegram' FROM telegram_links WHERE blocked_at_ms IS NULL;
