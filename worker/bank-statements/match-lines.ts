import type { StatementCurrency } from "./statement-profile.ts";

/** A line of a statement as matching reads it. */
export type MatchLine = {
  id: number;
  /** The bank's day of the booking. */
  day: number;
  amountCents: number;
  currency: StatementCurrency;
  bankId: string | null;
  networkHash: string | null;
  reference: string | null;
  remark: string | null;
};

/** A transfer of the ledger that moves money at a bank. */
export type MatchTransfer = {
  id: string;
  kind: string;
  /** The operation's day. A bank books what comes after its cut-off on its next one. */
  day: number;
  /** What the bank's balance changes by, in hundredths of the currency. */
  amountCents: number;
  currency: StatementCurrency;
  /** What names exactly this payment at the bank or the network: a settlement hash, the bank's id or reference. */
  ids: readonly string[];
  /** Our own code, which the payer or we wrote into the payment: a deposit's code or a withdrawal's number. */
  code: string | null;
  /** The reference under which a bank pays several at once. */
  batch: string | null;
  /** Of a payment of a batch: whether the bank said that it came back. */
  isBounced: boolean;
};

/** Why a line and its transfers belong together. */
export type MatchReason = "bank_id" | "code" | "batch";

export type Match = { lineId: number; transferIds: readonly string[]; why: MatchReason };

/** What is open, or not as it should be. */
export type DifferenceKind =
  /** A line for whose code nothing was recorded, or that names none. */
  | "unknown_payment"
  | "unknown_debit"
  | "not_credited"
  | "not_recorded"
  /** Several transfers fit, so a person says which. */
  | "ambiguous"
  /** A further payment of one code, or of one withdrawal. */
  | "second_payment"
  | "wrong_sum"
  | "wrong_currency"
  /** A payout came back, and nobody has recorded it. */
  | "payout_back"
  /** A transfer that no statement has. */
  | "not_on_statement"
  /** Matched, and booked on another day than the operation's, as after the bank's cut-off. */
  | "other_day";

/** @property lineId,transferId both where a line names the transfer that it differs from */
export type Difference = {
  kind: DifferenceKind;
  lineId: number | null;
  transferId: string | null;
  code: string | null;
};

export type Matching = { matches: Match[]; differences: Difference[] };

/**
 * Matches lines to transfers, one to one, and one to the many of a batch. Only what names its transfer exactly and has its sum and currency is matched: an id
 * of the bank or the network first, then our code. Of two payments of one code the earlier is matched, as the sum is credited once, and
 * the later is open. Everything else is named as a difference, for a person.
 *
 * @param lines     that no match has yet, from the oldest to the newest
 * @param transfers that no match has yet, in the same order
 * @param known     codes and ids of transfers that are matched already, so that a further payment of one is seen as such
 */
