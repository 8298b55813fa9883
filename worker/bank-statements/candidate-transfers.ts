import { isSameName } from "../contract/compare-names.ts";
import { codesIn, normalKey } from "./match-lines.ts";
import type { StatementCurrency } from "./statement-profile.ts";

/** Why a record could be what a line is about. */
export type CandidateReason = "our_code" | "same_reference" | "same_sum" | "same_day" | "same_name" | "paid_before";

/** An open line, as a person looks for what it is about. */
export type OpenLine = {
  day: number;
  amountCents: number;
  currency: StatementCurrency;
  bankId: string | null;
  networkHash: string | null;
  reference: string | null;
  remark: string | null;
  payer: string | null;
};

/**
 * A record that a line could be about: a transfer without a line, a code that was not paid, a withdrawal that is being paid, the refund of an
 * exception whose payment has a line.
 */
export type CandidateRecord = {
  kind: "transfer" | "deposit" | "withdrawal" | "refund";
  id: string;
  day: number;
  /** With its sign, as the bank's balance would change. */
  amountCents: number;
  currency: StatementCurrency;
  code: string | null;
  ids: readonly string[];
  /** The trader's name, and the holder's of a withdrawal. */
  names: readonly string[];
  /** Whether an earlier line of the same payer's account was its trader's. */
  isPaidBefore: boolean;
};

export type Candidate<Found extends CandidateRecord> = { record: Found; why: CandidateReason[] };

/** How much a reason says, so that the likeliest stands first. */
const WEIGHT: Readonly<Record<CandidateReason, number>> = {
  our_code: 32,
  same_reference: 16,
  same_sum: 8,
  paid_before: 4,
  same_name: 4,
  same_day: 1,
};
export const CANDIDATES_MAX = 8;

/**
 * What an open line could be about, the likeliest first, each with why. A day alone is no reason, and of another sum only a code, a reference or a
 * payer is one. Nothing is matched by it: a person decides.
 */
export function candidatesOf<Found extends CandidateRecord>(
  line: OpenLine,
  records: readonly Found[],
): Candidate<Found>[] {
  const codes = new Set(codesIn(`${line.reference ?? ""} ${line.remark ?? ""}`).map(normalKey));
  const ids = new Set(
    [line.bankId, line.networkHash, line.reference].flatMap((id) => (id === null ? [] : [normalKey(id)])),
  );
  const scored = records.flatMap((record) => {
    if (record.amountCents < 0 !== line.amountCents < 0) return [];
    const why: CandidateReason[] = [];
    if (record.code !== null && codes.has(normalKey(record.code))) why.push("our_code");
    if (record.ids.some((id) => ids.has(normalKey(id)))) why.push("same_reference");
    if (record.amountCents === line.amountCents && record.currency === line.currency) why.push("same_sum");
    if (record.isPaidBefore) why.push("paid_before");
    const { payer } = line;
    if (payer !== null && record.names.some((name) => isSameName(name, payer))) why.push("same_name");
    if (why.length === 0) return [];
    if (record.day === line.day) why.push("same_day");
    return [{ record, why, score: why.reduce((sum, reason) => sum + WEIGHT[reason], 0) }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || b.record.day - a.record.day || (a.record.id < b.record.id ? -1 : 1))
    .slice(0, CANDIDATES_MAX)
    .map(({ record, why }) => ({ record, why }));
}
