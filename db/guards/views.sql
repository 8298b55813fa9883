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

-- The entries of each payment that waits for a decision, or was decided, by its row: when it is recorded its whole sum goes onto
-- suspense, in its currency. The decision takes it off, whole: to the trader, back to where it came from or to the bank account that
-- sent it back, and what of it nobody gets to where it came from. Riel that are credited stay with the house, against the dollars.
-- A match that the version before posted as a deposit has moved the dollars already. A payment that is not on suspense is credited from
-- `house:khqr`. The rate of riel is that of the newest act in riel, and 4,000 before the first.
CREATE VIEW exception_entries AS
  SELECT exception_id, kind, kind || ':' || exception_id AS transfer_id, place, account_id, amount_cents,
    CASE WHEN currency = 'KHR' THEN coalesce(
      (
        SELECT entries.rate_hundredths FROM transfers JOIN entries ON entries.transfer_id = transfers.id
        WHERE transfers.kind = 'exception_received' AND transfers.reference = 'exception:' || exception_id LIMIT 1
      ),
      (
        SELECT rate_hundredths FROM book_acts
        WHERE posted_at_ms IS NOT NULL AND rate_hundredths IS NOT NULL ORDER BY posted_at_ms DESC LIMIT 1
      ),
      400000
    ) END AS rate_hundredths
  FROM (
    SELECT exception_id, place,
      CASE
        WHEN place <= 2 THEN 'exception_received'
        WHEN status = 'refunded' THEN 'exception_refunded'
        WHEN status = 'matched' AND is_deposit = 0 THEN 'exception_credited'
        ELSE 'exception_released'
      END AS kind,
      CASE place
        WHEN 2 THEN 'house:suspense' || riel
        WHEN 3 THEN 'house:suspense' || riel
        WHEN 4 THEN 'house:exchange:khr'
        WHEN 5 THEN 'house:exchange'
        WHEN 6 THEN CASE is_deposit WHEN 1 THEN 'house:khqr' ELSE 'available:' || user_id END
        WHEN 7 THEN refunded_from
        ELSE 'house:khqr' || riel
      END AS account_id,
      CASE place
        WHEN 1 THEN -received_cents
        WHEN 2 THEN received_cents
        WHEN 3 THEN -received_cents
        WHEN 4 THEN is_exchanged * received_cents
        WHEN 5 THEN -is_exchanged * credited_cents
        WHEN 6 THEN max(is_exchanged, 1 - is_deposit) * credited_cents
        WHEN 7 THEN refunded_cents
        ELSE (1 - is_exchanged) * (coalesce(received_cents, 0) - (1 - is_deposit) * coalesce(credited_cents, 0))
          - CASE WHEN refunded_from IS NULL THEN 0 ELSE refunded_cents END
      END AS amount_cents,
      CASE WHEN place IN (5, 6) THEN 'USD' ELSE paid_currency END AS currency
    FROM (
      SELECT payment_exceptions.id AS exception_id, status, paid_currency, received_cents, credited_cents, refunded_cents, refunded_from,
        (SELECT user_id FROM deposits WHERE id = payment_exceptions.deposit_id) AS user_id,
        CASE paid_currency WHEN 'KHR' THEN ':khr' ELSE '' END AS riel,
        status = 'matched' AND paid_currency = 'KHR' AND received_cents IS NOT NULL AS is_exchanged,
        status = 'matched' AND EXISTS (
          SELECT 1 FROM transfers WHERE kind = 'deposit' AND reference = 'exception:' || payment_exceptions.id
        ) AS is_deposit
      FROM payment_exceptions
    )
    JOIN (
      SELECT 1 AS place UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6
      UNION ALL SELECT 7 UNION ALL SELECT 8
    )
    WHERE place <= 2 OR status <> 'open'
  )
  WHERE account_id IS NOT NULL AND amount_cents <> 0;

-- The company's accounts at banks in dollars, as far as batches pay from them: what the ledger has there, what batches that are at the bank
-- will take, and what they took and no adjustment has moved from the clearing account `house:payout` to the bank account yet. An adjustment may have
-- moved a payment by hand instead, so what nobody's batches explain on the clearing account is theirs too, up to what adjustments moved for them.
CREATE VIEW payout_accounts AS
  SELECT bank_accounts.id, bank_accounts.name, -accounts.balance_cents AS balance_cents,
    (
      -- From the open withdrawals on: batches are never deleted, and nearly all of them are done.
      SELECT coalesce(sum(items.amount_cents), 0) FROM withdrawals
      CROSS JOIN payout_batch_items AS items ON items.withdrawal_id = withdrawals.id AND items.taken_back_at_ms IS NULL
      CROSS JOIN payout_batches ON payout_batches.id = items.batch_id
      WHERE withdrawals.status = 'approved' AND payout_batches.bank_account_id = bank_accounts.id
    ) AS with_bank_cents,
    coalesce((
      SELECT unsettled_cents + min(max(0, taken_cents - unsettled_cents), max(0, clearing.balance_cents - (SELECT sum(unsettled_cents) FROM payout_unsettled)))
      FROM payout_unsettled JOIN accounts AS clearing ON clearing.id = 'house:payout' WHERE bank_account_id = bank_accounts.id
    ), 0) AS unsettled_cents
  FROM bank_accounts JOIN accounts ON accounts.id = 'house:bank:' || bank_accounts.id WHERE bank_accounts.currency = 'USD';

