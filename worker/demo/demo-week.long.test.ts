import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SeededChance } from "../../dev/seeded-chance.ts";
import { DemoTrader } from "../../dev/test/demo-commands.ts";
import { MarketWeek } from "../../dev/test/market-week.ts";
import { sealAll } from "../../dev/test/sealed-tape.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { linesOfEveryQuote } from "../../dev/test/test-demo-account.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { TimedObjects } from "../../dev/test/timed-objects.ts";
import type { DemoReceiptRecord, FillProofs } from "../contract/demo/demo-messages.ts";
import type { DemoCommand, DemoEvent, DemoFill, DemoRule } from "../contract/demo/demo-types.ts";
import { MarketState, NO_MARKET } from "../contract/demo/market-state.ts";
import { verifyDemoFill } from "../contract/demo/verify-demo-fill.ts";
import type { SourceId } from "../contract/quotes.ts";
import { TRADED_SYMBOL_LIST } from "../contract/symbols.ts";
import { checkTape } from "../contract/tape/check-tape.ts";
import { decodeRecords } from "../contract/tape/tape-codec.ts";
import { minuteOf } from "../contract/tape/tape-minute.ts";
import { proofOf } from "../contract/tape/tape-proof.ts";
import { GAP_REASONS, type TapeRecord } from "../contract/tape/tape-record.ts";
import type { Seal } from "../contract/tape/tape-seal.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { tapeKey } from "../prices/tape/feed-tape.ts";
import type { LogRow } from "./account-log-store.ts";

setDefaultTimeout(1_800_000);

/** `CRASH_SEED` repeats prices and commands. */
const SEED = Number(process.env.CRASH_SEED ?? 20_261_030);
/** A Friday morning in New York. New York's clocks go back on Sunday, so that the trading day ends an hour later. */
const START_MS = Date.UTC(2026, 9, 30, 12);
const END_MS = START_MS + 7 * DAY_MS;
const OWNERS = ["dara", "sophea", "vanna", "rith"];
/** Traders who open one position and wait: one for the whole week, and two of whom one is certain to be stopped out. */
const WAITING = [
  { owner: "bopha", side: "buy", units: 100_000 },
  { owner: "kosal", side: "buy", units: 40 * 10 ** 8 },
  { owner: "mony", side: "sell", units: 40 * 10 ** 8 },
] as const;
const COMMAND_EVERY_S = 150;
/** The events of the week, in hours after its start. */
const TROUBLES = [
  { type: "disagreement", fromHour: 3, minutes: 10 },
  { type: "silence", fromHour: 30, minutes: 4 },
  { type: "disagreement", fromHour: 70, minutes: 15 },
  { type: "silence", fromHour: 99, minutes: 20 },
] as const;
/** The second one is in the middle of a disagreement, the third one in a closed market. */
const RESTART_HOURS = [20, 70.1, 57, 130];

const database = setUpDatabase();

/** A trader with an account, how they trade (null for one who waits), and the account's log as far as they have heard it. */
type Person = { owner: string; trader: DemoTrader | null; log: LogRow[] };

let objects: TimedObjects;
let people: Person[];
let seals: Seal[];
let receipts: DemoReceiptRecord[];
const events: DemoEvent[] = [];
beforeAll(async () => {
  objects = new TimedObjects({ startMs: START_MS, databaseUrl: database.url });
  const chance = new SeededChance(SEED);
  const market = new MarketWeek(
    objects,
    chance,
    TROUBLES.map(({ type, fromHour, minutes }) => {
      const fromMs = START_MS + fromHour * HOUR_MS;
      return { type, fromMs, untilMs: fromMs + minutes * MINUTE_MS };
    }),
  );
  const habits = { symbols: TRADED_SYMBOL_LIST, isCrowded: false, isPatient: false, shareMax: 0.5, mistakes: 0.02 };
  people = [
    ...OWNERS.map((owner) => ({ owner, trader: new DemoTrader({ chance, market, habits }), log: [] })),
    ...WAITING.map(({ owner }) => ({ owner, trader: null, log: [] })),
  ];
  for (const { owner } of people) await addPerson(database.db, owner);
  await openWaiting(market);
  await trade(market, chance);
  // The last minutes are sealed and the last receipts proven.
  for (let second = 0; second < 10 * 60; second++) await market.next();
  seals = await publishedSeals();
  // Those of minutes that reading the seals has sealed.
  await objects.runUntil(market.now + 15_000);
  receipts = [];
  for (const person of people) {
    await hear(person);
    receipts.push(...(await receiptsOf(person.owner)));
  }
}, 1_800_000);
afterAll(() => objects.stop());

