import {
  type FileForm,
  folded,
  refuse,
  rowsOf,
  shortened,
  sumIn,
  tableOf,
  textIn,
  valueBeside,
} from "../../bank-statements/bank-table.ts";
import { normalKey } from "../../bank-statements/match-lines.ts";
import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { STATEMENT_LIMITS } from "../../bank-statements/statement-profile.ts";
import { formatUsd } from "../../contract/money.ts";
import { digestOf } from "../../platform/digest-of-bytes.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";
import type { ResultProfile } from "./payout-profile.ts";

/** A row of the bank's answer to a batch. */
export type ResultRow = {
  /** Its number in the file, from 1. */
  line: number;
  /** By which the same row of a later file is known. */
  rowKey: string;
  /** That of an item of the batch; null where the row has none. */
  reference: string | null;
  amountCents: number;
  outcome: "completed" | "bounced";
  bankId: string | null;
  reason: string | null;
};

/**
 * Reads the bank's answer to a batch. Nothing in it is guessed: a row that is not about this batch, or says something that the profile does not
 * describe, refuses the file with its line.
 * @param batch its number as the bank has it, `B-117`, and the references of its items
 * @throws AppError `invalid_input` that names what is wrong and where; then nothing of the file is kept
 */
export function readPayoutResult(
  bytes: Uint8Array,
  profile: ResultProfile,
  batch: { name: string; references: ReadonlySet<string> },
): ResultRow[] {
  const form: FileForm = { encoding: profile.encoding, separator: profile.separator };
  const all = rowsOf(bytes, form);
  const { columns, head } = profile;
  const named = Object.values(columns).filter((name) => name !== undefined);
  const table = tableOf(all, named);
  const above = all.slice(0, table.at);
  const said = head.batch === undefined ? null : valueBeside(above, head.batch);
  if (said && said.text.toUpperCase() !== batch.name) {
    refuse(PAYOUT_TEXT.otherBatch(said.line, shortened(said.text), batch.name));
  }
  const byReference = new Map<string, number>();
  const byId = new Map<string, number>();
  const rows = table.rows.map(({ line, cells }): ResultRow => {
    const cellOf = (name: string) => cells[table.columns.get(name) ?? -1] ?? "";
    const textOf = (name: string, max: number) => textIn(cellOf(name), { line, name, max });
    const { id, cell } = STATEMENT_LIMITS;
    const reference = textOf(columns.reference, id)?.toUpperCase().replaceAll(" ", "") ?? null;
    if (reference !== null) {
      assertOfBatch(reference, line, batch);
      assertFirst(byReference, reference, line, PAYOUT_TEXT.referenceTwice);
    }
    const amount = cellOf(columns.amount);
    const amountCents = sumIn(amount, profile.decimalMark);
    if (amountCents === null || amountCents <= 0) refuse(BANK_STATEMENT_TEXT.noAmount(line, shortened(amount)));
    const outcome = outcomeOf(profile, cellOf(columns.status));
    if (outcome === null) refuse(PAYOUT_TEXT.noStatus(line, shortened(cellOf(columns.status))));
    const bankId = textOf(columns.bankId, id);
    if (bankId !== null) assertFirst(byId, normalKey(bankId), line, PAYOUT_TEXT.idTwice);
    const reason = columns.reason === undefined ? null : textOf(columns.reason, cell);
    const says = { reference, amountCents, outcome, bankId, reason };
    // Rows with neither a reference nor an id of the bank are distinguished by their line.
    const place = reference === null && bankId === null ? line : 0;
    const rowKey = digestOf(new TextEncoder().encode(JSON.stringify([place, ...Object.values(says)])));
    return { line, rowKey, ...says };
  });
  if (rows.length === 0) refuse(PAYOUT_TEXT.noRows);
  const total = head.total === undefined ? null : valueBeside(above, head.total);
  if (total) {
    const totalCents = sumIn(total.text, profile.decimalMark);
    const sumCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (totalCents === null) refuse(BANK_STATEMENT_TEXT.noAmount(total.line, shortened(total.text)));
    if (totalCents !== sumCents) refuse(PAYOUT_TEXT.otherTotal(formatUsd(totalCents), formatUsd(sumCents)));
  }
  return rows;
}

function assertOfBatch(reference: string, line: number, batch: { name: string; references: ReadonlySet<string> }) {
  if (batch.references.has(reference)) return;
  const [, other] = /^(B-\d+)(?:\/\d+)?$/.exec(reference) ?? [];
  if (other !== undefined && other !== batch.name) refuse(PAYOUT_TEXT.otherBatch(line, other, batch.name));
  refuse(PAYOUT_TEXT.unknownReference(line, shortened(reference)));
}

function assertFirst(seen: Map<string, number>, key: string, line: number, twice: typeof PAYOUT_TEXT.idTwice): void {
  const before = seen.get(key);
  if (before !== undefined) refuse(twice(line, before));
  seen.set(key, line);
}

function outcomeOf({ statuses }: ResultProfile, text: string): ResultRow["outcome"] | null {
  const is = (words: readonly string[]) => words.some((word) => folded(word) === folded(text.trim()));
  if (is(statuses.completed)) return "completed";
  return is(statuses.bounced) ? "bounced" : null;
}
