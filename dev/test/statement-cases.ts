import { explainDay, type MoneyGroup } from "../../worker/bank-statements/explain-day.ts";
import {
  type Matching,
  type MatchLine,
  type MatchTransfer,
  matchLines,
} from "../../worker/bank-statements/match-lines.ts";
import { readStatement } from "../../worker/bank-statements/read-statement.ts";
import { profileOf, type StatementCurrency } from "../../worker/bank-statements/statement-profile.ts";
import { label, type StatementMonth } from "./statement-month.ts";

const NOW = Date.UTC(2026, 11, 5);

/** Reads a file of a month as it would be imported. @param firstId of its lines */
export function linesOf(bytes: Uint8Array, profileId: string, currency: StatementCurrency, firstId = 0): MatchLine[] {
  const profile = profileOf(profileId);
  if (!profile) throw new Error(`no profile ${profileId}`);
  const { lines } = readStatement(bytes, profile, { number: null, currency }, NOW);
  return lines.map((line, at) => ({ ...line, id: firstId + at, currency }));
}

/** Reads and matches a month, and names what differs. */
export function differencesOf(month: StatementMonth): { lines: MatchLine[]; matching: Matching; named: string[] } {
  const dollars = linesOf(month.files.dollars, "aba", "USD");
  const riel = linesOf(month.files.riel, "canadia-khr", "KHR", dollars.length);
  const lines = [...dollars, ...riel];
  const matching = matchLines(lines, month.transfers);
  const named = matching.differences.map((one) =>
    label(one, one.lineId === null ? null : (lines[one.lineId]?.bankId ?? "")),
  );
  return { lines, matching, named: named.sort() };
}

/** For each day of a month, of the dollar account: what is not explained, and whether the terms add up. */
export function explainMonth(month: StatementMonth, lines: readonly MatchLine[], { matches }: Matching) {
  const dollars = lines.filter(({ currency }) => currency === "USD");
  const transferOf = new Map<string, MatchTransfer>(month.transfers.map((transfer) => [transfer.id, transfer]));
  const matchOf = new Map(matches.map((match) => [match.lineId, match]));
  const matched = new Set(matches.flatMap(({ transferIds }) => transferIds));
  const groups: MoneyGroup[] = [
    ...dollars.map((line) => ({
      line,
      transfers: (matchOf.get(line.id)?.transferIds ?? []).flatMap((id) => transferOf.get(id) ?? []),
      decision: null,
    })),
    ...month.transfers
      .filter(({ id }) => !matched.has(id))
      .map((one) => ({ line: null, transfers: [one], decision: null })),
  ];
  return Array.from({ length: month.days }, (_, i) => {
    const day = month.firstDay + i;
    const upTo = <T extends { day: number }>(rows: readonly T[]) => rows.filter((row) => row.day <= day);
    const total = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);
    const tradingResults = total([...month.results].flatMap(([of, cents]) => (of <= day ? [cents] : [])));
    const booked = upTo(month.transfers);
    return explainDay({
      day,
      bankCents: month.openingCents + total(upTo(dollars).map(({ amountCents }) => amountCents)),
      clientCents: month.openingCents + total(booked.map(({ clientCents }) => clientCents)) + tradingResults,
      groups,
      house: {
        tradingCents: -tradingResults,
        suspenseCents: 0,
        exchangeCents: 0,
        feesCents: total(booked.filter(({ kind }) => kind === "fee").map(({ amountCents }) => amountCents)),
      },
      receivableCents: 0,
    });
  });
}
