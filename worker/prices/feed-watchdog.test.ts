import { expect, test } from "bun:test";
import { MINUTE_MS } from "../contract/time.ts";
import { FeedWatchdog } from "./feed-watchdog.ts";

const DIALLED_MS = Date.UTC(2026, 10, 21, 12);
const STEP_MS = 10_000;

/** A watchdog for the coins and an index, just connected. */
function dialledWatch(): FeedWatchdog {
  const watch = new FeedWatchdog(["US500", "BTCUSDm", "ETHUSDm"]);
  watch.dialled(DIALLED_MS);
  return watch;
}

/** When a watchdog first reports a fault although Bitcoin ticks, in ms after a given time. */
function faultAfter(watch: FeedWatchdog, fromMs: number): { afterMs: number; fault: string | null } {
  for (let afterMs = STEP_MS; afterMs <= 24 * 60 * MINUTE_MS; afterMs += STEP_MS) {
    watch.ticked(["BTCUSDm"], fromMs + afterMs);
    const fault = watch.fault(fromMs + afterMs);
    if (fault) return { afterMs, fault };
  }
  return { afterMs: Number.POSITIVE_INFINITY, fault: null };
}

test("one symbol that stops is detected while the others tick", () => {
  const watch = dialledWatch();
  watch.ticked(["BTCUSDm", "ETHUSDm"], DIALLED_MS);
  expect(faultAfter(watch, DIALLED_MS)).toEqual({ afterMs: 40_000, fault: "symbol_tickless" });
});

test("a connection without any tick is detected after half a minute, however often it was reconnected", () => {
  const watch = dialledWatch();
  for (let dial = 0; dial < 10; dial++) {
    const dialledMs = DIALLED_MS + dial * MINUTE_MS;
    watch.dialled(dialledMs);
    expect(watch.fault(dialledMs + 30_000)).toBeNull();
    expect(watch.fault(dialledMs + 30_001)).toBe("tickless");
  }
});

test("when all stop, a symbol that stopped a little earlier is not reported as the only one", () => {
  const watch = dialledWatch();
  watch.ticked(["BTCUSDm", "ETHUSDm"], DIALLED_MS + 100);
  watch.ticked(["US500"], DIALLED_MS + 300);
  expect(watch.fault(DIALLED_MS + 30_200)).toBeNull();
  expect(watch.fault(DIALLED_MS + 30_301)).toBe("tickless");
});

test("for a symbol that reconnecting does not restore, the interruptions become rarer, down to two an hour", () => {
  const watch = dialledWatch();
  let dialledMs = DIALLED_MS;
  const waits = Array.from({ length: 9 }, () => {
    const { afterMs } = faultAfter(watch, dialledMs);
    dialledMs += afterMs;
    watch.dialled(dialledMs);
    return afterMs;
  });
  for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(waits[i - 1] ?? 0);
  expect(waits.at(-1)).toBe(30 * MINUTE_MS + STEP_MS);

  watch.ticked(["ETHUSDm"], dialledMs);
  expect(faultAfter(watch, dialledMs).afterMs).toBe(40_000);
});

test("a market that closes is not awaited", () => {
  const watch = dialledWatch();
  for (let minute = 0; minute < 600; minute++) {
    const nowMs = DIALLED_MS + minute * 20_000;
    watch.ticked(["BTCUSDm", "ETHUSDm"], nowMs);
    expect(watch.fault(nowMs)).toBeNull();
  }
});
