import { BOOKS } from "../contract/books.ts";
import { AppError } from "../contract/errors.ts";
import { formatHundredths } from "../contract/money.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { BOOK_TEXT } from "./book-answers.ts";
import type { BookFacts, FactAccount } from "./book-plan.ts";

/** Rules that planners share: pure, throw AppError. The database refuses the same (`db/guards/book_acts.sql`). */

/** @throws AppError `not_found` */
export function assertRecord({ record }: BookFacts): NonNullable<BookFacts["record"]> {
  if (!record) throw new AppError("not_found", ERROR_TEXT.not_found);
  return record;
}

/** The trader, whose account must be open. @throws AppError `not_found` | `wrong_state` */
export function assertTrader({ trader }: BookFacts): NonNullable<BookFacts["trader"]> {
  if (!trader) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (trader.closedAtMs !== null) throw new AppError("wrong_state", BOOK_TEXT.accountClosed);
  return trader;
}

/** @throws AppError `invalid_input` for an account of the house that there is not */
export function assertHouseAccount({ accounts }: BookFacts, id: string, field: string): FactAccount {
  const account = accounts.find((one) => one.id === id && id.startsWith("house:"));
  if (!account) throw new AppError("invalid_input", BOOK_TEXT.noAccount(id), { field });
  return account;
}

/** @throws AppError `invalid_input` unless it is a sum above zero and within the most of its kind */
export function assertAmount(
  amountCents: number,
  mostCents = Number.MAX_SAFE_INTEGER,
  currency: "USD" | "KHR" = "USD",
): void {
  if (amountCents <= 0) throw new AppError("invalid_input", BOOK_TEXT.notAboveZero, { field: "amount" });
  if (amountCents > mostCents) {
    throw new AppError("invalid_input", BOOK_TEXT.overCap(formatHundredths(mostCents, currency)), { field: "amount" });
  }
}

/** @throws AppError `invalid_input` unless riel has a rate and dollars have none */
export function assertRate(currency: "USD" | "KHR", rateHundredths: number | null): void {
  const isRight =
    currency === "USD"
      ? rateHundredths === null
      : rateHundredths !== null &&
        rateHundredths >= BOOKS.rateHundredthsMin &&
        rateHundredths <= BOOKS.rateHundredthsMax;
  if (!isRight) throw new AppError("invalid_input", BOOK_TEXT.rate, { field: "rate" });
}

/** @throws AppError `settlement_used` for a reference that another act has */
export function assertNewReference({ isReferenceUsed }: BookFacts): void {
  if (isReferenceUsed) throw new AppError("settlement_used", BOOK_TEXT.referenceUsed);
}

/** @throws AppError `wrong_state` when an act about the record was proposed or posted */
export function assertNewRecord({ isRecordUsed }: BookFacts): void {
  if (isRecordUsed) throw new AppError("wrong_state", BOOK_TEXT.recordUsed);
}
