import { afterEach, beforeEach, jest, setSystemTime } from "bun:test";
import { dirname } from "node:path";

/**
 * The clock of component tests, so that no result depends on the machine's day, hour or zone. Each test begins at the
 * same moment, and from there time passes as it really does; while files are loaded, and between tests, it stands at
 * that moment. `setSystemTime` and fake timers work as usual, and the clock is put back after each test.
 */

/**
 * A Wednesday in the regular hours of New York's markets (12:35), no holiday there, a week and more from the ends of month
 * and year, and from changes of clocks. It is Thursday already in Phnom Penh (0:35), the zone of the tests' trader.
 */
export const START_MS = Date.parse("2026-12-09T17:35:04.321Z");

/** The browser's zone: neither UTC nor the trader's, and it is still Wednesday there (8:05). */
export const BROWSER_ZONE = "Pacific/Marquesas";

/** The system's clock and the monotonic one may differ by this much, ms: they are compared anew for each test. */
const TOLERANCE_MS = 1_000;

const SystemDate = Date;
const systemNow = Date.now;
const systemZone = process.env.TZ;
const web = dirname(import.meta.dir);

/** The system's clock less the monotonic one. */
let systemOffsetMs = systemNow() - performance.now();
/** When the test began, ms of `performance.now()`; null while no test runs. */
let startedAtMs: number | null = null;

/** API tests, which may share the process, and journeys talk to processes that have the system's clock. */
function isComponentTest(): boolean {
  return Bun.main.startsWith(`${web}/`) && !/^\/(?:journeys|design)\//.test(Bun.main.slice(web.length));
}

/** Whether the test has set the time: only then it is not that of the system's clock. */
function isSet(ms: number): boolean {
  return jest.isFakeTimers() || Math.abs(ms - systemOffsetMs - performance.now()) > TOLERANCE_MS;
}

function now(): number {
  const ms = systemNow();
  if (!isComponentTest() || isSet(ms)) return ms;
  return START_MS + Math.floor(startedAtMs === null ? 0 : performance.now() - startedAtMs);
}

/** Undoes what a test has set. Files that are no component tests set and put back their time themselves. */
function reset(): void {
  const isComponent = isComponentTest();
  const zone = isComponent ? BROWSER_ZONE : systemZone;
  if (process.env.TZ !== zone) {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
  if (!isComponent) return;
  setSystemTime();
  systemOffsetMs = systemNow() - performance.now();
}

// Not a class: what the engine itself creates, such as a clone, must be an instance, too.
globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
});
Date.now = now;
Date.prototype.constructor = Date;

// Without a date, these would format the system's time.
const { prototype } = Intl.DateTimeFormat;
const { formatToParts } = prototype;
const formatOf = Object.getOwnPropertyDescriptor(prototype, "format")?.get;
Object.defineProperties(prototype, {
  format: {
    get(this: Intl.DateTimeFormat) {
      const format = formatOf?.call(this);
      return (at: number | Date = now()) => format(at);
    },
  },
  formatToParts: {
    value(this: Intl.DateTimeFormat, at: number | Date = now()) {
      return formatToParts.call(this, at);
    },
  },
});

// They would begin at the system's time.
const { useFakeTimers } = jest;
Object.assign(jest, {
  useFakeTimers: (options?: { now?: number | Date }) => useFakeTimers({ now: now(), ...options }),
});

reset();
beforeEach(() => {
  reset();
  startedAtMs = performance.now();
});
afterEach(() => {
  startedAtMs = null;
  reset();
});
