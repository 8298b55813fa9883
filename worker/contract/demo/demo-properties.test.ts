import { expect, setDefaultTimeout, test } from "bun:test";
import { type DemoOutcome, outcomeText, runDemoProgram } from "../../../dev/test/demo-programs.ts";
import { fc } from "../../../web/test/property.ts";
import { sessionOf } from "../market-sessions.ts";
import { midSteps } from "../quotes.ts";
import { TRADED_SYMBOLS } from "../symbols.ts";
import { DAY_MS } from "../time.ts";
import { roundedQuotient } from "./demo-arithmetic.ts";
import { equityCents, usedMarginCents } from "./demo-margin.ts";
import { type DemoState, initialDemoState } from "./demo-state.ts";
import { nextDemoTimer } from "./demo-timers.ts";
import type { DemoEvent, DemoFill, DemoInput } from "./demo-types.ts";
import { stepDemo } from "./step-demo.ts";

setDefaultTimeout(600_000);

/** An input of a program, what it led to, and the state after it. */
type Step = DemoOutcome & { input: DemoInput; state: DemoState };

/** Runs a program on states and inputs that cannot be changed in place. */
function stepsOf(seed: number): Step[] {
  const steps: Step[] = [];
  let state = frozen(initialDemoState());
  runDemoProgram(seed, (input) => {
    const { state: next, ...outcome } = stepDemo(state, frozen(input));
    state = frozen(next);
    steps.push({ input, state, ...outcome });
    return outcome;
  });
  return steps;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

/** Checks something of the steps of random programs. */
function ofAllPrograms(check: (steps: readonly Step[]) => void): void {
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(seed, (seed) => check(stepsOf(seed))),
    { numRuns: 30, endOnFailure: true },
  );
}

const eventsOf = (steps: readonly Step[]) => steps.flatMap(({ events }) => events);
const fillsOf = (events: readonly DemoEvent[]) =>
  events.flatMap((event) => (event.type === "filled" ? [event.fill] : []));
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The fills of each position. */
function positionsOf(events: readonly DemoEvent[]): { open: DemoFill; closes: DemoFill[] }[] {
  const all = fillsOf(events);
  const opening = all.filter(({ kind }) => kind === "open");
  return opening.map((open) => {
    const closes = all.filter(({ kind, positionId }) => kind === "close" && positionId === open.positionId);
    return { open, closes };
  });
}

test("the balance is the start and the sum of results, costs and protection, at each fill and at the end of a run", () => {
  ofAllPrograms((steps) => {
    const sums = { start: 0, profit: 0, commission: 0, overnight: 0, protection: 0 };
    const balance = () => sums.start + sums.profit - sums.commission - sums.overnight + sums.protection;
    for (const { events, state } of steps) {
      for (const event of events) {
        if (event.type === "run_started") {
          Object.assign(sums, { start: event.startCents, profit: 0, commission: 0, overnight: 0, protection: 0 });
        }
        if (event.type === "overnight_charged") sums.overnight += event.cents;
        if (event.type === "balance_protected") sums.protection += event.cents;
        if (event.type === "filled") {
          sums.profit += event.fill.profitCents ?? 0;
          sums.commission += event.fill.commissionCents;
          expect(event.fill.balanceCents).toBe(balance());
        }
        if (event.type === "run_archived") {
          expect(event).toMatchObject({
            startCents: sums.start,
            profitCents: sums.profit,
            commissionCents: sums.commission,
            overnightCents: sums.overnight,
            protectionCents: sums.protection,
            balanceCents: balance(),
          });
        }
      }
      if (state.run) expect(state.run.balanceCents).toBe(balance());
    }
  });
});

test("the equity is the balance and what closing all positions at once would earn", () => {
  let compared = 0;
  ofAllPrograms((steps) => {
    for (const { state } of steps) {
      if (!state.run || state.run.positions.length === 0) continue;
      const { run, clock, newestQuotes, lastPrices } = state;
      const close = { type: "close_all", run: run.number } as const;
      const input = { type: "command", at: clock, seq: 0, quotes: [], command: close } as const;
      const fills = fillsOf(stepDemo(state, input).events);
      const haveLastPrices = run.positions.every(({ symbol }) => {
        const { pricedFrom } = TRADED_SYMBOLS[symbol];
        return newestQuotes[pricedFrom] === lastPrices[pricedFrom];
      });
      if (!haveLastPrices || fills.length !== run.positions.length) continue;
      expect(equityCents(state, run)).toBe(run.balanceCents + sumOf(fills.map(({ profitCents }) => profitCents ?? 0)));
      compared += 1;
    }
  });
  expect(compared).toBeGreaterThan(100);
});

test("a position ends once: no more of it is closed than was opened, and nothing after its end", () => {
  ofAllPrograms((steps) => {
    for (const { open, closes } of positionsOf(eventsOf(steps))) {
      const ends = closes.filter(({ rule }) => rule !== "close");
      expect(ends.length).toBeLessThanOrEqual(1);
      if (ends[0]) expect(closes.at(-1)).toBe(ends[0]);
      expect(sumOf(closes.map(({ units }) => units))).toBeLessThanOrEqual(open.units);
      for (const { side, symbol, run } of closes) {
        expect([side === open.side, symbol, run]).toEqual([false, open.symbol, open.run]);
      }
    }
  });
});