-- The open payments of batches of which a result says, by reference and sum, that the bank made them, and which that did not complete: the
-- trader was frozen, or the row gives no id.
CREATE VIEW payouts_said_paid AS
  SELECT items.batch_id, items.line, items.withdrawal_id
  FROM payout_batch_items AS items JOIN payout_result_lines AS said
    ON said.batch_id = items.batch_id AND said.reference = items.reference AND said.outcome = 'completed'
      AND said.amount_cents = items.amount_cents
  WHERE items.taken_back_at_ms IS NULL AND items.outcome IS NULL;

-- The payments in progress that their payer alone approved: nobody else has agreed to them.
CREATE VIEW paying_alone AS
  SELECT payer_id AS admin_id, id AS withdrawal_id, amount_cents FROM withdrawals
  WHERE status = 'approved' AND payer_id IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM approvals
      WHERE subject = 'withdrawal:' || withdrawals.id AND act = 'approve' AND admin_id = withdrawals.payer_id
    )
    AND NOT EXISTS (
      SELECT 1 FROM standing_words
      WHERE subject = 'withdrawal:' || withdrawals.id AND act = 'approve' AND admin_id <> withdrawals.payer_id
    );

-- Transfers that a line of a statement has: by a match that stands, by the payment of their exception, or as its refund.
CREATE VIEW transfers_with_line AS
  SELECT line_match_transfers.transfer_id FROM line_match_transfers JOIN line_matches ON line_matches.id = line_match_transfers.match_id
  WHERE line_matches.taken_back_at_ms IS NULL
  UNION ALL
  SELECT transfers.id FROM transfers JOIN line_matches ON line_matches.exception_id = substr(transfers.reference, 11)
  WHERE transfers.reference LIKE 'exception:%' AND line_matches.taken_back_at_ms IS NULL
    AND (line_matches.why = 'exception' OR (line_matches.why = 'refund' AND transfers.kind = 'exception_refunded'));

-- Transfers that come to nothing by another one, where no line has either: a payout that the bank refused before it took the sum and that
-- was returned, and a payment that was recorded and dismissed; with the moment of the later one.
CREATE VIEW transfers_undone AS
  SELECT transfer_id, at_ms FROM (
    SELECT paid.id AS transfer_id, back.at_ms, paid.id AS first_id, back.id AS second_id
    FROM transfers AS paid
    JOIN book_acts ON book_acts.record_id = substr(paid.reference, 12, instr(substr(paid.reference, 12), ':') - 1)
      AND book_acts.kind = 'payout_returned' AND book_acts.cancelled_at_ms IS NULL
    JOIN transfers AS back ON back.kind = 'payout_returned' AND back.reference = 'book:' || book_acts.id
    WHERE paid.kind = 'withdrawal' AND paid.reference LIKE 'withdrawal:%:complete'
    UNION ALL
    SELECT back.id, back.at_ms, back.id, paid.id
    FROM transfers AS back
    JOIN book_acts ON book_acts.id = substr(back.reference, 6)
    JOIN transfers AS paid ON paid.kind = 'withdrawal' AND paid.reference = 'withdrawal:' || book_acts.record_id || ':complete'
    WHERE back.kind = 'payout_returned'
    UNION ALL
    SELECT received.id, released.at_ms, received.id, released.id
    FROM transfers AS received
    JOIN payment_exceptions ON payment_exceptions.id = substr(received.reference, 11) AND payment_exceptions.status = 'dismissed'
    JOIN transfers AS released ON released.kind = 'exception_released' AND released.reference = received.reference
    WHERE received.kind = 'exception_received'
    UNION ALL
    SELECT released.id, released.at_ms, released.id, received.id
    FROM transfers AS released
    JOIN payment_exceptions ON payment_exceptions.id = substr(released.reference, 11) AND payment_exceptions.status = 'dismissed'
    JOIN transfers AS received ON received.kind = 'exception_received' AND received.reference = released.reference
    WHERE released.kind = 'exception_released'
  )
  WHERE NOT EXISTS (SELECT 1 FROM transfers_with_line WHERE transfers_with_line.transfer_id IN (first_id, second_id));

-- Transfers that no line has and no line will have: they hold no month. What was undone, and what of a payment nobody got, which stays at the bank.
CREATE VIEW transfers_without_need_of_line AS
  SELECT transfer_id FROM transfers_undone
  UNION ALL
  SELECT given_up.id FROM transfers AS given_up JOIN transfers AS received
    ON received.kind = 'exception_received' AND received.reference = given_up.reference
  WHERE given_up.kind IN ('exception_released', 'exception_credited');

