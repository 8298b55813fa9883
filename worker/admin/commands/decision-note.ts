import { asciiOf } from "../../contract/ascii.ts";
import { TEXT_MAX } from "../../contract/limits.ts";
import { plainText } from "../../platform/plain-text.ts";

/** The name of the text field in the request. */
type NoteField = "note" | "notes" | "reason" | "unverifiedReason" | "namesReason" | "cardReason" | "evidence";

/** Cleans an admin's note on a decision; it may be empty. @throws AppError `invalid_input` */
export function decisionNote(text: string, field: NoteField): string {
  return plainText(text, { field, max: TEXT_MAX.note, lines: "several" });
}

/** Cleans a note that the decision requires. @throws AppError `invalid_input` */
export function requiredNote(text: string, field: NoteField): string {
  return plainText(text, { field, max: TEXT_MAX.note, lines: "several", isRequired: true });
}

/**
 * Cleans the bank's reference of a payment or a refund. Banks write them in ASCII, so that digits of another script are the same
 * reference.
 * @throws AppError `invalid_input`
 */
export function requiredBankReference(text: string, field: "bankReference" | "paymentId" = "bankReference"): string {
  return plainText(asciiOf(text), { field, max: TEXT_MAX.bankReference, isRequired: true });
}

/** Adds a note below the existing ones; an identical one, as after a repeat, is not added again. */
export function addNote(existing: string | null, note: string): string | null {
  const notes = (existing ?? "").split("\n\n").filter(Boolean);
  if (note !== "" && !notes.includes(note)) notes.push(note);
  return notes.join("\n\n") || null;
}
