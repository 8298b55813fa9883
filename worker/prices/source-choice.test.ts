import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import type { SourceId } from "../contract/quotes.ts";
import type { DisagreementRecord, SwitchRecord } from "../contract/tape/tape-record.ts";
import { CHOICE_RULES, type ChoiceChange, type ChoiceSource, SourceChoice } from "./source-choice.ts";

const START_MS = Date.UTC(2026, 10, 23, 12);
const STEP_MS = 250;
const SYMBOL = "BTCUSDm";
const MID = 6_712_000;
const SOURCES: ChoiceSource[] = [
  { id: "coinbase", symbols: [SYMBOL], heartbeatMs: 1_000 },
  { id: "kraken", symbols: [SYMBOL], heartbeatMs: 1_000 },
  { id: "finnhub", symbols: [SYMBOL, "US500"], heartbeatMs: null },
];

type Noted = SwitchRecord | DisagreementRecord | Extract<ChoiceChange, { type: "outage" }>;
type Behaviour = "quotes" | "heartbeats" | "nonsense" | "nothing" | "off";

/** A market in which each source behaves as it is told, observed every quarter second. */
class Market {
  readonly choice: SourceChoice;
  readonly behaviours = new Map<SourceId, Behaviour>();
  readonly mids = new Map<SourceId, number>();
  /** The records of the decisions; of an outage, what the choice says. */
  readonly changes: Array<Noted & { atMs: number }> = [];
  nowMs = START_MS;

  constructor(sources: readonly ChoiceSource[] = SOURCES) {
    this.choice = new SourceChoice(sources);
    for (const { id } of sources) this.connect(id);
  }

  connect(source: SourceId): void {
    this.choice.connecting(source, this.nowMs);
    this.choice.opened(source, this.nowMs);
    this.behaviours.set(source, "quotes");
    this.mids.set(source, MID);
  }

  close(source: SourceId): void {
    this.behaviours.set(source, "off");
    this.#note(this.choice.closed(source, this.nowMs));
  }

  run(forMs: number): void {
    for (const endMs = this.nowMs + forMs; this.nowMs < endMs; ) {
      this.nowMs += STEP_MS;
      for (const [source, behaviour] of this.behaviours) this.#act(source, behaviour);
      if (this.nowMs % 500 === 0) this.#note(this.choice.check(this.nowMs));
    }
  }

  switches() {
    return this.changes.filter((change) => change.type === "switch");
  }

  #act(source: SourceId, behaviour: Behaviour): void {
    if (behaviour === "off" || behaviour === "nothing") return;
    this.choice.heard(source, this.nowMs);
    if (behaviour === "nonsense") this.#note(this.choice.refused(source, [SYMBOL], this.nowMs));
    if (behaviour !== "quotes") return;
    const mid = this.mids.get(source) ?? MID;
    const sides = { symbol: SYMBOL, bid: mid - 50, ask: mid + 50, kind: "quoted" } as const;
    this.#note(this.choice.quoted({ ...sides, at: this.nowMs, source }, this.nowMs));
  }

  #note(changes: readonly ChoiceChange[]): void {
    for (const change of changes) {
      const noted: Noted = change.type === "outage" ? change : change.record;
      this.changes.push({ ...noted, atMs: this.nowMs });
    }
  }
}

/** A market that has run long enough that every source has been chosen or compared. */
function runningMarket(sources?: readonly ChoiceSource[]): Market {
  const market = new Market(sources);
  market.run(5_000);
  return market;
}

test("the first listed source is chosen, and the others confirm it", () => {
  const market = runningMarket();
  expect(market.changes).toMatchObject([{ type: "switch", symbol: SYMBOL, from: null, to: "coinbase" }]);
  expect(market.choice.active(SYMBOL)).toBe("coinbase");
  expect(market.choice.comparison(SYMBOL, market.nowMs).agreement).toBe("agree");
  expect(market.choice.active("US500")).toBeNull();
});

test("a preferred source that is still connecting is awaited for a second, and takes over later", () => {
  const market = new Market();
  market.close("coinbase");
  market.choice.connecting("coinbase", market.nowMs);
  market.run(750);
  expect(market.choice.active(SYMBOL)).toBeNull();
  market.run(500);
  expect(market.choice.active(SYMBOL)).toBe("kraken");
  market.connect("coinbase");
  market.run(CHOICE_RULES.returnMs + 1_000);
  expect(market.switches().at(-1)).toMatchObject({ from: "kraken", to: "coinbase", reason: "preferred" });
});

test("each fault of the active source replaces it in time, with its reason", () => {
  const faults: Array<{ behaviour: Behaviour; reason: string; withinMs: number }> = [
    { behaviour: "nothing", reason: "silent", withinMs: 3_000 },
    { behaviour: "nonsense", reason: "frozen", withinMs: 3_000 },
    { behaviour: "heartbeats", reason: "frozen", withinMs: 3_000 },
  ];
  for (const { behaviour, reason, withinMs } of faults) {
    const market = runningMarket();
    const beganMs = market.nowMs;
    market.behaviours.set("coinbase", behaviour);
    market.run(20_000);
    const [, change] = market.switches();
    expect(change).toMatchObject({ from: "coinbase", to: "kraken", reason });
    expect((change?.atMs ?? 0) - beganMs).toBeLessThanOrEqual(withinMs);
  }
});

test("a source that closes is replaced at once, and returns after half a minute of agreement", () => {
  const market = runningMarket();
  market.close("coinbase");
  expect(market.switches()[1]).toMatchObject({ to: "kraken", reason: "closed", atMs: market.nowMs });
  market.run(5_000);
  market.connect("coinbase");
  const backMs = market.nowMs;
  market.run(40_000);
  const [, , back] = market.switches();
  expect(back).toMatchObject({ from: "kraken", to: "coinbase", reason: "preferred" });
  expect((back?.atMs ?? 0) - backMs).toBeGreaterThanOrEqual(CHOICE_RULES.returnMs);
});

