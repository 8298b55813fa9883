import { expect, test } from "bun:test";
import { SeededChance } from "../../../dev/seeded-chance.ts";
import { testSqlStorage } from "../../../dev/test/test-sql-storage.ts";
import { AlertWatch } from "../../contract/alerts/alert-watch.ts";
import type { AlertCondition, AlertRepeat } from "../../contract/alerts/price-alerts.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import { AlertBook } from "./alert-book.ts";
import { ArmedWatches } from "./armed-watches.ts";
import type { BookAlert } from "./book-alert.ts";

/** A Tuesday. */
const START_MS = Date.UTC(2026, 10, 24, 15);
const NONE = new ArmedWatches([]);

let seq = 0;
/** A quote at a price, heard so long after the start. `agoMs`: its source's time is so much earlier. */
function quote(price: number, { afterMs = 0, agoMs = 0 } = {}): MarketQuote {
  const heardAt = START_MS + afterMs;
  const origin = { source: "coinbase", kind: "quoted", isHeld: false } as const;
  return { symbol: "BTCUSDm", bid: price, ask: price, at: heardAt - agoMs, heardAt, seq: ++seq, ...origin };
}

function alert(id: number, condition: AlertCondition, repeat: AlertRepeat = { type: "once" }): BookAlert {
  const terms = { symbol: "BTCUSDm", condition, repeat, expiresAt: null } as const;
  return { id, version: 1, armedVersion: null, armedSeq: null, ...terms };
}

function bookWith(...alerts: BookAlert[]): AlertBook {
  const book = new AlertBook(testSqlStorage());
  book.change("ana", { alerts, watches: NONE, seq });
  return book;
}

/** What has happened, as `id type`. */
const told = (book: AlertBook) =>
  book.outbox(1_000).map((row) => {
    const id = row.type === "fired" ? row.firing.alert : row.type === "armed" ? row.armed.id : row.expired.id;
    return `${id} ${row.type}`;
  });

const level = (direction: "rises" | "falls", price: number): AlertCondition => ({ type: "level", direction, price });

test("a quote that fires an alert does not arm it again, also where its retreat is nothing and another alert is reached on the other side", () => {
  const book = bookWith(alert(1, level("rises", 100), { type: "again", retreat: 0 }), alert(2, level("falls", 100)));
  book.take(quote(100), null);
  expect(told(book)).toEqual(["2 fired", "1 fired"]);
  book.take(quote(100), null);
  book.take(quote(100), null);
  expect(told(book).slice(2)).toEqual(["1 armed", "1 fired"]);
});

test("a line that goes away from the price fires at a quote whose source's time is earlier", () => {
  const line: AlertCondition = {
    type: "line",
    direction: "rises",
    a: { atMs: START_MS, price: 1_000_000 },
    b: { atMs: START_MS + 60_000, price: 1_060_000 },
  };
  const book = bookWith(alert(1, line));
  // So far from the line that it is compared only when it comes near.
  book.take(quote(500_000), null);
  book.take(quote(1_011_000, { afterMs: 20_000 }), null);
  expect(told(book)).toEqual([]);
  book.take(quote(1_011_000, { afterMs: 20_001, agoMs: 9_999 }), null);
  expect(told(book)).toEqual(["1 fired"]);
});

test("a line far away in time is no number that the storage refuses", () => {
  const steep: AlertCondition = {
    type: "line",
    direction: "falls",
    a: { atMs: 0, price: 1 },
    b: { atMs: 1, price: 900_000_000 },
  };
  const book = bookWith(alert(1, steep), alert(2, { ...steep, direction: "rises" }));
  for (let second = 0; second < 5; second++) book.take(quote(100 + second, { afterMs: 1_000 * second }), null);
  expect(told(book)).toEqual(["1 fired"]);
  expect(book.outbox(1)[0]).toMatchObject({ firing: { value2: Number.MAX_SAFE_INTEGER } });
});

test("a move that has told begins anew after its window, in both directions", () => {
  const book = bookWith(
    alert(1, { type: "move", direction: "either", basisPoints: 100, windowMs: 60_000 }, { type: "again", retreat: 0 }),
  );
  const prices: [number, number][] = [
    [0, 10_000], // Its first quote: it counts from the next second on.
    [1, 10_000],
    [2, 10_100], // Up by 1 %.
    [3, 9_900],
    [62, 9_900],
    [63, 9_900], // Counted again.
    [64, 9_800], // Down by more than 1 %.
    [65, 12_000],
  ];
  for (const [second, price] of prices) book.take(quote(price, { afterMs: 1_000 * second }), null);
  const fired = book.outbox(10).flatMap((row) => (row.type === "fired" ? [row.firing] : []));
  expect(fired.map(({ quote, extreme }) => [quote.bid, extreme?.bid])).toEqual([
    [10_100, 10_000],
    [9_800, 9_900],
  ]);
});

test("moves within up to a day are those that each alert by itself finds, over two days with restarts", () => {
  let fired = 0;
  for (const seed of [1, 2]) {
    const chance = new SeededChance(seed);
    const upTo = (max: number) => Math.floor(chance.next() * (max + 1));
    const sql = testSqlStorage();
    let book = new AlertBook(sql);
    let alerts: BookAlert[] = [];
    const watches = new Map<number, AlertWatch>();
    const expected: string[] = [];
    let price = 50_000;
    for (let i = 0; i < 4_000; i++) {
      if (i < 1_000 && i % 20 === 0) {
        const direction = chance.oneOf(["up", "down", "either"] as const) ?? "up";
        const windowMs = 60_000 * (1 + upTo(chance.next() < 0.5 ? 1_439 : 60));
        const repeat = { type: "again", retreat: 0 } as const;
        const added = alert(i, { type: "move", direction, basisPoints: 1 + upTo(400), windowMs }, repeat);
        alerts = [...alerts, added];
        watches.set(i, new AlertWatch(added, seq));
        book.change("ana", { alerts, watches: NONE, seq });
      }
      price = Math.max(20_000, price + upTo(200) - 100 + (chance.next() < 0.01 ? upTo(2_000) - 1_000 : 0));
      const next = quote(price, { afterMs: i * 43_000 + upTo(40_000) });
      book.take(next, null);
      for (const [id, watch] of watches) {
        const event = watch.take(next);
        if (event?.type === "fired")
          expected.push(`${id} ${next.seq} ${event.firing.extreme?.seq} ${event.firing.value2}`);
      }
      if (chance.next() > 0.02) continue;
      book.checkpoint();
      book = new AlertBook(sql);
    }
    const found = book.outbox(100_000).flatMap((row) => {
      if (row.type !== "fired") return [];
      const { alert: id, quote: of, extreme, value2 } = row.firing;
      return [`${id} ${of.seq} ${extreme?.seq} ${value2}`];
    });
    expect(found.toSorted()).toEqual(expected.toSorted());
    fired += found.length;
  }
  expect(fired).toBeGreaterThan(300);
});

test("an owner that is forgotten has nothing left", () => {
  const book = bookWith(alert(1, level("rises", 100)), alert(2, level("falls", 50)));
  book.take(quote(100), null);
  expect(told(book)).toEqual(["1 fired"]);
  book.forget("ana");
  expect(told(book)).toEqual([]);
  book.take(quote(40), null);
  expect(told(book)).toEqual([]);
  expect(book.hasAlerts).toBe(false);
});
