import { TEXT_MAX } from "../../contract/limits.ts";
import { plainText } from "../../platform/plain-text.ts";

/** What the words are called in the request. */
type NoteField = "note" | "notes" | "reason" | "unverifiedReason";

/** What an admin writes about a decision, trimmed; it may be empty. @throws AppError `invalid_input` */
export function decisionNote(text: string, field: NoteField): string {
  return plainText(text, { field, max: TEXT_MAX.note, lines: "several" });
}

/** The same where a decision wants its reason in words. @throws AppError `invalid_input` */
export function requiredNote(text: string, field: NoteField): string {
  return plainText(text, { field, max: TEXT_MAX.note, lines: "several", isRequired: true });
}

/** Adds a note below those that stand; one that stands already, as after a repeat, is not added again. */
export function addNote(standing: string | null, note: string): string | null {
  const notes = (standing ?? "").split("\n\n").filter(Boolean);
  if (note !== "" && !notes.includes(note)) notes.push(note);
  return notes.join("\n\n") || null;
}