test("a source that two others contradict is replaced within three seconds, until it agrees again", () => {
  const market = runningMarket();
  const beganMs = market.nowMs;
  market.mids.set("coinbase", MID * 1.02);
  market.run(60_000);
  const [, change, ...more] = market.switches();
  expect(change).toMatchObject({ from: "coinbase", to: "kraken", reason: "outvoted" });
  expect((change?.atMs ?? 0) - beganMs).toBeLessThanOrEqual(3_000);
  expect(more).toEqual([]);
  expect(market.choice.comparison(SYMBOL, market.nowMs).agreement).toBe("agree");
  market.mids.set("coinbase", MID);
  market.run(CHOICE_RULES.returnMs + 1_000);
  expect(market.choice.active(SYMBOL)).toBe("coinbase");
  const stated = market.changes.filter(({ type }) => type === "disagreement");
  expect(stated).toMatchObject([
    { sources: ["coinbase", "kraken"], isOver: false },
    { sources: ["coinbase", "finnhub"], isOver: false },
    { sources: ["coinbase", "kraken"], isOver: true },
    { sources: ["coinbase", "finnhub"], isOver: true },
  ]);
});

test("two sources that disagree are stated and not switched", () => {
  const market = runningMarket(SOURCES.slice(0, 2));
  market.mids.set("kraken", MID * 0.99);
  market.run(750);
  expect(market.choice.comparison(SYMBOL, market.nowMs).agreement).toBe("agree");
  market.run(2_000);
  expect(market.choice.comparison(SYMBOL, market.nowMs).agreement).toBe("disagree");
  market.close("kraken");
  expect(market.choice.comparison(SYMBOL, market.nowMs).agreement).toBe("alone");
  expect(market.changes.slice(1)).toMatchObject([
    { type: "disagreement", sources: ["coinbase", "kraken"], isOver: false },
    { type: "disagreement", sources: ["coinbase", "kraken"], isOver: true },
  ]);
});

test("a difference at the bound is no disagreement", () => {
  for (const [apart, agreement] of [
    [MID / 200, "agree"],
    [MID / 200 + 1, "disagree"],
  ] as const) {
    const market = runningMarket(SOURCES.slice(0, 2));
    market.mids.set("kraken", MID + apart);
    market.run(3_000);
    expect(market.choice.comparison(SYMBOL, market.nowMs).agreement).toBe(agreement);
  }
});

test("without another source an outage is stated once, and the source stays", () => {
  const market = runningMarket(SOURCES.slice(0, 1));
  market.close("coinbase");
  market.run(10_000);
  market.connect("coinbase");
  market.run(2_000);
  market.close("coinbase");
  expect(market.changes.map(({ type }) => type)).toEqual(["switch", "outage", "outage"]);
  expect(market.choice.active(SYMBOL)).toBe("coinbase");
});

test("in any market the decisions form a chain, and a living source is active within three seconds", () => {
  const sources = fc.subarray(SOURCES, { minLength: 1 });
  const source = fc.constantFrom<SourceId>("coinbase", "kraken", "finnhub");
  const event = fc.record({
    source,
    behaviour: fc.constantFrom<Behaviour>("quotes", "quotes", "heartbeats", "nonsense", "nothing", "off"),
    apart: fc.constantFrom(1, 1, 1, 1.004, 1.02, 0.98),
    forMs: fc.integer({ min: 1, max: 120 }).map((steps) => steps * STEP_MS),
  });
  fc.assert(
    fc.property(sources, fc.array(event, { maxLength: 25 }), (listed, events) => {
      const market = new Market(listed);
      const ids = listed.map(({ id }) => id);
      for (const { source: id, behaviour, apart, forMs } of events) {
        if (!ids.includes(id)) continue;
        if (behaviour === "off") market.close(id);
        else if (market.behaviours.get(id) === "off") market.connect(id);
        market.behaviours.set(id, behaviour);
        market.mids.set(id, Math.round(MID * apart));
        market.run(forMs);
        const quoting = ids.filter((one) => market.behaviours.get(one) === "quotes");
        const active = market.choice.active(SYMBOL);
        // All rules but that of a source that only sends heartbeats act within three seconds.
        if (forMs >= 3_000 && quoting.length > 0) {
          expect(active).not.toBeNull();
          const acting = active === null ? undefined : market.behaviours.get(active);
          expect(["quotes", ...(forMs < 10_500 ? ["heartbeats"] : [])]).toContain(acting ?? "none");
        }
      }
      expectChains(market);
    }),
  );
});

/** Each switch starts from the source of the one before, and each disagreement begins before it ends. */
function expectChains(market: Market): void {
  let from: SourceId | null = null;
  let returnedMs = Number.NEGATIVE_INFINITY;
  const stated = new Map<string, boolean>();
  for (const change of market.changes) {
    if (change.type === "switch") {
      expect(change.from).toBe(from);
      expect(change.to).not.toBe(change.from as SourceId);
      if (change.reason === "preferred" && from !== null) {
        expect(change.atMs - returnedMs).toBeGreaterThanOrEqual(CHOICE_RULES.returnMs);
        returnedMs = change.atMs;
      }
      from = change.to;
    }
    if (change.type === "disagreement") {
      const pair = change.sources.join();
      expect(change.isOver).toBe(stated.get(pair) ?? false);
      stated.set(pair, !change.isOver);
    }
  }
}
