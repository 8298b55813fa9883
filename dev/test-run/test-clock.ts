import { join } from "node:path";

/** Where the tests' clock stands when each of their processes begins, and their machine's time zone. */
export type Clock = { name: string; atMs: number; zone: string };

/** Moments at which something changes: a market opens or closes, a day, month or year ends, clocks are changed. */
export const MOMENTS: Readonly<Record<string, string>> = {
  "saturday-noon": "2026-11-28T12:00:00Z",
  "sunday-before-opening": "2026-12-06T22:58:00Z",
  "sunday-after-opening": "2026-12-06T23:05:00Z",
  "friday-before-close": "2026-12-04T21:59:00Z",
  "friday-after-close": "2026-12-04T22:05:00Z",
  "end-of-month": "2027-01-31T23:59:00Z",
  "end-of-year": "2026-12-31T23:59:00Z",
  "leap-day": "2028-02-29T12:00:00Z",
  "us-clocks-forward": "2027-03-14T06:59:00Z",
  "us-clocks-back": "2027-11-07T05:59:00Z",
  "eu-clocks-forward": "2027-03-28T00:59:00Z",
  "eu-clocks-back": "2027-10-31T00:59:00Z",
  "midnight-in-phnom-penh": "2026-12-09T16:59:00Z",
};

export const ZONES = ["UTC", "Pacific/Apia", "America/New_York", "Asia/Kathmandu"];

/**
 * Reads the environment variable `CLOCK`.
 *
 * @param text   a moment's name or an ISO time, and optionally a zone, such as `leap-day Asia/Kathmandu`; `commit` takes
 *               both from the lists, by the commit
 * @param commit see {@link clockOfCommit}
 * @throws Error with a one-line message that names what may be written
 */
export function parseClock(text: string, commit: string): Clock {
  if (text === "commit") return clockOfCommit(commit);
  const [moment = "", zone = "UTC", ...rest] = text.trim().split(/\s+/);
  const atMs = Date.parse(MOMENTS[moment] ?? moment);
  const isZone = Intl.supportedValuesOf("timeZone").includes(zone) || zone === "UTC";
  if (rest.length > 0 || !isZone || Number.isNaN(atMs) || !(moment in MOMENTS || /Z$|[+-]\d\d:?\d\d$/.test(moment))) {
    const names = Object.keys(MOMENTS).join(", ");
    throw new Error(`CLOCK takes "MOMENT [ZONE]": a time such as 2026-11-28T12:00:00Z, "commit", or one of ${names}`);
  }
  return { name: moment, atMs, zone };
}

/** The clock of the tests of a commit. @param commit its hash, in hexadecimal digits */
export function clockOfCommit(commit: string): Clock {
  const number = Number.parseInt(commit.slice(0, 8), 16);
  const names = Object.keys(MOMENTS);
  const name = names[number % names.length] ?? "";
  const zone = ZONES[Math.floor(number / names.length) % ZONES.length] ?? "";
  return { name, atMs: Date.parse(MOMENTS[name] ?? ""), zone };
}

/**
 * Builds what moves the clock of a process that preloads it.
 *
 * @param folder where the library is put
 * @returns its path
 * @throws Error when there is no C compiler, with what to install
 */
export function buildClock(folder: string): string {
  const library = join(folder, "moved-clock.so");
  const compiler = Bun.which("cc");
  if (!compiler) throw new Error("CLOCK needs a C compiler: apt-get install gcc libc6-dev");
  const source = join(import.meta.dir, "moved-clock.c");
  const { success, stderr } = Bun.spawnSync([compiler, "-shared", "-fPIC", "-O2", "-o", library, source]);
  if (!success) throw new Error(`CLOCK needs glibc 2.30 or newer on Linux:\n${stderr}`);
  return library;
}

/**
 * The environment of a process that begins at the clock's moment. From there time goes on as usual, in its child
 * processes too.
 *
 * @param library see {@link buildClock}
 */
export function environmentOf({ atMs, zone }: Clock, library: string): Record<string, string> {
  // This process may have a moved clock itself.
  const ownS = Number(process.env.CLOCK_OFFSET_S ?? 0);
  const offsetS = Math.round((atMs - Date.now()) / 1_000) + ownS;
  return { LD_PRELOAD: library, CLOCK_OFFSET_S: String(offsetS), TZ: zone };
}