-- Where the company's money is at banks: each bank account, and in each currency what codes and payouts moved, which may be at any of its accounts.
CREATE VIEW bank_places AS
  SELECT 'house:bank:' || id AS place, id AS account_id, currency FROM bank_accounts
  UNION ALL SELECT 'house:khqr', NULL, 'USD'
  UNION ALL SELECT 'house:khqr:khr', NULL, 'KHR';

-- The days that statements cover, each those of its own that were over when it was imported. A statement that a version before imported does not say
-- which: those up to the day before its import, in UTC.
CREATE VIEW covered_days AS
  SELECT bank_places.place, bank_places.account_id, first_day, coalesce(covered_to, min(last_day, imported_at_ms / 86400000 - 1)) AS last_day
  FROM bank_statements JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id
  JOIN bank_places ON bank_places.currency = bank_accounts.currency
    AND (bank_places.account_id IS NULL OR bank_places.account_id = bank_accounts.id)
  WHERE coalesce(covered_to, min(last_day, imported_at_ms / 86400000 - 1)) >= first_day;

-- The days of a place that no statement covers, and of which there must be one: holes between statements, what comes behind the last one (`to_day` is
-- NULL), and what was before the first one, from the first entry on (`from_ms`), as all days of what codes and payouts moved. A place at rest needs none behind its last entry (`rest_ms`): the
-- ledger has nothing there, and of a bank account no statement says that the bank has.
CREATE VIEW days_without_statement AS
  SELECT holes.place, account_id, currency, from_day, to_day,
    CASE WHEN from_day = 0 OR account_id IS NULL THEN first_ms END AS from_ms,
    CASE WHEN to_day IS NULL AND is_empty AND NOT EXISTS (
      SELECT 1 FROM bank_statements
      WHERE bank_statements.account_id = holes.account_id AND closing_cents IS NOT 0
        AND last_day = (SELECT max(last_day) FROM bank_statements AS later WHERE later.account_id = holes.account_id)
        AND imported_at_ms = (
          SELECT max(imported_at_ms) FROM bank_statements AS newest
          WHERE newest.account_id = holes.account_id AND newest.last_day = bank_statements.last_day
        )
    ) THEN coalesce(last_ms, 0) END AS rest_ms
  FROM (
    SELECT place, account_id, from_day, to_day FROM (
      SELECT place, account_id, first_day - 1 AS to_day, 1 + coalesce(
        max(last_day) OVER (PARTITION BY place ORDER BY first_day, last_day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -1
      ) AS from_day
      FROM covered_days
    ) WHERE from_day <= to_day
    UNION ALL
    SELECT bank_places.place, bank_places.account_id, coalesce(max(covered_days.last_day), -1) + 1, NULL
    FROM bank_places LEFT JOIN covered_days ON covered_days.place = bank_places.place GROUP BY bank_places.place
  ) AS holes
  JOIN (
    SELECT bank_places.place, bank_places.currency, min(accounts.balance_cents = 0) AS is_empty,
      min((
        SELECT transfers.at_ms FROM transfers WHERE transfers.id = (
          SELECT transfer_id FROM entries WHERE entries.account_id = accounts.id ORDER BY entries.id LIMIT 1
        )
      )) AS first_ms,
      max((
        SELECT transfers.at_ms FROM transfers WHERE transfers.id = (SELECT transfer_id FROM entries WHERE entries.id = accounts.last_entry_id)
      )) AS last_ms
    FROM bank_places JOIN accounts ON accounts.id IN (bank_places.place, CASE bank_places.place WHEN 'house:khqr' THEN 'house:payout' END)
    GROUP BY bank_places.place
  ) AS moved ON moved.place = holes.place
  WHERE first_ms IS NOT NULL OR (from_day > 0 AND account_id IS NOT NULL);

-- Where a statement begins with another balance than the one of the day before ended with, until a statement has both days: something is missing, or
-- one of them is not right.
CREATE VIEW statement_breaks AS
  SELECT next.account_id, bank_accounts.currency, next.first_day AS day, before.closing_cents, next.opening_cents
  FROM bank_statements AS next
  JOIN bank_statements AS before ON before.account_id = next.account_id AND before.last_day = next.first_day - 1
  JOIN bank_accounts ON bank_accounts.id = next.account_id
  WHERE next.opening_cents <> before.closing_cents
    AND NOT EXISTS (
      SELECT 1 FROM bank_statements AS both
      WHERE both.account_id = next.account_id AND both.last_day >= next.first_day AND both.first_day < next.first_day
    )
    -- Of several of the same day the newest.
    AND NOT EXISTS (
      SELECT 1 FROM bank_statements AS newer
      WHERE newer.account_id = before.account_id AND newer.last_day = before.last_day AND newer.closing_cents IS NOT NULL
        AND newer.imported_at_ms > before.imported_at_ms
    )
    AND NOT EXISTS (
      SELECT 1 FROM bank_statements AS newer
      WHERE newer.account_id = next.account_id AND newer.first_day = next.first_day AND newer.last_day >= next.first_day
        AND newer.opening_cents IS NOT NULL AND newer.imported_at_ms > next.imported_at_ms
    );
