import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { simulatedTrades, skewed, utc } from "../../test/simulated-traders.ts";
import { findDifferences } from "./find-differences.ts";
import { seededRandom } from "./random.ts";

setDefaultTimeout(600_000);

const leaking = (seed: number, count = 300) =>
  simulatedTrades(count, seededRandom(seed), { leak: (_, before) => (before?.isLoss ? -0.9 : 0) });

describe("a difference that is there", () => {
  const trades = leaking(3);
  const { findings, asked, nothing, unit } = findDifferences(trades, utc);
  const found = findings.find(({ question }) => question === "after_loss");

  test("is found, with its trades, and its interval holds it", () => {
    expect(unit).toBe("risk");
    expect(found).toBeDefined();
    if (!found) return;
    expect(found.difference.from).toBeLessThan(-0.9);
    expect(found.difference.to).toBeGreaterThan(-0.9);
    expect(found.difference.to).toBeLessThan(0);
    const own = trades.filter(({ id }) => found.ids.includes(id));
    expect(own.length).toBe(found.count);
    expect(own.reduce((sum, { result }) => sum + result, 0)).toBe(found.resultInAll);
    expect(found.resultEach * found.count).toBeCloseTo(found.resultInAll, 6);
    expect(found.winRate).toBe(own.filter(({ result }) => result > 0).length / own.length);
    expect(found.winRate).toBeLessThan(found.otherWinRate);
    expect(asked).toBe(findings.length + nothing.length);
  });

  test("is the same for the trades in any order", () => {
    expect(findDifferences(trades.toReversed(), utc)).toEqual(findDifferences(trades, utc));
  });
});

test("below twenty trades of a side nothing is asked, and what is missing is said", () => {
  const { findings, asked, waiting } = findDifferences(leaking(1, 19), utc);
  expect([findings, asked]).toEqual([[], 0]);
  expect(waiting.find(({ question }) => question === "buys")?.missing).toBeGreaterThan(0);
  expect(findDifferences([], utc)).toEqual({
    ...{ unit: "median_loss", studied: 0, asked: 0, findings: [], nothing: [], waiting: [] },
  });
});

test("without stops 1 R is the median loss; with a few gaps those trades are left out", () => {
  const trades = leaking(3);
  const without = findDifferences(
    trades.map((trade) => ({ ...trade, r: null })),
    utc,
  );
  expect([without.unit, without.studied]).toEqual(["median_loss", trades.length]);
  expect(without.findings.map(({ question }) => question)).toContain("after_loss");
  const gaps = trades.map((trade) => (trade.id % 20 === 0 ? { ...trade, r: null } : trade));
  expect(findDifferences(gaps, utc)).toMatchObject({ unit: "risk", studied: 285 });
});

test("of sixty traders without an edge a few at most see a finding", () => {
  const seeing = Array.from({ length: 60 }, (_, trader) => {
    const trades = simulatedTrades(120, seededRandom(trader + 5_000), { outcome: skewed });
    return findDifferences(trades, utc).findings.length > 0;
  });
  // One in twenty is three; nine or more are less likely than one in five hundred.
  expect(seeing.filter(Boolean).length).toBeLessThan(9);
});