export function matchLines(
  lines: readonly MatchLine[],
  transfers: readonly MatchTransfer[],
  known: ReadonlySet<string> = new Set(),
): Matching {
  const matches: Match[] = [];
  const takenLines = new Set<number>();
  const takenTransfers = new Set<string>();
  const take = (line: MatchLine, found: readonly MatchTransfer[], why: MatchReason) => {
    takenLines.add(line.id);
    for (const { id } of found) takenTransfers.add(id);
    matches.push({ lineId: line.id, transferIds: found.map(({ id }) => id), why });
  };
  const keysOf = new Map(lines.map((line) => [line.id, lineKeys(line)]));
  const keysOfLine = (line: MatchLine) => keysOf.get(line.id) ?? NO_KEYS;

  const byId = groupedBy(transfers, ({ ids }) => ids.map(normalKey));
  const linesById = groupedBy(lines, (line) => keysOfLine(line).ids);
  const fits = (line: MatchLine, transfer: MatchTransfer) =>
    !takenLines.has(line.id) &&
    !takenTransfers.has(transfer.id) &&
    line.currency === transfer.currency &&
    line.amountCents === transfer.amountCents;
  for (const line of lines) {
    const found = distinct(keysOfLine(line).ids.flatMap((key) => byId.get(key) ?? [])).filter((one) => fits(line, one));
    const [only] = found;
    if (!only || found.length > 1) continue;
    const others = distinct(only.ids.flatMap((key) => linesById.get(normalKey(key)) ?? [])).filter((one) =>
      fits(one, only),
    );
    if (others.length === 1) take(line, [only], "bank_id");
  }

  const byBatch = groupedBy(transfers, ({ batch }) => (batch === null ? [] : [normalKey(batch)]));
  for (const [batch, members] of byBatch) {
    const open = members.filter(({ id }) => !takenTransfers.has(id));
    const of = (linesById.get(batch) ?? []).filter(
      ({ id, currency }) => !takenLines.has(id) && open.every((member) => member.currency === currency),
    );
    const whole = paidAsWhole(open, of);
    if (whole) take(whole.line, whole.members, "batch");
  }

  const byCode = groupedBy(transfers, ({ code }) => (code === null ? [] : [normalKey(code)]));
  for (const line of lines) {
    const { codes } = keysOfLine(line);
    const found = distinct(codes.flatMap((code) => byCode.get(code) ?? [])).filter((one) => fits(line, one));
    // A line that names two codes of one sum each is for a person.
    const [only] = found;
    if (only && found.length === 1) take(line, [only], "code");
  }

  return {
    matches,
    differences: differencesOf(lines, transfers, { known, matches, keysOfLine, byId, byBatch, byCode, takenTransfers }),
  };
}

/**
 * The one line that pays a batch as a whole, with what of it the line pays: all that no line has yet, or all but what came back, since a bank takes
 * the whole file and puts back what it could not pay, or takes no more than it paid. Null where no line has such a sum, or several have it.
 * @param open  what of the batch no line has
 * @param lines those with the batch's name
 */
export function paidAsWhole<
  Member extends { amountCents: number; isBounced: boolean },
  Line extends { amountCents: number },
>(open: readonly Member[], lines: readonly Line[]): { line: Line; members: readonly Member[] } | null {
  for (const members of [open, open.filter(({ isBounced }) => !isBounced)]) {
    const total = members.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const [line, more] = lines.filter(({ amountCents }) => amountCents === total);
    if (line && members.length > 0) return more ? null : { line, members };
  }
  return null;
}

type LineKeys = { ids: readonly string[]; codes: readonly string[] };
const NO_KEYS: LineKeys = { ids: [], codes: [] };

/** Codes of deposits, `D84QVQSXYG7`, and numbers of withdrawals, `WD-2275`, in what a payer or we wrote. */
const DEPOSIT_CODE = /(?<![0-9A-Z])D[2-9A-HJKMNP-Z]{10}(?![0-9A-Z])/gi;
const WITHDRAWAL_CODE = /(?<![0-9A-Z])WD[ -]?([1-9]\d{3,11})(?!\d)/gi;

/** The codes of deposits and withdrawals in a text. */
export function codesIn(text: string): string[] {
  const deposits = (text.match(DEPOSIT_CODE) ?? []).map((code) => code.toUpperCase());
  const withdrawals = [...text.matchAll(WITHDRAWAL_CODE)].map(([, number]) => `WD-${number}`);
  return [...new Set([...deposits, ...withdrawals])];
}

function lineKeys({ bankId, networkHash, reference, remark }: MatchLine): LineKeys {
  const ids = [bankId, networkHash, reference].flatMap((id) => (id === null ? [] : [normalKey(id)]));
  const codes = codesIn(`${reference ?? ""} ${remark ?? ""}`).map(normalKey);
  return { ids: [...new Set(ids)], codes };
}

/** As references of a bank are compared elsewhere: without regard to case and spaces. */
export function normalKey(text: string): string {
  return text.toLowerCase().replaceAll(" ", "");
}