/** Lets the week pass, with commands and restarts. */
async function trade(market: MarketWeek, chance: SeededChance): Promise<void> {
  const restarts = RESTART_HOURS.map((hours) => START_MS + hours * HOUR_MS);
  for (let second = 0; market.now < END_MS; second++) {
    if (restarts.some((atMs) => market.now >= atMs && market.now < atMs + 1_000)) await objects.restart();
    const isCommand = second % COMMAND_EVERY_S === 0;
    await market.next({ isQuoted: isCommand });
    const person = isCommand && chance.oneOf(people.filter(({ trader }) => trader !== null));
    if (person) await command(person);
  }
  // A command settles what is due before it.
  for (const person of people) await command(person);
}

const RESET = { type: "reset", run: 1, startCents: 1_000_000, costs: "typical", leverage: 500 } as const;
const MARKET_ORDER = { symbol: "BTCUSD", type: "market", price: null, limitPrice: null, expiresAt: null } as const;

async function openWaiting(market: MarketWeek): Promise<void> {
  for (const { owner } of WAITING) await send(owner, RESET);
  // The sources are connected by now.
  for (let second = 0; second < 5; second++) await market.next({ isQuoted: true });
  for (const { owner, side, units } of WAITING) {
    const order = { ...MARKET_ORDER, side, units, stop: null, target: null, trail: null };
    expect(await send(owner, { type: "place", run: 2, order })).toHaveProperty("answer");
  }
}

/** The person sends a command that fits what they know by now. */
async function command(person: Person): Promise<void> {
  await hear(person);
  // The run that everybody begins with is made by the first command.
  if (person.log.length === 0) await send(person.owner, RESET);
  else await send(person.owner, person.trader?.command() ?? { type: "close_all", run: 2 });
}

function send(owner: string, command: DemoCommand) {
  const key = crypto.randomUUID();
  return objects.call(() => objects.account(owner).command(owner, { key, fingerprint: key, command }));
}

async function hear({ owner, trader, log }: Person): Promise<void> {
  const rows = await objects.call(() => objects.account(owner).logRows(log.length, 10_000));
  const heard = rows.flatMap(eventsOf);
  log.push(...rows);
  trader?.hear(heard);
  events.push(...heard);
}

function eventsOf(row: LogRow): DemoEvent[] {
  const lines = row.events.split("\n").filter((line) => line !== "");
  return lines.map((line): DemoEvent => JSON.parse(line));
}

/** The seals of the week as everybody can read them. */
async function publishedSeals(): Promise<Seal[]> {
  const published: Seal[] = [];
  for (let dayMs = START_MS - (START_MS % DAY_MS); dayMs <= END_MS; dayMs += DAY_MS) {
    const day = new Date(dayMs).toISOString().slice(0, 10);
    const ask = () => objects.call(() => fetch(`${objects.stack.origin}/api/market/tape/seals?day=${day}`));
    let reply = await ask();
    // Past days are answered so many a second.
    while (reply.status === 503) {
      await objects.runUntil(objects.clock.nowMs + 1_000);
      reply = await ask();
    }
    published.push(...((await reply.json()) as { seals: Seal[] }).seals);
  }
  return published;
}