test("the parts of a position add up to the whole, to the cent", () => {
  let inParts = 0;
  ofAllPrograms((steps) => {
    const events = eventsOf(steps);
    for (const { open, closes } of positionsOf(events)) {
      const isWhole = sumOf(closes.map(({ units }) => units)) === open.units;
      if (!isWhole) continue;
      if (closes.length > 1) inParts += 1;
      const direction = open.side === "buy" ? 1n : -1n;
      const earned = closes.map(({ units, price }) => direction * BigInt(price - open.price) * BigInt(units));
      const partsPerCent = BigInt(TRADED_SYMBOLS[open.symbol].divisor) * 100_000_000n;
      const whole = roundedQuotient(
        earned.reduce((sum, part) => sum + part, 0n),
        partsPerCent,
      );
      expect(sumOf(closes.map(({ profitCents }) => profitCents ?? 0))).toBe(Number(whole));

      const charges = events.flatMap((event) => (event.type === "overnight_charged" ? [event] : []));
      const overnight = charges.filter(({ positionId }) => positionId === open.positionId);
      const costs = open.commissionCents + sumOf(overnight.map(({ cents }) => cents));
      expect(sumOf(closes.map(({ attributedCostCents }) => attributedCostCents ?? 0))).toBe(costs);
    }
  });
  expect(inParts).toBeGreaterThan(10);
});

test("the margin is never negative, is the sum of the positions', and without positions is free again", () => {
  ofAllPrograms((steps) => {
    for (const { marginBeforeCents, marginAfterCents } of fillsOf(eventsOf(steps))) {
      expect(Math.min(marginBeforeCents, marginAfterCents)).toBeGreaterThanOrEqual(0);
    }
    for (const { state, events } of steps) {
      const { run } = state;
      const last = fillsOf(events).at(-1);
      if (!run || last?.run !== run.number) continue;
      expect(last.marginAfterCents).toBe(usedMarginCents(run));
      if (run.positions.length === 0) expect(last.marginAfterCents).toBe(0);
    }
  });
});

test("nothing of an archived run changes again", () => {
  ofAllPrograms((steps) => {
    const ofEarlierRuns = new Set<number>();
    const ofThisRun = new Set<number>();
    let run = 0;
    for (const event of eventsOf(steps)) {
      if (event.type === "run_started") {
        expect(event.run).toBe(run + 1);
        run = event.run;
        for (const id of ofThisRun) ofEarlierRuns.add(id);
        ofThisRun.clear();
      }
      if (event.type === "run_archived") expect(event.run).toBe(run);
      if (event.type === "order_placed") ofThisRun.add(event.order.id);
      if (event.type === "filled") expect(event.fill.run).toBe(run);
      for (const id of numbersIn(event)) expect(ofEarlierRuns.has(id)).toBe(false);
    }
  });
});

/** The orders and positions that an event is about. */
function numbersIn(event: DemoEvent): number[] {
  if (event.type === "filled") return [event.fill.positionId];
  if ("order" in event) return [event.order.id];
  if ("orderId" in event) return [event.orderId];
  return "positionId" in event ? [event.positionId] : [];
}

test("each fill is at the price of its side of a quote that was fresh, not disputed and in an open session", () => {
  ofAllPrograms((steps) => {
    for (const { input, state, events } of steps) {
      for (const { quote, side, price, asked, rule, costsVersion } of fillsOf(events)) {
        const time = input.type === "quote" ? input.quote.heardAt : state.clock;
        expect(quote.isHeld).toBe(false);
        expect(time - quote.at).toBeLessThanOrEqual(10_000);
        expect(sessionOf(quote.symbol, time)).not.toBe("closed");
        const ofSide = side === "buy" ? quote.ask : quote.bid;
        expect(price).toBe(costsVersion === null ? midSteps(quote) : ofSide);
        const isLimit = rule === "limit" || rule === "stop_limit";
        if (isLimit && asked !== null) expect(side === "buy" ? price <= asked : price >= asked).toBe(true);
      }
    }
  });
});

test("a refused command causes nothing but what time has caused", () => {
  ofAllPrograms((steps) => {
    for (const { input, refusal, events } of steps) {
      if (input.type !== "command" || !refusal) continue;
      for (const event of events) {
        const isOfTime = event.type === "overnight_charged" || event.type === "balance_protected";
        expect(isOfTime || (event.type === "order_ended" && event.reason === "expired")).toBe(true);
      }
    }
  });
});

test("the next timer is the moment at which time alone causes something, and nothing is caused before", () => {
  let due = 0;
  ofAllPrograms((steps) => {
    for (const { state } of steps) {
      const timerAt = nextDemoTimer(state);
      const until = (at: number) => stepDemo(state, { type: "timer", at }).events;
      if (timerAt === null) {
        expect(until(state.clock + 10 * DAY_MS)).toEqual([]);
        continue;
      }
      due += 1;
      expect(until(timerAt - 1)).toEqual([]);
      expect(until(timerAt)[0]).toMatchObject({ at: timerAt });
    }
  });
  expect(due).toBeGreaterThan(100);
});

test("a state that was written as JSON goes on as the one that was not", () => {
  ofAllPrograms((steps) => {
    let state = initialDemoState();
    for (const { input, events, refusal } of steps) {
      const step = stepDemo(JSON.parse(JSON.stringify(state)), input);
      expect(outcomeText(step)).toBe(outcomeText({ events, refusal }));
      state = step.state;
    }
  });
});
