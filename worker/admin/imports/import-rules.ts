import { AppError } from "../../contract/errors.ts";
import { centsFromDollars, formatUsd } from "../../contract/money.ts";
import type { Translated } from "../../contract/translated.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { IMPORT_TEXT } from "./import-answers.ts";
import type { Importer, ImportRecord, StagedCount } from "./import-store.ts";

/**
 * How much a balance lacks for a movement, in cents; 0 when it is sufficient.
 * @param amountCents what the movement adds; negative when it subtracts
 */
export function shortBy(balanceCents: number, amountCents: number): number {
  return Math.max(0, -(balanceCents + amountCents));
}

/**
 * Refuses an action on an import that is missing, or that is for the admin's own account.
 * @throws AppError `not_found` | `own_account`
 */
export function assertActable(found: ImportRecord | undefined, adminId: string): ImportRecord {
  if (!found) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (found.import.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  return found;
}

/**
 * Refuses the commit of an import that is incomplete, has nothing new, or loses more than the balance.
 * @throws AppError `wrong_state` | `insufficient_funds` with the missing amount
 */
export function assertCommittable({ import: { status, rowCount }, balanceCents }: ImportRecord, counted: StagedCount) {
  if (status !== "staged") throw new AppError("wrong_state", IMPORT_TEXT.alreadyImported);
  if (counted.staged < rowCount) {
    throw new AppError("wrong_state", IMPORT_TEXT.notWhole(counted.staged, rowCount));
  }
  if (counted.fresh === 0) throw new AppError("wrong_state", IMPORT_TEXT.nothingNew);
  const lackCents = shortBy(balanceCents, counted.profitCents);
  if (lackCents === 0) return;
  const lost = formatUsd(-counted.profitCents);
  const message = IMPORT_TEXT.lostMore(lost, formatUsd(balanceCents), formatUsd(lackCents));
  throw new AppError("insufficient_funds", message);
}

/** A file as an admin saw it: how many trades it adds, and their result in dollars. */
export type SeenImport = { trades: number; profitLoss: number };

/** Refuses the commit of other trades than the admin saw. @throws AppError `wrong_state` */
export function assertCountSeen({ fresh, profitCents }: StagedCount, seen: SeenImport | undefined): void {
  if (!seen || (seen.trades === fresh && centsFromDollars(seen.profitLoss) === profitCents)) return;
  throw new AppError("wrong_state", IMPORT_TEXT.countChanged(fresh, formatUsd(profitCents)));
}

/**
 * Refuses the reversal of an import that is not committed, or whose profit was already spent.
 * @returns the total profit or loss of its trades, in cents
 * @throws AppError `wrong_state` | `insufficient_funds` with the missing amount
 */
export function assertReversible({ import: { status, profitCents }, balanceCents }: ImportRecord): number {
  if (status !== "committed" || profitCents === null) {
    const { neverImported, alreadyTakenBack } = IMPORT_TEXT;
    throw new AppError("wrong_state", status === "staged" ? neverImported : alreadyTakenBack);
  }
  const lackCents = shortBy(balanceCents, -profitCents);
  if (lackCents > 0) {
    const message = IMPORT_TEXT.madeMore(formatUsd(profitCents), formatUsd(balanceCents), formatUsd(lackCents));
    throw new AppError("insufficient_funds", message);
  }
  return profitCents;
}

/**
 * The reason, as text for the admin, why another admin must take the next step of an import: one admin alone may move
 * only a limited amount per day. Above it a commit needs another admin than the sender of the file, and a reversal
 * another one than the committer.
 *
 * @param movesCents what the step moves, of either sign
 * @param admin with what they have moved alone in the last day
 * @returns null when the admin may take the step
 */
export function otherAdminReason(
  { import: row, createdByName, creatorCountsFromMs }: ImportRecord,
  movesCents: number,
  admin: Pick<Importer, "id" | "committedCents" | "reversedCents">,
  nowMs: number,
): Translated | null {
  const isCommit = row.status === "staged";
  if ((isCommit ? row.createdBy : row.committedBy) !== admin.id) {
    const doesSenderCount = creatorCountsFromMs !== null && creatorCountsFromMs <= nowMs;
    if (!isCommit || doesSenderCount) return null;
    return IMPORT_TEXT.senderDoesNotCount(createdByName);
  }
  const beforeCents = isCommit ? admin.committedCents : admin.reversedCents;
  if (Math.abs(movesCents) + beforeCents <= row.aloneCentsMax) return null;
  const before = beforeCents > 0 ? formatUsd(beforeCents) : null;
  const most = formatUsd(row.aloneCentsMax);
  return IMPORT_TEXT.aboveAlone(formatUsd(Math.abs(movesCents)), before, most, isCommit ? "commit" : "reverse");
}

/** @throws AppError `second_admin_needed` with the text of {@link otherAdminReason} */
export function assertMayMoveAlone(...step: Parameters<typeof otherAdminReason>): void {
  const reason = otherAdminReason(...step);
  if (reason !== null) throw new AppError("second_admin_needed", reason);
}