async function receiptsOf(owner: string): Promise<DemoReceiptRecord[]> {
  const account = objects.account(owner);
  const found: DemoReceiptRecord[] = [];
  for (let id = 1; ; id++) {
    const receipt = await objects.call(() => account.receipt(id));
    if (!receipt) return found;
    found.push(receipt);
  }
}

/** The faults of the week's tape: the minutes, and the name of the first fault of each. */
async function faultsOf(tape: { seals: readonly Seal[]; segments: ReadonlyMap<string, Uint8Array> }) {
  const faults = new Map<number, string>();
  const segmentOf = async ({ minuteMs }: Seal) => tape.segments.get(tapeKey(minuteMs)) ?? null;
  for await (const { seal, faults: found } of checkTape({ seals: tape.seals, segmentOf, before: null })) {
    if (found[0]) faults.set(seal.minuteMs, found[0].fault);
  }
  return faults;
}

function proofsOf({ proofs, fill }: DemoReceiptRecord): FillProofs {
  if (!proofs) throw new Error(`fill ${fill.id} has no proofs`);
  return proofs;
}

const verify = (receipt: DemoReceiptRecord, changes: Partial<DemoFill> = {}) =>
  verifyDemoFill({ ...receipt, ...proofsOf(receipt), fill: { ...receipt.fill, ...changes } });

function recordsOfWeek(): TapeRecord[] {
  return [...objects.bucket.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, bytes]) => decodeRecords(bytes));
}

test("the week has trades of every kind, charges at each end of a trading day, and what a market does in a week", () => {
  const rules = new Set<DemoRule>(receipts.map(({ fill }) => fill.rule));
  expect([...rules].sort()).toEqual([
    "close",
    "limit",
    "market",
    "reset",
    "stop",
    "stop_limit",
    "stop_loss",
    "stop_out",
    "take_profit",
    "trailing_stop",
  ]);
  expect(new Set(receipts.map(({ fill }) => fill.symbol)).size).toBe(TRADED_SYMBOL_LIST.length);
  const charges = new Set(events.flatMap((event) => (event.type === "overnight_charged" ? [event.at] : [])));
  expect([...charges].sort().map((at) => new Date(at).toISOString().slice(8, 16))).toEqual([
    "30T21:00",
    "31T21:00",
    "01T22:00",
    "02T22:00",
    "03T22:00",
    "04T22:00",
    "05T22:00",
  ]);
  const records = recordsOfWeek();
  const reasons = new Set(records.flatMap((record) => (record.type === "gap" ? [record.reason] : [])));
  expect([...reasons].sort()).toEqual([...GAP_REASONS].sort());
  const stated = records.flatMap((record) => (record.type === "disagreement" ? [record.isOver] : []));
  expect(stated.filter((isOver) => isOver).length).toBe(stated.length / 2);
  expect(stated.length).toBeGreaterThan(4);
  console.info(`seed ${SEED}: ${receipts.length} fills, ${records.length} records, ${seals.length} seals`);
});

test("every fill verifies against a seal that was published", () => {
  const published = new Map(seals.map((seal) => [seal.minuteMs, seal]));
  for (const receipt of receipts) {
    const { quote, extreme } = proofsOf(receipt);
    expect(verify(receipt)).toBe(true);
    for (const { seal } of extreme ? [quote, extreme] : [quote]) expect(published.get(seal.minuteMs)).toEqual(seal);
  }
});

test("each account's log is what an engine says that was given every quote of the week", () => {
  const market = new MarketState(NO_MARKET);
  const quotes = recordsOfWeek().flatMap((record) => market.take(record)?.quote ?? []);
  for (const { log } of people) {
    const lines = log.flatMap((row) => row.events.split("\n").filter((line) => line !== ""));
    const expected = linesOfEveryQuote(log, quotes);
    // After its last command an account is not asked any more.
    expect(lines.slice(0, expected.length)).toEqual(expected);
  }
});

