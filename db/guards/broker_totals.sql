-- The triggers of `broker_totals`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- Sums that are exact in a browser, which they are below 2^53, and a million trades of a trader over all accounts.
CREATE TRIGGER broker_totals_within_limits AFTER INSERT ON broker_totals BEGIN
  SELECT RAISE(ABORT, 'broker_sums')
  WHERE NEW.gross_profit_units > 9007199254740991 OR NEW.gross_loss_units > 9007199254740991;
  SELECT RAISE(ABORT, 'broker_trades_full')
  WHERE (
    SELECT sum(trades) FROM broker_totals WHERE account_id IN (
      SELECT id FROM broker_accounts
      WHERE user_id = (SELECT user_id FROM broker_accounts WHERE id = NEW.account_id)
    )
  ) > 1000000;
END;
