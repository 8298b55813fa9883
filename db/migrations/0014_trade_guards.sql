-- Trades come and go with their import alone, and the money of an import is what its trades made.

CREATE TRIGGER trades_by_import_only BEFORE INSERT ON trades BEGIN
  SELECT RAISE(ABORT, 'trade_without_import')
  WHERE NOT EXISTS (SELECT 1 FROM imports WHERE id = NEW.import_id AND user_id = NEW.user_id AND status = 'staged');
END;
--> statement-breakpoint
CREATE TRIGGER trades_never_changed BEFORE UPDATE ON trades BEGIN
  SELECT RAISE(ABORT, 'trades_never_changed');
END;
--> statement-breakpoint
CREATE TRIGGER trades_go_by_reversal_only BEFORE DELETE ON trades BEGIN
  SELECT RAISE(ABORT, 'trade_without_import')
  WHERE NOT EXISTS (SELECT 1 FROM imports WHERE id = OLD.import_id AND status = 'committed');
END;
--> statement-breakpoint
CREATE TRIGGER imports_start_staged BEFORE INSERT ON imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'staged';
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.created_by = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER imports_state_machine BEFORE UPDATE OF status ON imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT ((OLD.status = 'staged' AND NEW.status = 'committed') OR (OLD.status = 'committed' AND NEW.status = 'reversed'));
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'committed' AND (NEW.trade_count, NEW.profit_cents) IS NOT (
    SELECT count(*), coalesce(sum(profit_cents), 0) FROM trades WHERE import_id = OLD.id
  );
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'reversed' AND EXISTS (SELECT 1 FROM trades WHERE import_id = OLD.id);
  SELECT RAISE(ABORT, 'import_without_transfer')
  WHERE NEW.profit_cents <> 0 AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'trades'
      AND transfers.reference = 'import:' || OLD.id || CASE NEW.status WHEN 'committed' THEN ':commit' ELSE ':reverse' END
      AND entries.account_id = 'available:' || OLD.user_id
      AND entries.amount_cents = CASE NEW.status WHEN 'committed' THEN NEW.profit_cents ELSE -OLD.profit_cents END
  );
END;
--> statement-breakpoint
CREATE TRIGGER imports_terms_fixed BEFORE UPDATE OF id, user_id, file_name, format, time_zone, row_count, created_by ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed');
END;
--> statement-breakpoint
CREATE TRIGGER imports_never_deleted BEFORE DELETE ON imports WHEN OLD.status <> 'staged' BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER import_rows_while_staged BEFORE INSERT ON import_rows BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT EXISTS (SELECT 1 FROM imports WHERE id = NEW.import_id AND status = 'staged' AND NEW.row_number BETWEEN 1 AND row_count);
END;