describe("of the week's tape", () => {
  test("every minute is as it was sealed", async () => {
    expect((await faultsOf({ seals, segments: objects.bucket })).size).toBe(0);
    expect(seals.length).toBe(objects.bucket.size);
  });

  test("a flipped bit, a missing segment and a changed seal are each named, and no other minute", async () => {
    const chance = new SeededChance(SEED);
    const segments = new Map(objects.bucket);
    const expected = new Map<number, RegExp>();
    for (let i = 0; i < 60; i++) {
      const seal = chance.oneOf(seals);
      if (!seal || expected.has(seal.minuteMs)) continue;
      const key = tapeKey(seal.minuteMs);
      if (i % 6 === 0) {
        segments.delete(key);
        expected.set(seal.minuteMs, /^missing_segment$/);
      } else {
        segments.set(key, flipped(segments.get(key), chance));
        expected.set(seal.minuteMs, /^(changed_records|unreadable_segment|wrong_segment)$/);
      }
    }
    const place = Math.floor(seals.length / 2);
    const seal = seals[place];
    if (!seal) throw new Error("no seal");
    const changed = seals.with(place, { ...seal, lastSeq: seal.lastSeq + 1 });
    expected.set(seal.minuteMs, /^changed_seal$/);
    const next = seals[place + 1];
    if (next) expected.set(next.minuteMs, /^reordered$/);

    const faults = await faultsOf({ seals: changed, segments });
    expect([...faults.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [minuteMs, fault] of faults) expect(fault).toMatch(expected.get(minuteMs) ?? "");
  });

  test("a seal that is missing, and one of a tape that was made anew from there on, are named", async () => {
    const place = Math.floor(seals.length / 3);
    const following = seals[place + 1];
    if (!following) throw new Error("no seal");
    const without = await faultsOf({ seals: seals.toSpliced(place, 1), segments: objects.bucket });
    expect([...without]).toEqual([[following.minuteMs, "missing_seal"]]);

    // Whoever forges a minute and seals it, and all after it, has other seals than those that were published.
    const minutes = [...Map.groupBy(recordsOfWeek(), ({ heardAt }) => minuteOf(heardAt)).values()];
    const quote = minutes[place]?.find((record) => record.type === "quote");
    if (!quote) throw new Error("no quote");
    quote.bid -= 1;
    const forged = sealAll(minutes);
    expect(forged.slice(0, place)).toEqual(seals.slice(0, place));
    for (const [i, seal] of seals.slice(place).entries()) expect(forged[place + i]?.seal).not.toBe(seal.seal);
  });
});

/** A copy with one bit changed. */
function flipped(bytes: Uint8Array | undefined, chance: SeededChance): Uint8Array {
  const copy = new Uint8Array(bytes ?? []);
  const at = Math.floor(chance.next() * copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(chance.next() * 8));
  return copy;
}

const otherSource = ({ source }: { source: SourceId }): SourceId => (source === "kraken" ? "coinbase" : "kraken");

describe("of every receipt of the week", () => {
  /** Changes of each fill, and what is found then. */
  const CHANGES: [name: string, change: (fill: DemoFill) => Partial<DemoFill>, faults: string[]][] = [
    ["quote", ({ quote }) => ({ quote: { ...quote, bid: quote.bid - 1 } }), ["wrong_quote"]],
    ["place on the tape", ({ quote }) => ({ quote: { ...quote, seq: quote.seq + 1 } }), ["wrong_quote"]],
    ["source", ({ quote }) => ({ quote: { ...quote, source: otherSource(quote) } }), ["wrong_quote"]],
    ["state of being held", ({ quote }) => ({ quote: { ...quote, isHeld: true } }), ["not_fillable"]],
    ["time", ({ at }) => ({ at: at + 1 }), ["wrong_age", "not_fillable"]],
    ["age", ({ ageMs }) => ({ ageMs: ageMs + 1 }), ["wrong_age"]],
    ["price, up", ({ price }) => ({ price: price + 1 }), ["wrong_price"]],
    ["price, down", ({ price }) => ({ price: price - 1 }), ["wrong_price"]],
    ["kind", ({ kind }) => ({ kind: kind === "open" ? "close" : "open" }), ["rule_not_met"]],
    ["slippage", ({ slippageSteps }) => ({ slippageSteps: (slippageSteps ?? 0) + 1 }), ["wrong_slippage"]],
    ["commission", ({ commissionCents }) => ({ commissionCents: commissionCents + 1 }), ["wrong_commission"]],
    ["profit", ({ profitCents }) => ({ profitCents: (profitCents ?? 0) + 1 }), ["wrong_profit"]],
    ["costs", ({ attributedCostCents }) => ({ attributedCostCents: (attributedCostCents ?? 0) + 1 }), ["wrong_costs"]],
    ["margin", ({ marginAfterCents }) => ({ marginAfterCents: marginAfterCents + 1 }), ["wrong_margin"]],
    ["balance", ({ balanceCents }) => ({ balanceCents: balanceCents - 1 }), ["wrong_balance"]],
    [
      "version of the spreads",
      ({ spreadsVersion }) => ({ spreadsVersion: (spreadsVersion ?? 0) + 1 }),
      ["wrong_spreads"],
    ],
  ];
  test.each(CHANGES)("a changed %s is named", (_, change, faults) => {
    for (const receipt of receipts) expect(faults).toContain(String(verify(receipt, change(receipt.fill))));
  });

  test("a changed side is named, also of an order whose price is that of both sides", () => {
    for (const receipt of receipts) {
      const side = receipt.fill.side === "buy" ? "sell" : "buy";
      expect(verify(receipt, { side })).not.toBe(true);
    }
  });

  test("another minute's seal, a proof of another quote and another balance before it are named", () => {
    for (const receipt of receipts) {
      const proofs = proofsOf(receipt);
      const { proof, seal } = proofs.quote;
      const other = seals.find(({ minuteMs }) => minuteMs !== seal.minuteMs);
      if (!other) throw new Error("no other seal");
      const given = { ...receipt, ...proofs };
      expect(verifyDemoFill({ ...given, quote: { proof, seal: other } })).toBe("wrong_seal");
      expect(verifyDemoFill({ ...given, quote: { proof, seal: { ...seal, root: other.root } } })).toBe("bad_seal");
      const basis = { ...receipt.basis, balanceCents: receipt.basis.balanceCents + 1 };
      expect(verifyDemoFill({ ...given, basis })).toBe("wrong_balance");
      const [neighbour] = proofs.neighbours;
      if (neighbour) expect(verifyDemoFill({ ...given, quote: { proof: neighbour, seal } })).toBe("wrong_quote");
    }
  });

  test("one that proves its quote in a minute that was forged is not under a seal that was published", () => {
    const [receipt] = receipts;
    if (!receipt) throw new Error("no receipt");
    const { quote } = proofsOf(receipt);
    const records = decodeRecords(objects.bucket.get(tapeKey(quote.seal.minuteMs)) ?? new Uint8Array());
    const own = records.find(({ seq }) => seq === receipt.fill.quote.seq);
    if (own?.type !== "quote") throw new Error("no quote");
    own.source = otherSource(own);
    const [seal] = sealAll([records]);
    if (!seal) throw new Error("no seal");
    const forged = { proof: proofOf(records, own.seq), seal };
    const fill = { ...receipt.fill, quote: { ...receipt.fill.quote, source: own.source } };
    expect(verifyDemoFill({ ...receipt, ...proofsOf(receipt), fill, quote: forged })).toBe(true);
    expect(seals.some((published) => published.seal === seal.seal)).toBe(false);
  });
});
