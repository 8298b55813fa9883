import { expect, test } from "bun:test";
import type { PaceMs } from "../../worker/contract/market-messages.ts";
import { PaceChoice } from "./pace-choice.ts";

type Page = { costMs: number; lagMs?: number; ticksApartMs: number };

/** Shows prices for a time as a page does whose requests the hub follows. @returns the chosen paces, with their times */
function pacesOf(
  choice: PaceChoice,
  costOf: (paceMs: PaceMs, atMs: number) => Partial<Page>,
  { forMs = 20_000, fromMs = 0 } = {},
): { paceMs: PaceMs; atMs: number }[] {
  const paces = [{ paceMs: choice.everyMs, atMs: fromMs }];
  for (let atMs = fromMs; atMs < fromMs + forMs; ) {
    const paceMs = choice.everyMs;
    const { costMs = 2, lagMs = costMs, ticksApartMs = 40 } = costOf(paceMs, atMs);
    choice.add({ costMs, lagMs, atMs }, paceMs);
    if (choice.everyMs !== paceMs) paces.push({ paceMs: choice.everyMs, atMs });
    atMs += Math.max(ticksApartMs, choice.everyMs);
  }
  return paces;
}

/** The pace of most of the time. */
function usualPace(page: Partial<Page>): PaceMs | undefined {
  const paces = pacesOf(new PaceChoice(), () => page, { forMs: 600_000 });
  const lasted = new Map<PaceMs, number>();
  for (const [i, { paceMs, atMs }] of paces.entries()) {
    lasted.set(paceMs, (lasted.get(paceMs) ?? 0) + (paces[i + 1]?.atMs ?? 600_000) - atMs);
  }
  return [...lasted].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

test("a page that shows prices cheaply gets them as they come", () => {
  expect(pacesOf(new PaceChoice(), () => ({ costMs: 2 }))).toHaveLength(1);
  expect(pacesOf(new PaceChoice(), () => ({ costMs: 16 }))).toHaveLength(1);
});

test("a page for which that is too much gets them as far apart as its share of the time allows, twice a second at least", () => {
  expect(usualPace({ costMs: 16.5 })).toBe(400);
  expect(usualPace({ costMs: 20 })).toBe(480);
  expect(usualPace({ costMs: 95 })).toBe(480);
  expect(usualPace({ costMs: 120 })).toBe(650);
  expect(usualPace({ costMs: 400 })).toBe(1_500);
});

test("a slow page gets the prices of a quiet market as they come", () => {
  expect(usualPace({ costMs: 20, ticksApartMs: 500 })).toBe(0);
});

test("prices that wait for the page make it request fewer", () => {
  expect(usualPace({ costMs: 2, lagMs: 230 })).toBe(250);
});

test.each([
  { was: "slow for ten minutes", slow: { costMs: 60 }, later: { costMs: 8 } },
  { was: "very slow", slow: { costMs: 900 }, later: { costMs: 8 } },
  { was: "behind", slow: { costMs: 8, lagMs: 700 }, later: { costMs: 8 } },
  { was: "slow in a market that has become quiet", slow: { costMs: 20 }, later: { costMs: 20, ticksApartMs: 1_000 } },
])("a page that was $was gets prices as they come again within 20 seconds", ({ slow, later }) => {
  const choice = new PaceChoice();
  pacesOf(choice, () => slow, { forMs: 600_000 });
  expect(choice.everyMs).toBeGreaterThan(0);
  const after = pacesOf(choice, () => later, { fromMs: 600_000 });
  expect(after.at(-1)?.paceMs).toBe(0);
});

test("a pace does not hold itself up where rare showings cost several times as much as many", () => {
  for (const rareMs of [17, 30, 45]) {
    let isBusy = true;
    const paces = pacesOf(
      new PaceChoice(),
      (paceMs, atMs) => {
        isBusy &&= atMs < 300_000;
        return { costMs: isBusy ? 100 : Math.max(7, rareMs * Math.min(1, paceMs / 480)) };
      },
      { forMs: 400_000 },
    );
    expect(paces.at(-1)?.paceMs).toBe(0);
  }
});

test("a page that stays too slow tries a faster pace once a minute", () => {
  for (const costMs of [20, 60]) {
    const paces = pacesOf(new PaceChoice(), () => ({ costMs }), { forMs: 1_200_000 });
    const tried = paces.filter(({ paceMs, atMs }) => paceMs < 480 && atMs > 600_000);
    expect(tried.length).toBeGreaterThan(5);
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(Math.min(...tried.map(({ paceMs }) => paceMs))).toBe(150);
  }
});

test("a few expensive showings change nothing", () => {
  const choice = new PaceChoice();
  pacesOf(choice, () => ({ costMs: 2 }));
  for (const atMs of [20_000, 20_040, 20_080, 20_120]) choice.add({ costMs: 90, lagMs: 90, atMs }, 0);
  expect(choice.everyMs).toBe(0);
});

test("showings of frames that were sent at another pace than the chosen one do not count", () => {
  const choice = new PaceChoice();
  pacesOf(choice, () => ({ costMs: 60 }), { forMs: 400 });
  expect(choice.everyMs).toBe(480);
  for (let atMs = 400; atMs < 4_000; atMs += 40) choice.add({ costMs: 900, lagMs: 900, atMs }, 0);
  expect(choice.everyMs).toBe(480);
});
