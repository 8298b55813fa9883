import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { maxDrawdown } from "../performance/drawdown.ts";
import { NO_ORDERED_FIGURES, type TradeResult } from "../performance/ordered-figures.ts";
import { longestStreaks } from "../performance/streaks.ts";
import { countInOrder, type ReadNext } from "./count-in-order.ts";

/** Few moments and few results, so that trades close at the same time and falls and streaks are equal. */
const someTrades = fc.uniqueArray(
  fc.record({ closedAtMs: fc.integer({ min: 1, max: 6 }), id: fc.nat(60), units: fc.integer({ min: -2, max: 2 }) }),
  { selector: ({ id }) => id, maxLength: 30 },
);
const resultsOf = (list: readonly { closedAtMs: number; id: number; units: number }[]) =>
  list.map(({ closedAtMs, id, units }): TradeResult => [closedAtMs, id, units]);
const inOrder = (trades: readonly TradeResult[]) => trades.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);

/** Reads from a list, as the database does. */
const readerOf =
  (stored: readonly TradeResult[]): ReadNext =>
  async ({ closedAtMs, id }, limit) =>
    inOrder(stored)
      .filter((trade) => trade[0] > closedAtMs || (trade[0] === closedAtMs && trade[1] > id))
      .slice(0, limit);

const unread: ReadNext = () => Promise.reject(new Error("nothing had to be read"));

test("figures of a change are those of all trades in their order, however few are read at once", async () => {
  await fc.assert(
    fc.asyncProperty(someTrades, fc.integer({ min: 1, max: 9 }), fc.nat(30), async (given, limit, split) => {
      const trades = resultsOf(given);
      const [stored, added] = [trades.slice(0, split), trades.slice(split)];
      const change = { totals: null, added, deletes: true, readKept: readerOf(stored) };
      const figures = await countInOrder(change, limit);
      const ordered = inOrder(trades);
      const units = ordered.map(([, , result]) => result);
      const [fall, streaks] = [maxDrawdown(units), longestStreaks(units)];
      const idAt = (place: number | undefined) => (place === undefined ? null : ordered[place]?.[1]);
      expect(figures).toMatchObject({
        resultUnits: units.reduce((sum, result) => sum + result, 0),
        lastClosedAtMs: ordered.at(-1)?.[0] ?? 0,
        ...{ maxDrawdownUnits: fall.units, maxDrawdownPeakUnits: fall.peakUnits },
        ...{ maxDrawdownFirstId: idAt(fall.fall?.first), maxDrawdownLastId: idAt(fall.fall?.last) },
        ...{ longestWinStreak: streaks.wins, longestLossStreak: streaks.losses },
        ...{ longestWinFirstId: idAt(streaks.winning?.first), longestWinLastId: idAt(streaks.winning?.last) },
        ...{ longestLossFirstId: idAt(streaks.losing?.first), longestLossLastId: idAt(streaks.losing?.last) },
      });
    }),
  );
});

test("trades closed after all others continue the stored figures, and nothing is read", async () => {
  await fc.assert(
    fc.asyncProperty(someTrades, fc.nat(7), async (given, until) => {
      const trades = resultsOf(given);
      const whole = { totals: null, deletes: true, readKept: readerOf([]) };
      const totals = await countInOrder({ ...whole, added: trades.filter(([closedAtMs]) => closedAtMs <= until) });
      const added = trades.filter(([closedAtMs]) => closedAtMs > until);
      const continued = await countInOrder({ totals, added, deletes: false, readKept: unread });
      expect(continued).toEqual(await countInOrder({ ...whole, added: trades }));
    }),
  );
  expect(await countInOrder({ totals: null, added: [], deletes: false, readKept: unread })).toEqual(NO_ORDERED_FIGURES);
});
