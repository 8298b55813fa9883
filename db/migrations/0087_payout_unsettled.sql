-- guards: the version before reads the sums of `payout_accounts` by the same names, and its writes keep them by the triggers.
CREATE TABLE `payout_unsettled` (
	`bank_account_id` text PRIMARY KEY NOT NULL,
	`taken_cents` integer NOT NULL,
	`unsettled_cents` integer NOT NULL,
	`returned_cents` integer NOT NULL,
	FOREIGN KEY (`bank_account_id`) REFERENCES `bank_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_unsettled_sums" CHECK("payout_unsettled"."taken_cents" >= 0 AND "payout_unsettled"."unsettled_cents" >= 0 AND "payout_unsettled"."returned_cents" >= 0)
) STRICT;
--> statement-breakpoint
-- As the view had it until now: at most all that batches paid from the account, and at most what is on the clearing account.
INSERT INTO payout_unsettled (bank_account_id, taken_cents, unsettled_cents, returned_cents)
SELECT payout_batches.bank_account_id, sum(items.amount_cents),
  min(sum(items.amount_cents), max(0, (SELECT balance_cents FROM accounts WHERE id = 'house:payout'))), 0
FROM payout_batches JOIN payout_batch_items AS items ON items.batch_id = payout_batches.id
JOIN withdrawals ON withdrawals.id = items.withdrawal_id
WHERE items.taken_back_at_ms IS NULL AND withdrawals.status = 'completed' AND withdrawals.returned_at_ms IS NULL
GROUP BY payout_batches.bank_account_id;
--> statement-breakpoint
-- An adjustment from the clearing account to a bank account moves what batches took from there; what it moves beyond that was paid by hand.
-- One the other way round first takes back what came back since, and then undoes such a move.
CREATE TRIGGER book_acts_settle_payouts AFTER UPDATE OF posted_at_ms ON book_acts
WHEN NEW.kind = 'adjustment' AND NEW.posted_at_ms IS NOT NULL AND 'house:payout' IN (NEW.from_account, NEW.to_account) BEGIN
  UPDATE payout_unsettled SET unsettled_cents = max(0, unsettled_cents - NEW.amount_cents)
  WHERE 'house:bank:' || bank_account_id = NEW.to_account;
  UPDATE payout_unsettled SET unsettled_cents = unsettled_cents + max(0, NEW.amount_cents - returned_cents),
    returned_cents = max(0, returned_cents - NEW.amount_cents)
  WHERE 'house:bank:' || bank_account_id = NEW.from_account;
END;
--> statement-breakpoint
DROP VIEW payout_accounts;
--> statement-breakpoint
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
--> statement-breakpoint
-- A payment of a batch has left its bank account, which the ledger says of that account when an adjustment moves it there.
CREATE TRIGGER withdrawals_unsettled AFTER UPDATE OF status ON withdrawals
WHEN NEW.status = 'completed' AND OLD.status <> 'completed' BEGIN
  INSERT INTO payout_unsettled (bank_account_id, taken_cents, unsettled_cents, returned_cents)
  SELECT payout_batches.bank_account_id, NEW.amount_cents, NEW.amount_cents, 0
  FROM payout_batch_items AS items JOIN payout_batches ON payout_batches.id = items.batch_id
  WHERE items.withdrawal_id = NEW.id AND items.taken_back_at_ms IS NULL
  ON CONFLICT (bank_account_id) DO UPDATE SET taken_cents = taken_cents + excluded.taken_cents,
    unsettled_cents = unsettled_cents + excluded.unsettled_cents;
END;
--> statement-breakpoint
-- One that came back is there again. Where an adjustment had moved it, another one moves it back.
CREATE TRIGGER withdrawals_unsettled_returned AFTER UPDATE OF returned_at_ms ON withdrawals
WHEN NEW.returned_at_ms IS NOT NULL AND OLD.returned_at_ms IS NULL BEGIN
  UPDATE payout_unsettled SET taken_cents = taken_cents - NEW.amount_cents,
    unsettled_cents = max(0, unsettled_cents - NEW.amount_cents),
    returned_cents = returned_cents + max(0, NEW.amount_cents - unsettled_cents)
  WHERE bank_account_id = (
    SELECT payout_batches.bank_account_id
    FROM payout_batch_items AS items JOIN payout_batches ON payout_batches.id = items.batch_id
    WHERE items.withdrawal_id = NEW.id AND items.taken_back_at_ms IS NULL
  );
END;
