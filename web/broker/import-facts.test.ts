import { describe, expect, test } from "bun:test";
import { type Decimal, decimal, ZERO } from "../../worker/contract/broker/decimal.ts";
import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import type { WallTime } from "../../worker/contract/files/time-forms.ts";
import { emptyStatement } from "../imports/statement/read-rows.ts";
import type { ClosedTrade, Statement } from "../imports/statement/statement.ts";
import { proposeClock, shownTrades, sumsOf, totalDifference } from "./import-facts.ts";
import { sentRows } from "./sent-rows.ts";

// Only the reader of times makes the type.
const wall = (text: string) => Date.parse(`${text}Z`) as WallTime;
const NEW_YORK_CLOSE: FileClock = { kind: "new_york_close" };

function trade(opened: string, closed = opened, changes: Partial<ClosedTrade> = {}): ClosedTrade {
  return {
    line: 1,
    ticket: `${opened} ${closed}`,
    symbol: "XAUUSD",
    direction: "Buy",
    quantity: decimal("0.1"),
    entryPrice: decimal("4338.21"),
    exitPrice: decimal("4344.9"),
    stopPrice: null,
    opened: wall(opened),
    closed: wall(closed),
    profit: decimal("66.9"),
    fees: decimal("-0.7"),
    swap: ZERO,
    ...changes,
  };
}

function statement(changes: Partial<Statement>): Statement {
  return { ...emptyStatement({ format: "mt5", platform: "MetaTrader 5" }), currency: "USD", ...changes };
}

test("results are with fees and swap, to the last digit", () => {
  const sums = sumsOf([
    trade("2026-01-05T00:04"),
    trade("2026-01-05T00:05", "2026-01-05T00:06", { profit: decimal("0.0000001"), swap: decimal("-1.5") }),
  ]);
  expect(sums).toEqual({
    result: decimal("64.0000001"),
    fees: decimal("-1.4"),
    swap: decimal("-1.5"),
    costs: decimal("-2.9"),
  });
});

test.each<[stated: string | null, ours: string, difference: string | null]>([
  [null, "1", null],
  ["1284.66", "1284.66", "0"],
  // Half of the last digit that the file states.
  ["1284.66", "1284.664", "0"],
  ["1284.66", "1284.665", "0"],
  ["1284.66", "1284.666", "-0.006"],
  ["1284.66", "1284.65", "0.01"],
  ["1285", "1284.5", "0"],
  ["-0.1", "0.1", "-0.2"],
])("a stated total of %p and a sum of %p differ by %p", (stated, ours, difference) => {
  const statedTotal = stated === null ? null : decimal(stated);
  expect(totalDifference({ statedTotal }, decimal(ours))).toBe(difference as Decimal | null);
});

