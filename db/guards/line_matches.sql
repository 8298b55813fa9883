-- The triggers of `line_matches`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- A link by hand and an exception are an operator's, a link with a reason; the rest is matched by itself.
CREATE TRIGGER line_matches_begin BEFORE INSERT ON line_matches BEGIN
  SELECT RAISE(ABORT, 'match_terms')
  WHERE NEW.taken_back_by IS NOT NULL OR NEW.taken_back_at_ms IS NOT NULL OR NEW.taken_back_reason IS NOT NULL
    OR (NEW.matched_by IS NOT NULL) <> (NEW.why IN ('by_hand', 'exception', 'refund'))
    OR (NEW.reason IS NOT NULL) <> (NEW.why = 'by_hand') OR length(trim(coalesce(NEW.reason, 'none'))) = 0;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NEW.matched_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.matched_by AND role = 'operator');
END;

-- Its transfers move at the bank what the line says, in its currency: each of them something, all of them exactly that.
CREATE TRIGGER line_matches_sums BEFORE INSERT ON line_matches WHEN NEW.exception_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'match_differs')
  WHERE EXISTS (
      SELECT 1 FROM line_match_transfers
      WHERE match_id = NEW.id AND 0 = (
        SELECT coalesce(sum(entries.amount_cents), 0) FROM entries JOIN accounts ON accounts.id = entries.account_id
        WHERE entries.transfer_id = line_match_transfers.transfer_id AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
          AND accounts.currency = (SELECT currency FROM statement_lines WHERE id = NEW.line_id)
      )
    )
    OR (SELECT amount_cents FROM statement_lines WHERE id = NEW.line_id) IS NOT (
      SELECT -sum(entries.amount_cents) FROM line_match_transfers
      JOIN entries ON entries.transfer_id = line_match_transfers.transfer_id
      JOIN accounts ON accounts.id = entries.account_id
      WHERE line_match_transfers.match_id = NEW.id AND accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')
        AND accounts.currency = (SELECT currency FROM statement_lines WHERE id = NEW.line_id)
    );
END;

-- A transfer has one line: by a match, or by the exception that it credited.
CREATE TRIGGER line_matches_once BEFORE INSERT ON line_matches WHEN NEW.exception_id IS NULL BEGIN
  SELECT RAISE(ABORT, 'transfer_matched')
  WHERE EXISTS (
      SELECT 1 FROM line_match_transfers AS own
      JOIN line_match_transfers AS other ON other.transfer_id = own.transfer_id AND other.match_id <> own.match_id
      JOIN line_matches ON line_matches.id = other.match_id
      WHERE own.match_id = NEW.id AND line_matches.taken_back_at_ms IS NULL
    )
    OR EXISTS (
      SELECT 1 FROM line_match_transfers AS own JOIN transfers ON transfers.id = own.transfer_id
      JOIN line_matches ON 'exception:' || line_matches.exception_id = transfers.reference
      WHERE own.match_id = NEW.id AND line_matches.why = 'exception' AND line_matches.taken_back_at_ms IS NULL
    );
END;

-- A line is the payment of an exception, or its refund, to the cent; each has one line.
CREATE TRIGGER line_matches_exceptions BEFORE INSERT ON line_matches WHEN NEW.exception_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'match_differs')
  WHERE EXISTS (SELECT 1 FROM line_match_transfers WHERE match_id = NEW.id) OR NOT EXISTS (
    SELECT 1 FROM statement_lines JOIN payment_exceptions ON payment_exceptions.id = NEW.exception_id
    WHERE statement_lines.id = NEW.line_id AND statement_lines.currency = payment_exceptions.paid_currency
      AND CASE NEW.why
        WHEN 'exception' THEN statement_lines.amount_cents = CAST(round(payment_exceptions.paid_amount * 100) AS INTEGER)
        ELSE payment_exceptions.status = 'refunded' AND statement_lines.amount_cents = -payment_exceptions.refunded_cents
      END
  );
  SELECT RAISE(ABORT, 'transfer_matched')
  WHERE EXISTS (
      SELECT 1 FROM line_matches
      WHERE exception_id = NEW.exception_id AND why = NEW.why AND taken_back_at_ms IS NULL
    )
    OR (NEW.why = 'exception' AND EXISTS (
      SELECT 1 FROM transfers JOIN line_match_transfers ON line_match_transfers.transfer_id = transfers.id
      JOIN line_matches ON line_matches.id = line_match_transfers.match_id
      WHERE transfers.kind IN ('deposit', 'exception_received') AND transfers.reference = 'exception:' || NEW.exception_id
        AND line_matches.taken_back_at_ms IS NULL
    ));
END;

CREATE TRIGGER line_matches_terms_fixed BEFORE UPDATE OF
  id, line_id, why, exception_id, reason, matched_by, matched_at_ms
ON line_matches BEGIN
  SELECT RAISE(ABORT, 'match_terms_fixed');
END;

-- It is taken back once, by an operator, with a reason. What waits for a decision as an exception stays with its line.
CREATE TRIGGER line_matches_taken_back BEFORE UPDATE OF taken_back_by, taken_back_at_ms, taken_back_reason ON line_matches BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.taken_back_at_ms IS NOT NULL OR OLD.exception_id IS NOT NULL OR NEW.taken_back_at_ms IS NULL OR NEW.taken_back_by IS NULL
    OR length(trim(coalesce(NEW.taken_back_reason, ''))) = 0;
  SELECT RAISE(ABORT, 'role_needed')
  WHERE NOT EXISTS (SELECT 1 FROM role_holders WHERE user_id = NEW.taken_back_by AND role = 'operator');
END;

CREATE TRIGGER line_matches_never_deleted BEFORE DELETE ON line_matches BEGIN
  SELECT RAISE(ABORT, 'statement_append_only');
END;

-- What a sealed month's report was computed from stays: a match that was there when a month with one of its sides was sealed.
CREATE TRIGGER line_matches_of_sealed_months BEFORE UPDATE OF taken_back_by, taken_back_at_ms, taken_back_reason ON line_matches BEGIN
  SELECT RAISE(ABORT, 'month_sealed')
  FROM month_closes WHERE sealed_at_ms >= OLD.matched_at_ms AND (
    last_day >= (SELECT day FROM statement_lines WHERE id = OLD.line_id)
    OR until_ms > (
      SELECT min(transfers.at_ms) FROM line_match_transfers JOIN transfers ON transfers.id = line_match_transfers.transfer_id
      WHERE line_match_transfers.match_id = OLD.id
    )
  );
END;
