-- guards: the version before imports statements without `covered_to`, which then end with the day before the import, and closes a month only
-- where statements cover it.
DROP INDEX `bank_statements_digest`;
--> statement-breakpoint
ALTER TABLE `bank_statements` ADD `covered_to` integer;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_statements_digest` ON `bank_statements` (`account_id`,`digest`,`first_day`,`covered_to`);
--> statement-breakpoint
DROP TRIGGER bank_statements_begin;
--> statement-breakpoint
-- An operator imports it, behind every seal: one that was decided before a seal and comes after it would be neither in the sealed month nor found
-- later. Its account's number is that of every statement of the account before, and of no other account in its currency. It covers no day that was not
-- over: whatever the zone, a day ends 14 hours before it does in UTC at the earliest.
CREATE TRIGGER bank_statements_begin BEFORE INSERT ON bank_statements BEGIN
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.imported_by AND role = 'operator');
  SELECT RAISE(ABORT, 'month_sealed') WHERE NEW.imported_at_ms <= (SELECT max(sealed_at_ms) FROM month_closes);
  SELECT RAISE(ABORT, 'statement_days')
  WHERE NEW.covered_to NOT BETWEEN NEW.first_day - 1 AND NEW.last_day
    OR (NEW.covered_to >= NEW.first_day AND (NEW.covered_to + 1) * 86400000 - 50400000 > NEW.imported_at_ms);
  SELECT RAISE(ABORT, 'statement_of_other_account')
  WHERE EXISTS (
    SELECT 1 FROM bank_statements
    WHERE account_id = NEW.account_id AND account_number IS NOT NULL
      AND lower(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''))
        IS NOT lower(replace(replace(replace(NEW.account_number, ' ', ''), '-', ''), '.', ''))
  );
  SELECT RAISE(ABORT, 'number_of_other_account')
  WHERE EXISTS (
    SELECT 1 FROM bank_statements AS other JOIN bank_accounts ON bank_accounts.id = other.account_id
    WHERE other.account_id <> NEW.account_id
      AND bank_accounts.currency = (SELECT currency FROM bank_accounts WHERE id = NEW.account_id)
      AND lower(replace(replace(replace(other.account_number, ' ', ''), '-', ''), '.', ''))
        = lower(replace(replace(replace(NEW.account_number, ' ', ''), '-', ''), '.', ''))
  );
END;
--> statement-breakpoint
DROP TRIGGER month_closes_decided;
--> statement-breakpoint
-- A report is sealed or cancelled, once. Two operators approved its digest, the one who seals it among them. What is sealed has nothing open: no
-- line of its days or of days before without its transfer, and no transfer since the first statement of its currency without its line, but for those for
-- which no line will come. Of what is sealed already, only a line that a later statement brought can be open. Statements cover each day of it that
-- must have one, and each begins with the balance with which the one before ended.
CREATE TRIGGER month_closes_decided BEFORE UPDATE OF sealed_by, sealed_at_ms, cancelled_by, cancelled_at_ms ON month_closes BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.sealed_at_ms IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
    OR (NEW.sealed_at_ms IS NULL) = (NEW.cancelled_at_ms IS NULL)
    OR (NEW.sealed_at_ms IS NULL) <> (NEW.sealed_by IS NULL)
    OR (NEW.cancelled_at_ms IS NULL) <> (NEW.cancelled_by IS NULL);
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (
    SELECT 1 FROM role_holders WHERE user_id = coalesce(NEW.sealed_by, NEW.cancelled_by) AND role = 'operator'
  );
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.sealed_by IS NOT NULL AND (
    NOT EXISTS (
      SELECT 1 FROM standing_words WHERE subject = 'month:' || OLD.id AND act = 'approve' AND admin_id = NEW.sealed_by
    )
    OR 2 > (
      SELECT count(*) FROM standing_words WHERE subject = 'month:' || OLD.id AND act = 'approve' AND detail = OLD.digest
    )
  );
  SELECT RAISE(ABORT, 'month_before_open')
  WHERE NEW.sealed_by IS NOT NULL AND OLD.from_ms <> (SELECT max(until_ms) FROM month_closes WHERE sealed_at_ms IS NOT NULL);
  SELECT RAISE(ABORT, 'month_open')
  WHERE NEW.sealed_by IS NOT NULL AND (
    EXISTS (
      SELECT 1 FROM statement_lines
      WHERE currency IN ('USD', 'KHR') AND day <= OLD.last_day
        AND day >= CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL) THEN OLD.first_day ELSE 0 END
        AND NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)
    )
    OR EXISTS (
      SELECT 1 FROM bank_statements JOIN statement_lines ON statement_lines.statement_id = bank_statements.id
      WHERE bank_statements.imported_at_ms > (SELECT max(sealed_at_ms) FROM month_closes)
        AND bank_statements.first_day < OLD.first_day AND statement_lines.day < OLD.first_day
        AND NOT EXISTS (SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL)
    )
    OR EXISTS (
      SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id JOIN accounts ON accounts.id = entries.account_id
      JOIN (
        SELECT bank_accounts.currency, min(bank_statements.first_day) AS first_day FROM bank_statements
        JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id GROUP BY bank_accounts.currency
      ) AS covered ON covered.currency = accounts.currency
      WHERE transfers.at_ms < OLD.until_ms
        AND transfers.at_ms >= CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE sealed_at_ms IS NOT NULL) THEN OLD.from_ms ELSE 0 END
        AND transfers.at_ms >= OLD.from_ms + ((SELECT min(first_day) FROM bank_statements) - OLD.first_day) * 86400000
        AND transfers.at_ms >= OLD.from_ms + (covered.first_day - OLD.first_day) * 86400000
        AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
        AND NOT EXISTS (SELECT 1 FROM transfers_with_line WHERE transfer_id = transfers.id)
        AND NOT EXISTS (SELECT 1 FROM transfers_without_need_of_line WHERE transfer_id = transfers.id)
      GROUP BY transfers.id, accounts.currency HAVING sum(entries.amount_cents) <> 0
    )
  );
  SELECT RAISE(ABORT, 'month_without_statement')
  WHERE NEW.sealed_by IS NOT NULL AND (
    EXISTS (
      SELECT 1 FROM days_without_statement
      WHERE from_day <= OLD.last_day AND coalesce(to_day, OLD.last_day) >= OLD.first_day
        AND coalesce(from_ms, 0) < OLD.until_ms AND coalesce(rest_ms, OLD.from_ms) >= OLD.from_ms
        AND max(from_day, OLD.first_day, OLD.first_day + (coalesce(from_ms, 0) - OLD.from_ms) / 86400000)
          <= min(coalesce(to_day, OLD.last_day), coalesce(OLD.first_day + (rest_ms - OLD.from_ms) / 86400000, OLD.last_day))
    )
    OR EXISTS (SELECT 1 FROM statement_breaks WHERE day BETWEEN OLD.first_day AND OLD.last_day + 1)
  );
END;
--> statement-breakpoint
-- Where the company's money is at banks: each bank account, and in each currency what codes and payouts moved, which may be at any of its accounts.
CREATE VIEW bank_places AS
  SELECT 'house:bank:' || id AS place, id AS account_id, currency FROM bank_accounts
  UNION ALL SELECT 'house:khqr', NULL, 'USD'
  UNION ALL SELECT 'house:khqr:khr', NULL, 'KHR';
--> statement-breakpoint
-- The days that statements cover, each those of its own that were over when it was imported. A statement that a version before imported does not say
-- which: those up to the day before its import, in UTC.
CREATE VIEW covered_days AS
  SELECT bank_places.place, bank_places.account_id, first_day, coalesce(covered_to, min(last_day, imported_at_ms / 86400000 - 1)) AS last_day
  FROM bank_statements JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id
  JOIN bank_places ON bank_places.currency = bank_accounts.currency
    AND (bank_places.account_id IS NULL OR bank_places.account_id = bank_accounts.id)
  WHERE coalesce(covered_to, min(last_day, imported_at_ms / 86400000 - 1)) >= first_day;
--> statement-breakpoint
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
--> statement-breakpoint
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
