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

test("a page that shows prices cheaply gets them as they come", () => {
  expect(paceOf(new PaceChoice(), { costMs: 2, ticksApartMs: 40 })).toBe(0);
  expect(paceOf(new PaceChoice(), { costMs: 16, ticksApartMs: 40 })).toBe(0);
});

test("a page for which that is too much gets them as far apart as its share of the time allows", () => {
  expect(paceOf(new PaceChoice(), { costMs: 17, ticksApartMs: 40 })).toBe(400);
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

test("a few expensive showings change nothing", () => {
  const choice = new PaceChoice();
  paceOf(choice, { costMs: 2, ticksApartMs: 40 });
  for (const atMs of [10_000, 10_040, 10_080, 10_120]) choice.add({ costMs: 90, lagMs: 90, atMs }, 0);
  expect(choice.everyMs).toBe(0);
});
