import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { formatUsd } from "../../contract/money.ts";
import type { Importer, ImportRecord, StagedCount } from "./import-store.ts";

/**
 * What a balance lacks to bear a movement, in cents; 0 when it bears it.
 * @param amountCents what the movement adds; below zero it takes
 */
export function shortBy(balanceCents: number, amountCents: number): number {
  return Math.max(0, -(balanceCents + amountCents));
}

/**
 * Refuses an act on an import that is not there, or that is about the admin's own account.
 * @throws AppError `not_found` | `own_account`
 */
export function assertActable(found: ImportRecord | undefined, adminId: string): ImportRecord {
  if (!found) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (found.import.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  return found;
}

/**
 * Refuses the commit of an import that is not whole, brings nothing, or loses more than the balance bears.
 * @throws AppError `wrong_state` | `insufficient_funds` with the sum that is short
 */
export function assertCommittable({ import: { status, rowCount }, balanceCents }: ImportRecord, counted: StagedCount) {
  if (status !== "staged") throw new AppError("wrong_state", "This file was already imported");
  if (counted.staged < rowCount) {
    throw new AppError("wrong_state", `Only ${counted.staged} of the file's ${rowCount} rows have arrived`);
  }
  if (counted.fresh === 0) throw new AppError("wrong_state", "Every trade of this file is already here");
  const lackCents = shortBy(balanceCents, counted.profitCents);
  if (lackCents === 0) return;
  const loss = formatUsd(-counted.profitCents);
  throw new AppError(
    "insufficient_funds",
    `These trades lost ${loss}. The balance of ${formatUsd(balanceCents)} is ${formatUsd(lackCents)} too low for it.`,
  );
}

/**
 * Refuses the reversal of an import that does not stand, or whose profit is no longer there.
 * @returns what its trades made together, in cents
 * @throws AppError `wrong_state` | `insufficient_funds` with the sum that is short
 */
export function assertReversible({ import: { status, profitCents }, balanceCents }: ImportRecord): number {
  if (status !== "committed" || profitCents === null) {
    const message = status === "staged" ? "This file was never imported" : "This import was already taken back";
    throw new AppError("wrong_state", message);
  }
  const lackCents = shortBy(balanceCents, -profitCents);
  if (lackCents > 0) {
    const profit = formatUsd(profitCents);
    throw new AppError(
      "insufficient_funds",
      `These trades made ${profit}. The balance of ${formatUsd(balanceCents)} is ${formatUsd(lackCents)} too low for it.`,
    );
  }
  return profitCents;
}

/**
 * Why the next step of an import is not this admin's to take, in words for them: one admin alone moves only so much in a
 * day. A commit above it takes another than who sent the file, a reversal another than who committed it.
 *
 * @param movesCents what the step moves, of either sign
 * @param admin      with what they have moved alone in the last day
 * @returns null when they may
 */
export function whyAnotherAdmin(
  { import: row, createdByName, creatorCountsFromMs }: ImportRecord,
  movesCents: number,
  admin: Pick<Importer, "id" | "committedCents" | "reversedCents">,
  nowMs: number,
): string | null {
  const isCommit = row.status === "staged";
  if ((isCommit ? row.createdBy : row.committedBy) !== admin.id) {
    const doesSenderCount = creatorCountsFromMs !== null && creatorCountsFromMs <= nowMs;
    if (!isCommit || doesSenderCount) return null;
    return `${createdByName} sent this file, and their approval does not count. Send the file yourself, and ask a colleague.`;
  }
  const beforeCents = isCommit ? admin.committedCents : admin.reversedCents;
  if (Math.abs(movesCents) + beforeCents <= row.aloneCentsMax) return null;
  const before = beforeCents > 0 ? `, after ${formatUsd(beforeCents)} that you moved alone in the last 24 hours` : "";
  const step = isCommit ? "import it" : "take it back";
  return `This moves ${formatUsd(Math.abs(movesCents))}${before}. Above ${formatUsd(row.aloneCentsMax)} another admin has to ${step}.`;
}

/** @throws AppError `second_admin_needed` with the words of {@link whyAnotherAdmin} */
export function assertTheirs(...step: Parameters<typeof whyAnotherAdmin>): void {
  const reason = whyAnotherAdmin(...step);
  if (reason !== null) throw new AppError("second_admin_needed", reason);
}
