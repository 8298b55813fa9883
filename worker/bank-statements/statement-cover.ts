import type { StatementCurrency } from "./statement-profile.ts";

/**
 * Days that no statement covers and of which there must be one, as the database has them (`days_without_statement`).
 * @property accountId null of what codes and payouts moved, which some account of the currency must have
 * @property toDay null of what is behind the newest statement
 * @property fromMs of what is before the first statement: the moment of the first entry, before which none is needed
 * @property restMs of a place at rest: the moment of its last entry, behind which none is needed
 */
export type StatementHole = {
  accountId: string | null;
  name: string | null;
  currency: StatementCurrency;
  fromDay: number;
  toDay: number | null;
  fromMs: number | null;
  restMs: number | null;
};

/** Days of an account, or of all accounts of a currency, that lack their statement. */
export type MissingStatement = {
  account: { id: string; name: string } | null;
  currency: StatementCurrency;
  from: number;
  to: number;
};

/**
 * Which of some days lack a statement, account by account from the oldest; what all accounts of a currency lack is named where no account of its own
 * does. The trigger `month_closes_decided` asks the same. @param dayOf the operation's day of a moment
 */
export function missingStatements(
  holes: readonly StatementHole[],
  days: { from: number; to: number },
  dayOf: (atMs: number) => number,
): MissingStatement[] {
  const missing = holes.flatMap(({ accountId, name, currency, fromDay, toDay, fromMs, restMs }): MissingStatement[] => {
    const from = Math.max(fromDay, days.from, fromMs === null ? fromDay : dayOf(fromMs));
    const to = Math.min(toDay ?? days.to, days.to, restMs === null ? days.to : dayOf(restMs));
    return from > to
      ? []
      : [{ account: accountId === null ? null : { id: accountId, name: name ?? "" }, currency, from, to }];
  });
  const own = missing.filter(({ account }) => account !== null);
  const shared = missing.filter(({ account }) => account === null);
  return [
    ...own,
    ...shared.flatMap((hole) =>
      own.filter(({ currency }) => currency === hole.currency).reduce<MissingStatement[]>(without, [hole]),
    ),
  ];
}

/** Spans of days without those of another one. */
function without(spans: MissingStatement[], { from, to }: MissingStatement): MissingStatement[] {
  return spans.flatMap((span) => [
    ...(span.from < from ? [{ ...span, to: Math.min(span.to, from - 1) }] : []),
    ...(span.to > to ? [{ ...span, from: Math.max(span.from, to + 1) }] : []),
  ]);
}
