import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildClock, clockOfCommit, environmentOf, MOMENTS, parseClock, ZONES } from "./test-clock.ts";

setDefaultTimeout(600_000);

test("a clock is a moment and a zone", () => {
  expect(parseClock("leap-day Asia/Kathmandu", "")).toEqual({
    name: "leap-day",
    atMs: Date.UTC(2028, 1, 29, 12),
    zone: "Asia/Kathmandu",
  });
  expect(parseClock("2026-11-28T12:00:00Z", "")).toMatchObject({ atMs: Date.UTC(2026, 10, 28, 12), zone: "UTC" });
  expect(parseClock("2026-11-28T12:00:00+07:00 Pacific/Apia", "").atMs).toBe(Date.UTC(2026, 10, 28, 5));
});

test.each(["tomorrow", "2026-11-28T12:00:00", "leap-day Nowhere/Here", "leap-day UTC UTC", "2026-13-45T12:00:00Z"])(
  "refuses %s with what may be written",
  (text) => {
    expect(() => parseClock(text, "")).toThrow(/CLOCK takes "MOMENT \[ZONE\]".*leap-day/);
  },
);

test("a commit has one clock, and each moment and zone is some commit's", () => {
  const commits = Array.from(
    { length: 500 },
    (_, index) => `${(index * 2_654_435_761).toString(16).padStart(8, "0").slice(-8)}00`,
  );
  expect(parseClock("commit", commits[0] ?? "")).toEqual(clockOfCommit(commits[0] ?? ""));
  const clocks = commits.map(clockOfCommit);
  expect(new Set(clocks.map(({ name }) => name))).toEqual(new Set(Object.keys(MOMENTS)));
  expect(new Set(clocks.map(({ zone }) => zone))).toEqual(new Set(ZONES));
});

/** Prints the time and zone, then what waits for a deadline of the system's clock and of the monotonic one. */
const PROGRAM = `
  const startedMs = performance.now();
  await Bun.sleep(20);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  console.log(JSON.stringify({ nowMs: Date.now(), timeZone, waitedMs: performance.now() - startedMs }));
`;

test.skipIf(!Bun.which("cc"))("a process begins at the clock's moment, and waits as long as always", () => {
  const folder = mkdtempSync(join(tmpdir(), "tonle-clock-"));
  const library = buildClock(folder);
  for (const moment of ["1999-12-31T23:59:59Z", "2040-02-29T12:00:00Z"]) {
    const clock = parseClock(`${moment} Asia/Kathmandu`, "");
    const env = { ...process.env, ...environmentOf(clock, library) };
    const { stdout } = Bun.spawnSync([process.execPath, "-e", PROGRAM], { env });
    const { nowMs, timeZone, waitedMs } = JSON.parse(stdout.toString());
    expect(nowMs - clock.atMs).toBeWithin(-1_000, 300_000);
    expect(timeZone).toBe("Asia/Kathmandu");
    expect(waitedMs).toBeWithin(39, 300_000);
  }
  rmSync(folder, { recursive: true });
});