function groupedBy<T>(rows: readonly T[], keysOf: (row: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return groups;
}

function distinct<T>(rows: readonly T[]): T[] {
  return rows.length < 2 ? [...rows] : [...new Set(rows)];
}

type Found = {
  known: ReadonlySet<string>;
  matches: readonly Match[];
  keysOfLine: (line: MatchLine) => LineKeys;
  byId: ReadonlyMap<string, readonly MatchTransfer[]>;
  byBatch: ReadonlyMap<string, readonly MatchTransfer[]>;
  byCode: ReadonlyMap<string, readonly MatchTransfer[]>;
  takenTransfers: ReadonlySet<string>;
};

/** What is open, in the order of lines, then of transfers; each difference once, though it has two sides. */
function differencesOf(lines: readonly MatchLine[], transfers: readonly MatchTransfer[], found: Found): Difference[] {
  const { known, matches, keysOfLine, byId, byBatch, byCode, takenTransfers } = found;
  const matchOf = new Map(matches.map((match) => [match.lineId, match]));
  const transferOf = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const named = new Set<string>();
  const differences: Difference[] = [];

  for (const line of lines) {
    const match = matchOf.get(line.id);
    if (match) {
      const late = match.transferIds
        .map((id) => transferOf.get(id))
        .find((transfer) => transfer && transfer.day !== line.day);
      if (late) differences.push({ kind: "other_day", lineId: line.id, transferId: late.id, code: late.code });
      continue;
    }
    const { ids, codes } = keysOfLine(line);
    const code = codes[0] === undefined ? null : codes[0].toUpperCase();
    const all = distinct([
      ...ids.flatMap((key) => byId.get(key) ?? []),
      ...codes.flatMap((key) => byCode.get(key) ?? []),
    ]);
    const open = all.filter(({ id }) => !takenTransfers.has(id) && !named.has(id));
    const push = (kind: DifferenceKind, transfer?: MatchTransfer) => {
      if (transfer) named.add(transfer.id);
      differences.push({ kind, lineId: line.id, transferId: transfer?.id ?? null, code });
    };
    const isOut = line.amountCents < 0;
    const sameWay = (transfer: MatchTransfer) => transfer.amountCents < 0 === isOut;
    const sameSide = open.filter(sameWay);
    const otherCurrency = sameSide.find(({ currency }) => currency !== line.currency);
    const ofCurrency = sameSide.filter(({ currency }) => currency === line.currency);
    const fitting = ofCurrency.find(({ amountCents }) => amountCents === line.amountCents);
    const otherSum = ofCurrency[0];
    const isOfBatch = ids.some((key) =>
      byBatch.get(key)?.some((member) => sameWay(member) && !takenTransfers.has(member.id)),
    );
    const isNamedBefore =
      all.some((one) => sameWay(one) && takenTransfers.has(one.id)) ||
      [...ids, ...codes].some((key) => known.has(`${isOut ? "-" : "+"}${key}`));
    const hasPayout =
      !isOut &&
      (all.some(({ amountCents }) => amountCents < 0) || [...ids, ...codes].some((key) => known.has(`-${key}`)));
    if (fitting) push("ambiguous");
    else if (otherSum) push("wrong_sum", otherSum);
    else if (isOfBatch) push("wrong_sum");
    else if (otherCurrency) push("wrong_currency", otherCurrency);
    else if (hasPayout) push("payout_back");
    else if (isNamedBefore) push("second_payment");
    else if (code === null) push(isOut ? "unknown_debit" : "unknown_payment");
    else push(isOut ? "not_recorded" : "not_credited");
  }
  for (const { id, code } of transfers) {
    if (takenTransfers.has(id) || named.has(id)) continue;
    differences.push({ kind: "not_on_statement", lineId: null, transferId: id, code });
  }
  return differences;
}
