import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { FileClock } from "../../../worker/contract/broker/file-clock.ts";
import { momentsOf, tradeMoments } from "../../../worker/contract/files/clock-moments.ts";
import { readTime, type WallTime } from "../../../worker/contract/files/time-forms.ts";
import { fc } from "../../test/property.ts";
import { readFile } from "../read-file.ts";
import { candidateClocks, fittingClocks } from "./propose-clock.ts";

const zone = (timeZone: string): FileClock => ({ kind: "zone", timeZone });
const NEW_YORK_CLOSE: FileClock = { kind: "new_york_close" };

function wallOf(text: string): WallTime {
  const reading = readTime(text, "day_first");
  if (!reading) throw new Error(`no time: ${text}`);
  return reading.wall;
}

function iso(clock: FileClock, text: string): string[] {
  return momentsOf(clock)(wallOf(text)).map((ms) => new Date(ms).toISOString());
}

test.each<[FileClock, string, string[]]>([
  [{ kind: "offset", minutes: 0 }, "2026.03.02 10:15:30", ["2026-03-02T10:15:30.000Z"]],
  [{ kind: "offset", minutes: -210 }, "2026.03.02 10:15:30", ["2026-03-02T13:45:30.000Z"]],
  [zone("Europe/Athens"), "2026.07.02 10:15:30", ["2026-07-02T07:15:30.000Z"]],
  // Moved forward, the hour from 3 to 4 is skipped; moved back, it occurs twice.
  [zone("Europe/Athens"), "2026.03.29 03:59:59", []],
  [zone("Europe/Athens"), "2026.10.25 03:00:00", ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"]],
  [zone("Pacific/Apia"), "2011.12.30 12:00:00", []],
  // Summer begins in New York on 8 March and ends on 1 November, three weeks before and one after Europe's.
  [NEW_YORK_CLOSE, "2026.03.06 23:59:59", ["2026-03-06T21:59:59.000Z"]],
  [NEW_YORK_CLOSE, "2026.03.09 00:00:00", ["2026-03-08T21:00:00.000Z"]],
  [NEW_YORK_CLOSE, "2026.10.30 12:00:00", ["2026-10-30T09:00:00.000Z"]],
  [NEW_YORK_CLOSE, "2026.11.02 12:00:00", ["2026-11-02T10:00:00.000Z"]],
  [NEW_YORK_CLOSE, "2026.03.08 09:30:00", []],
])("by %o, %s", (clock, text, expected) => {
  expect(iso(clock, text)).toEqual(expected);
});

test("every moment is among the readings of its own time on a clock", () => {
  const zones = ["America/New_York", "Europe/London", "Asia/Phnom_Penh", "America/St_Johns", "Pacific/Chatham"];
  const second = fc.integer({ min: Date.UTC(2005, 0, 1) / 1000, max: Date.UTC(2027, 0, 1) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), second, (timeZone, atS) => {
      const parts = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      expect(momentsOf(zone(timeZone))(wallOf(parts.format(atS * 1000)))).toContain(atS * 1000);
    }),
    { numRuns: 300 },
  );
});

describe("a file by New York's close", () => {
  const golden = join(import.meta.dir, "../golden/own-new-york-close.csv");
  const closes = async (clock: FileClock) => {
    const { trades } = readFile(await Bun.file(golden).bytes());
    const days = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Asia/Phnom_Penh",
      dateStyle: "short",
      timeStyle: "short",
    });
    return trades.map((trade) => days.format(tradeMoments(trade, momentsOf(clock))?.closedAtMs));
  };

  test("falls on the trader's days", async () => {
    expect(await closes(NEW_YORK_CLOSE)).toEqual(["2026-03-10 23:30", "2026-07-10 23:30", "2026-10-28 23:30"]);
  });

  test("and on others by the clock of Athens, in the weeks in which only one of them has summer", async () => {
    expect(await closes(zone("Europe/Athens"))).toEqual(["2026-03-11 00:30", "2026-07-10 23:30", "2026-10-29 00:30"]);
  });
});

describe("a clock is proposed", () => {
  const times = (symbol: string, ...texts: string[]) => texts.map((text) => ({ symbol, wall: wallOf(text) }));
  const best = (list: ReturnType<typeof times>) => fittingClocks(list, candidateClocks("Asia/Phnom_Penh"))?.[0]?.clock;

  test("New York's close, where the week begins with Monday's first minute and ends with Friday's last", () => {
    expect(best(times("EURUSD", "2026.09.14 00:01", "2026.09.18 23:58", "2026.09.16 12:00"))).toEqual(NEW_YORK_CLOSE);
  });

  test("UTC, where it begins on Sunday evening", () => {
    expect(best(times("EURUSD", "2026.09.13 21:05", "2026.09.18 20:50"))).toEqual({ kind: "offset", minutes: 0 });
  });

  test("the trader's own, where it ends on Saturday before dawn", () => {
    expect(best(times("XAUUSD", "2026.09.14 04:10", "2026.09.19 03:50"))).toEqual(zone("Asia/Phnom_Penh"));
  });

  test("none, where all symbols trade through the weekend", () => {
    expect(fittingClocks(times("BTCUSD", "2026.09.12 12:00"), candidateClocks("UTC"))).toBeNull();
  });
});

describe("a trade at a change of the clock", () => {
  const athens = momentsOf(zone("Europe/Athens"));
  test("is closed after it was opened", () => {
    const trade = tradeMoments({ opened: wallOf("2026.10.25 03:50"), closed: wallOf("2026.10.25 03:10") }, athens);
    expect(trade).toEqual({
      openedAtMs: Date.UTC(2026, 9, 25, 0, 50),
      closedAtMs: Date.UTC(2026, 9, 25, 1, 10),
      isAmbiguous: true,
    });
  });

  test("has no moment where the clock never showed its time", () => {
    expect(tradeMoments({ opened: null, closed: wallOf("2026.03.29 03:30") }, athens)).toBeNull();
  });
});