describe("the clock of a file", () => {
  const own = { ownTimeZone: "Asia/Phnom_Penh", before: null };
  // In New York it is Sunday 17:04 and Friday 16:58: the market has just opened, and is about to close.
  const week = [trade("2026-01-05T00:04"), trade("2026-01-09T23:58")];

  test("is New York's close where only it keeps the trades out of the weekend", () => {
    const proposal = proposeClock(statement({ trades: week }), own);
    expect(proposal).toEqual({ clock: NEW_YORK_CLOSE, proof: "no_weekend", inWeekend: 0 });
  });

  test("is what the file says, or what the account had", () => {
    const said = proposeClock(statement({ trades: week, isUtc: true }), own);
    expect(said).toMatchObject({ clock: { kind: "offset", minutes: 0 }, proof: "file_says_utc" });
    const before: FileClock = { kind: "zone", timeZone: "Europe/Athens" };
    expect(proposeClock(statement({ trades: week }), { ...own, before })).toMatchObject({
      clock: before,
      proof: "as_before",
    });
  });

  test("is asked for where several fit and the platform has none of its own", () => {
    const midweek = [trade("2026-01-07T12:00")];
    expect(proposeClock(statement({ trades: midweek, format: "csv" }), own).clock).toBeNull();
    expect(proposeClock(statement({ trades: midweek }), own).clock).toEqual(NEW_YORK_CLOSE);
    const coins = [trade("2026-01-10T12:00", "2026-01-10T13:00", { symbol: "BTCUSD" })];
    expect(proposeClock(statement({ trades: coins }), own)).toMatchObject({ clock: null, proof: "unknown" });
  });

  test("is shown by the first and the last trade, and by those after each of its changes", () => {
    const days = [
      "2026-01-05",
      "2026-01-06",
      "2026-03-06",
      "2026-03-09",
      "2026-03-10",
      "2026-10-30",
      "2026-11-02",
      "2026-11-03",
    ];
    const rows = shownTrades(
      days.map((day) => trade(`${day}T10:00`)),
      NEW_YORK_CLOSE,
      "Asia/Phnom_Penh",
    );
    const shown = rows.map(({ wall: at, atMs }) =>
      [at, atMs].map((ms) => new Date(ms ?? 0).toISOString().slice(0, 16)),
    );
    expect(shown).toEqual([
      ["2026-01-05T10:00", "2026-01-05T08:00"],
      ["2026-03-09T10:00", "2026-03-09T07:00"],
      ["2026-11-02T10:00", "2026-11-02T08:00"],
      ["2026-11-03T10:00", "2026-11-03T08:00"],
    ]);
  });

  test("is shown by three trades where it never changes, and by all of fewer", () => {
    const days = ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08"].map((day) => trade(`${day}T10:00`));
    expect(shownTrades(days, NEW_YORK_CLOSE, "UTC")).toHaveLength(3);
    expect(shownTrades(days.slice(0, 1), null, "UTC")).toMatchObject([{ atMs: null }]);
    expect(shownTrades([], null, "UTC")).toEqual([]);
  });
});

describe("what is sent", () => {
  const nowMs = Date.parse("2026-06-01T00:00:00Z");
  const athens: FileClock = { kind: "zone", timeZone: "Europe/Athens" };

  test("are moments of the chosen clock, with all digits", () => {
    const trades = [trade("2026-01-05T02:00", "2026-01-05T03:00", { exitPrice: decimal("0.00000073") })];
    const { rows, faults } = sentRows(statement({ trades }), athens, nowMs);
    expect(faults).toEqual([]);
    expect(rows).toMatchObject({
      kind: "trades",
      rows: [
        {
          openedAtMs: Date.parse("2026-01-05T00:00Z"),
          closedAtMs: Date.parse("2026-01-05T01:00Z"),
          exitPrice: "0.00000073",
        },
      ],
    });
    expect(rows.rows[0]).not.toHaveProperty("opened");
  });

  test("leaves out what the clock never showed, what is in the future, and what closes before it opens", () => {
    const trades = [
      trade("2026-03-29T03:30", "2026-03-29T05:00", { line: 2 }),
      trade("2026-06-01T04:00", "2026-06-01T04:00", { line: 3 }),
      trade("2026-05-01T04:00", "2026-05-01T03:00", { line: 4 }),
    ];
    const { rows, faults } = sentRows(statement({ trades }), athens, nowMs);
    expect(rows.rows).toEqual([]);
    expect(faults.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(faults[0]?.message).toContain("2026-03-29 03:30:00 was skipped");
  });

  test("are the fills of a file that has them; what they leave open follows from all files of the account", () => {
    const fill = {
      line: 2,
      id: "f1",
      symbol: "SOLUSDT",
      side: "Buy",
      quantity: decimal("1"),
      price: decimal("2"),
    } as const;
    const fills = [{ ...fill, at: wall("2026-01-05T02:00"), fee: ZERO, multiplier: decimal("1"), position: "LONG" }];
    const open = [
      {
        symbol: "SOLUSDT",
        direction: "Buy",
        quantity: decimal("1"),
        entryPrice: decimal("2"),
        opened: null,
        fees: ZERO,
      } as const,
    ];
    const sent = sentRows(statement({ fills, open: [...open] }), { kind: "offset", minutes: 0 }, nowMs);
    expect(sent.open).toEqual([]);
    expect(sent.rows).toEqual({
      kind: "fills",
      rows: [
        {
          ...fill,
          atMs: Date.parse("2026-01-05T02:00Z"),
          fee: ZERO,
          multiplier: decimal("1"),
          position: "LONG",
          isClosing: false,
        },
      ],
    });
  });
});
