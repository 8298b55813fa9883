import { CARD_FAULT_TEXT as khmer } from "../../contract/card-fault-text.km.ts";
import { CARD_FAULT_TEXT as english } from "../../contract/card-fault-text.ts";
import { AppError } from "../../contract/errors.ts";
import { TEXT_MAX } from "../../contract/limits.ts";
import { type CardField, type CardFields, readCard, type TypedCard } from "../../contract/read-card.ts";
import { joinLanguages } from "../../contract/translated.ts";
import { plainText } from "../../platform/plain-text.ts";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-answers.ts";

/** The rules about what an admin reads on a card: pure, no I/O, no clock. */

const FAULTS = joinLanguages({ en: english, km: khmer });
const FIELDS: readonly CardField[] = ["cardName", "cardNumber", "birthDate", "expiresOn"];

/**
 * Reads what an admin typed from a card.
 * @param today ISO date of the operation's calendar
 * @param rules see `readCard`
 * @throws AppError `invalid_input` naming the first field that is not understood
 */
export function readTypedCard(typed: TypedCard, today: string, rules?: { mayHaveExpired: boolean }): CardFields {
  const cardName = plainText(typed.cardName, { field: "cardName", max: TEXT_MAX.holder });
  const reading = readCard({ ...typed, cardName }, today, rules);
  if ("card" in reading) return reading.card;
  const field = FIELDS.find((one) => reading.faults[one] !== undefined) ?? "cardName";
  throw new AppError("invalid_input", FAULTS[reading.faults[field] ?? "empty"], { field });
}

/**
 * Refuses to verify a card that another account has, without a reason: one person has one account.
 * @param reason trimmed; empty for none
 * @returns the reason that is recorded; null where nobody else has the card
 * @throws AppError `card_used` naming the field of the reason
 */
export function reasonForUsedCard(others: readonly { name: string | null }[], reason: string): string | null {
  if (others.length === 0) return null;
  if (reason !== "") return reason;
  const names = others.map(({ name }) => name ?? "").join(", ");
  throw new AppError("card_used", IDENTITY_ADMIN_TEXT.cardUsed(names), { field: "cardReason" });
}
