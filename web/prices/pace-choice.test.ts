import { expect, test } from "bun:test";
import type { PaceMs } from "../../worker/contract/market-messages.ts";
import { PaceChoice } from "./pace-choice.ts";

type Page = { costMs: number; lagMs?: number; ticksApartMs: number };

/** Shows prices for ten seconds as a page does whose requests the hub follows. @returns the requested pace */
function paceOf(choice: PaceChoice, { costMs, lagMs = costMs, ticksApartMs }: Page, fromMs = 0): PaceMs {
  let requestedMs = choice.everyMs;
  for (let atMs = fromMs; atMs < fromMs + 10_000; atMs += Math.max(ticksApartMs, requestedMs)) {
    choice.add({ costMs, lagMs, atMs }, requestedMs);
    requestedMs = choice.everyMs;
  }
  return requestedMs;
}

/** Shows so many prices of a busy market, each at a cost that depends on the pace. @returns the pace after each */
function pacesOf(choice: PaceChoice, showings: number, costOf: (requestedMs: PaceMs) => number): PaceMs[] {
  let atMs = 0;
  return Array.from({ length: showings }, () => {
    const requestedMs = choice.everyMs;
    const costMs = costOf(requestedMs);
    choice.add({ costMs, lagMs: costMs, atMs }, requestedMs);
    atMs += Math.max(40, choice.everyMs);
    return choice.everyMs;
  });
}

test("a page that shows prices cheaply gets them as they come", () => {
  expect(paceOf(new PaceChoice(), { costMs: 2, ticksApartMs: 40 })).toBe(0);
  expect(paceOf(new PaceChoice(), { costMs: 16, ticksApartMs: 40 })).toBe(0);
});

test("a page for which that is too much gets them as far apart as its share of the time allows", () => {
  expect(paceOf(new PaceChoice(), { costMs: 16.5, ticksApartMs: 40 })).toBe(400);
  expect(paceOf(new PaceChoice(), { costMs: 20, ticksApartMs: 40 })).toBe(650);
  expect(paceOf(new PaceChoice(), { costMs: 200, ticksApartMs: 40 })).toBe(1_500);
});

test("a slow page gets the prices of a quiet market as they come", () => {
  expect(paceOf(new PaceChoice(), { costMs: 20, ticksApartMs: 500 })).toBe(0);
});

test("prices that wait for the page make it request fewer", () => {
  expect(paceOf(new PaceChoice(), { costMs: 2, lagMs: 230, ticksApartMs: 40 })).toBe(250);
});

test("a page that has become faster, or a market that has become quiet, ends the slower pace", () => {
  const choice = new PaceChoice();
  expect(paceOf(choice, { costMs: 20, ticksApartMs: 40 })).toBe(650);
  expect(paceOf(choice, { costMs: 2, ticksApartMs: 40 }, 10_000)).toBe(0);
  expect(paceOf(choice, { costMs: 20, ticksApartMs: 40 }, 20_000)).toBe(650);
  expect(paceOf(choice, { costMs: 20, ticksApartMs: 1_000 }, 30_000)).toBe(0);
});

test("a pace does not hold itself up where only rare showings are expensive", () => {
  let isBusy = true;
  const paces = pacesOf(new PaceChoice(), 140, (requestedMs) => {
    // Until the pace is chosen.
    isBusy &&= requestedMs === 0;
    return isBusy || requestedMs > 0 ? 16.5 : 7;
  });
  expect(new Set(paces)).toEqual(new Set([0, 400]));
  expect(paces.at(-1)).toBe(0);
});

test("a page that is too slow for prices as they come tries them seldom, and a very slow one never", () => {
  const paces = pacesOf(new PaceChoice(), 400, () => 20);
  expect(new Set(paces)).toEqual(new Set([0, 650]));
  expect(paces.filter((pace) => pace === 0).length).toBeLessThan(paces.length / 4);
  expect(new Set(pacesOf(new PaceChoice(), 400, () => 60).slice(20))).toEqual(new Set([1_500]));
});

test("a few expensive showings change nothing", () => {
  const choice = new PaceChoice();
  paceOf(choice, { costMs: 2, ticksApartMs: 40 });
  for (const atMs of [10_000, 10_040, 10_080, 10_120]) choice.add({ costMs: 90, lagMs: 90, atMs }, 0);
  expect(choice.everyMs).toBe(0);
});
