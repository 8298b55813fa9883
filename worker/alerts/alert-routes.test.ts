import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { alertFirings, idempotencyKeys, priceAlerts } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { addAlerts, alertTerms, firingOf, sendAlert, setAlert } from "../../dev/test/test-alerts.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { ALERTS, type AlertTerms, type PriceAlert } from "../contract/alerts/price-alerts.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import { recordFirings } from "./alert-arming.ts";
import { ALERT_TEXT } from "./alert-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);
afterAll(() => letPricesMove(stack, ["BTCUSDm"]));

const listed = async (trader: Trader) =>
  (await trader.get("/api/alerts")).body as { alerts: PriceAlert[]; armed: number; max: number };
const refusal = ({ status, body }: { status: number; body: { code?: string; field?: string } }) => [
  status,
  body.code,
  body.field,
];
const create = (trader: Trader, terms: Partial<AlertTerms> = {}) => sendAlert(trader, "POST", "", alertTerms(terms));

describe("a new alert", () => {
  const line = { a: { atMs: 1_000, price: 5 }, b: { atMs: 2_000, price: 1 } };
  test.each<[string, Partial<AlertTerms>]>([
    ["a level", { note: "  ផ្ទះ 🏠 ", isAlsoInQuietHours: true, expiresAt: Date.now() + HOUR_MS }],
    ["a line", { condition: { type: "line", direction: "falls", ...line }, drawing: crypto.randomUUID() }],
    ["a move", { condition: { type: "move", direction: "either", basisPoints: 80, windowMs: HOUR_MS } }],
    ["an alert that tells again", { repeat: { type: "again", retreat: 90_000 } }],
    [
      "a move that tells again",
      {
        condition: { type: "move", direction: "up", basisPoints: 10_000, windowMs: DAY_MS },
        repeat: { type: "again", retreat: 0 },
      },
    ],
  ])("%s is stored as it was sent, and listed", async (_, changes) => {
    const trader = await newTrader(stack);
    const terms = alertTerms(changes);
    const { status, body, dbTrips } = await sendAlert(trader, "POST", "", terms);
    expect([status, dbTrips]).toEqual([201, 2]);
    const stored = { ...terms, note: terms.note.trim(), version: 1, firings: 0, lastFiring: null };
    expect(body.alert).toMatchObject(stored);
    expect(["arming", "armed"]).toContain(body.alert.state);
    const { alerts, ...counts } = await listed(trader);
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({ ...stored, id: body.alert.id, createdAt: body.alert.createdAt });
    expect(counts).toMatchObject({ armed: 1, max: 500 });
  });

  test.each<[string, object, string]>([
    [
      "a retreat of a move",
      {
        condition: { type: "move", direction: "up", basisPoints: 1, windowMs: 60_000 },
        repeat: { type: "again", retreat: 1 },
      },
      "repeat.retreat",
    ],
    [
      "a retreat of less than a hundredth of a percent",
      { repeat: { type: "again", retreat: 89_999 } },
      "repeat.retreat",
    ],
    [
      "a price above the engine's",
      { condition: { type: "level", direction: "rises", price: 1_000_000_000 } },
      "condition.price",
    ],
    ["a price of half a step", { condition: { type: "level", direction: "rises", price: 1.5 } }, "condition.price"],
    [
      "a line that goes back",
      { condition: { type: "line", direction: "rises", a: { atMs: 5, price: 1 }, b: { atMs: 5, price: 2 } } },
      "condition.b.atMs",
    ],
    [
      "a line beyond 2100",
      {
        condition: {
          type: "line",
          direction: "rises",
          a: { atMs: 5, price: 1 },
          b: { atMs: ALERTS.lineTimeMs.max + 1, price: 2 },
        },
      },
      "condition.b.atMs",
    ],
    ["another condition", { condition: { type: "volume" } }, "condition.type"],
    [
      "a field of another condition",
      { condition: { type: "level", direction: "rises", price: 5, windowMs: 60_000 } },
      "windowMs",
    ],
    [
      "a window of more than a day",
      { condition: { type: "move", direction: "up", basisPoints: 1, windowMs: DAY_MS + 60_000 } },
      "condition.windowMs",
    ],
    [
      "no change at all",
      { condition: { type: "move", direction: "up", basisPoints: 0, windowMs: 60_000 } },
      "condition.basisPoints",
    ],
    ["an end in the past", { expiresAt: 1 }, "expiresAt"],
    ["an end after more than a year", { expiresAt: Date.now() + 366 * DAY_MS }, "expiresAt"],
    ["a long note", { note: "x".repeat(141) }, "note"],
    ["a note that hides something", { note: "a\u202eb" }, "note"],
  ])("with %s is refused", async (_, changes, field) => {
    const trader = await newTrader(stack);
    // The type allows less than programs send.
    expect(refusal(await create(trader, changes as Partial<AlertTerms>))).toEqual([400, "invalid_input", field]);
    expect((await listed(trader)).alerts).toEqual([]);
  });

  test("needs a key; sent again with it, it is the same alert", async () => {
    const trader = await newTrader(stack);
    const without = await trader.post("/api/alerts", alertTerms());
    expect(refusal(without)).toEqual([400, "invalid_input", "Idempotency-Key"]);
    const key = crypto.randomUUID();
    const both = [1, 2].map(() => sendAlert(trader, "POST", "", alertTerms(), { key }));
    const [one, two] = await Promise.all(both);
    const third = await sendAlert(trader, "POST", "", alertTerms(), { key });
    expect([one?.status, two?.status, third.status]).toEqual([201, 201, 201]);
    expect(new Set([one?.body.alert.id, two?.body.alert.id, third.body.alert.id]).size).toBe(1);
    expect((await listed(trader)).alerts.map(({ id }) => id)).toEqual([third.body.alert.id]);
    const other = await sendAlert(trader, "POST", "", alertTerms({ note: "x" }), { key });
    expect(refusal(other)).toEqual([422, "key_reused", "Idempotency-Key"]);
    const [keys] = await db.read([
      db.query.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, trader.userId)),
    ]);
    expect(JSON.parse(keys[0]?.reply ?? "")).toMatchObject({ id: third.body.alert.id });
  });

  test("at or through the price now is refused, which the refusal names", async () => {
    await keepPrices(stack, { BTCUSDm: 68_200 });
    const { body } = await newTrader(stack).then((trader) => trader.get("/api/market/poll?symbols=BTCUSDm"));
    const { bid, ask } = body.prices.BTCUSDm;
    const price2 = Math.round(bid * 100) + Math.round(ask * 100);
    const [trader, khmer] = await Promise.all([newTrader(stack), newKhmerTrader(stack)]);
    const at = (direction: "rises" | "falls", price: number) =>
      ({ condition: { type: "level", direction, price } }) as const;
    const below = Math.floor(price2 / 2);
    const above = Math.ceil(price2 / 2);
    const refused = await create(trader, at("rises", below));
    expect(refusal(refused)).toEqual([409, "alert_at_price", "condition.price"]);
    expect(refused.body.message).toBe(ALERT_TEXT.isAt.rises("Bitcoin", "68,200.00"));
    expect(refusal(await create(trader, at("falls", above)))).toEqual([409, "alert_at_price", "condition.price"]);
    expect((await create(khmer, at("rises", below))).body.message).toContain("68,200.00");
    expect((await create(trader, at("rises", above + 1))).status).toBe(201);
    expect((await create(trader, at("falls", below - 1))).status).toBe(201);
    // An alert that was set is not amended or resumed to there either.
    const far = await setAlert(trader);
    const amended = await sendAlert(trader, "PUT", `/${far.id}`, { version: 1, ...alertTerms(at("rises", below)) });
    expect(refusal(amended)).toEqual([409, "alert_at_price", "condition.price"]);
    const [id] = await addAlerts(db, trader.userId, [alertTerms(at("rises", below))]);
    expect((await sendAlert(trader, "POST", `/${id}/pause`, { version: 1 })).status).toBe(200);
    const resumed = await sendAlert(trader, "POST", `/${id}/resume`, { version: 2 });
    expect(refusal(resumed)).toEqual([409, "alert_at_price", "condition.price"]);
  });

  test("is the 501st of those that are on or paused, and refused", async () => {
    const trader = await newTrader(stack);
    const ids = await addAlerts(
      db,
      trader.userId,
      Array.from({ length: 499 }, () => alertTerms()),
    );
    const last = await setAlert(trader);
    expect(refusal(await create(trader))).toEqual([409, "too_many_alerts", undefined]);
    expect((await sendAlert(trader, "POST", `/${ids[0]}/pause`, { version: 1 })).status).toBe(200);
    expect(refusal(await create(trader))).toEqual([409, "too_many_alerts", undefined]);
    expect((await sendAlert(trader, "DELETE", `/${last.id}`, { version: 1 })).status).toBe(200);
    expect((await create(trader)).status).toBe(201);
    // One that fired makes room, and needs it again.
    const [fired] = await recordFirings(db, [firingOf(trader.userId, ids[1] ?? 0, { seq: 5 })]);
    expect(fired).toBeGreaterThan(0);
    expect((await create(trader)).status).toBe(201);
    expect((await listed(trader)).armed).toBe(500);
    const again = await sendAlert(trader, "POST", `/${ids[1]}/arm`, { version: 1 });
    expect(refusal(again)).toEqual([409, "too_many_alerts", undefined]);
  });
});

describe("a change of an alert", () => {
  test("is the next version; of two at once one wins, and the other gets the alert as it is", async () => {
    const trader = await newTrader(stack);
    const { id } = await setAlert(trader);
    const amend = (note: string) => sendAlert(trader, "PUT", `/${id}`, { version: 1, ...alertTerms({ note }) });
    const replies = await Promise.all([amend("one"), amend("two")]);
    const [won, lost] = replies.toSorted((a, b) => a.status - b.status);
    expect([won?.status, won?.body.alert.version]).toEqual([200, 2]);
    expect([lost?.status, lost?.body.code]).toEqual([409, "changed_meanwhile"]);
    expect(lost?.body.alert).toMatchObject({ id, version: 2, note: won?.body.alert.note });
    // As does one that has not seen it.
    const late = await amend("three");
    expect([late.status, late.body.alert.note]).toEqual([409, won?.body.alert.note]);
    expect((await listed(trader)).alerts).toMatchObject([{ id, version: 2, note: won?.body.alert.note }]);
  });

  test("sent again with its key has the same answer", async () => {
    const trader = await newTrader(stack);
    const { id } = await setAlert(trader);
    const key = crypto.randomUUID();
    const amend = () => sendAlert(trader, "PUT", `/${id}`, { version: 1, ...alertTerms({ note: "x" }) }, { key });
    const both = await Promise.all([amend(), amend()]);
    const third = await amend();
    expect([...both, third].map(({ status, body }) => [status, body.alert.version])).toEqual(Array(3).fill([200, 2]));
    const removeKey = crypto.randomUUID();
    const remove = () => sendAlert(trader, "DELETE", `/${id}`, { version: 2 }, { key: removeKey });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  });

  test("pauses it, resumes it, and removes it; what does not fit gets the alert as it is", async () => {
    const trader = await newTrader(stack);
    const { id } = await setAlert(trader);
    const act = (name: string, version: number) => sendAlert(trader, "POST", `/${id}/${name}`, { version });
    expect((await act("pause", 1)).body.alert).toMatchObject({ state: "paused", version: 2 });
    expect((await act("pause", 2)).body).toMatchObject({ code: "changed_meanwhile", alert: { version: 2 } });
    expect((await act("arm", 2)).body.code).toBe("changed_meanwhile");
    const amended = await sendAlert(trader, "PUT", `/${id}`, { version: 2, ...alertTerms({ note: "x" }) });
    expect(amended.body.alert).toMatchObject({ state: "paused", version: 3, note: "x" });
    const resumed = await act("resume", 3);
    expect(resumed.body.alert).toMatchObject({ version: 4, note: "x" });
    expect(["arming", "armed"]).toContain(resumed.body.alert.state);
    expect((await sendAlert(trader, "DELETE", `/${id}`, { version: 3 })).body.alert.version).toBe(4);
    expect((await sendAlert(trader, "DELETE", `/${id}`, { version: 4 })).body).toEqual({ success: true });
    expect((await listed(trader)).alerts).toEqual([]);
    const late = await act("pause", 4);
    expect([late.status, late.body.code, late.body.alert]).toEqual([409, "changed_meanwhile", undefined]);
  });

  test("arms one again that has fired; an end that is over must be moved first", async () => {
    const trader = await newTrader(stack);
    const endsAtMs = Date.now() + HOUR_MS;
    const [once = 0, over = 0] = await addAlerts(db, trader.userId, [
      alertTerms(),
      alertTerms({ expiresAt: endsAtMs }),
    ]);
    await recordFirings(db, [firingOf(trader.userId, once, { seq: 7 })]);
    const [fired] = (await listed(trader)).alerts.filter(({ id }) => id === once);
    expect(fired).toMatchObject({
      state: "fired",
      version: 1,
      firings: 1,
      lastFiring: { alert: once, quote: { seq: 7 } },
    });
    const armed = await sendAlert(trader, "POST", `/${once}/arm`, { version: 1 });
    expect(armed.body.alert).toMatchObject({ version: 2, firings: 1, lastFiring: { quote: { seq: 7 } } });
    expect(["arming", "armed"]).toContain(armed.body.alert.state);
    await db.write([
      db.query.update(priceAlerts).set({ state: "expired" }).where(eq(priceAlerts.id, over)),
      db.query.update(priceAlerts).set({ state: "on", version: 2, expiresAtMs: 5 }).where(eq(priceAlerts.id, over)),
      db.query.update(priceAlerts).set({ state: "expired" }).where(eq(priceAlerts.id, over)),
    ]);
    const tooLate = await sendAlert(trader, "POST", `/${over}/arm`, { version: 2 });
    expect(refusal(tooLate)).toEqual([400, "invalid_input", "expiresAt"]);
    const moved = await sendAlert(trader, "PUT", `/${over}`, { version: 2, ...alertTerms({ expiresAt: endsAtMs }) });
    expect(moved.body.alert).toMatchObject({ version: 3, expiresAt: endsAtMs });
  });

  test("of a frozen person is refused, and their alerts stay and fire", async () => {
    const [trader, admin] = await Promise.all([newTrader(stack), newAdmin(stack)]);
    const { id } = await setAlert(trader);
    await admin.post(`/api/admin/users/${trader.userId}/freeze`, { version: 1, reason: "a thief" });
    const replies = [await create(trader), await sendAlert(trader, "POST", `/${id}/pause`, { version: 1 })];
    expect(replies.map(refusal)).toEqual(Array(2).fill([409, "account_frozen", undefined]));
    expect(replies[0]?.body.message).toBe(ALERT_TEXT.frozen);
    expect(await recordFirings(db, [firingOf(trader.userId, id, { seq: 1_000_000_001 })])).toHaveLength(1);
    expect((await listed(trader)).alerts).toMatchObject([{ id, state: "fired" }]);
  });

  test("of another person's alert finds none", async () => {
    const [owner, other] = await Promise.all([newTrader(stack), newTrader(stack)]);
    const { id } = await setAlert(owner);
    const [firing = 0] = await recordFirings(db, [firingOf(owner.userId, id, { seq: 1_000_000_002 })]);
    const seen = { version: 1 };
    const replies = await Promise.all([
      sendAlert(other, "PUT", `/${id}`, { ...seen, ...alertTerms() }),
      ...["pause", "resume", "arm"].map((act) => sendAlert(other, "POST", `/${id}/${act}`, seen)),
      sendAlert(other, "DELETE", `/${id}`, seen),
      other.get(`/api/alerts/firings/${firing}`),
      sendAlert(other, "DELETE", "/x", seen),
      other.get("/api/alerts/firings/1.5"),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect((await other.get("/api/alerts/firings")).body.firings).toEqual([]);
    expect((await owner.get(`/api/alerts/firings/${firing}`)).status).toBe(200);
  });
});

describe("what alerts told", () => {
  test("is listed by pages, the newest first, and each is read with its terms; a quote that the tape does not have yet has no proofs", async () => {
    const trader = await newTrader(stack);
    const repeat = { type: "again", retreat: 100_000 } as const;
    const [id = 0] = await addAlerts(db, trader.userId, [alertTerms({ repeat, note: "mine" })]);
    const seqs = Array.from({ length: 60 }, (_, i) => 2_000_000_000 + i);
    const ids = await recordFirings(
      db,
      seqs.map((seq) => firingOf(trader.userId, id, { seq })),
    );
    const first = (await trader.get("/api/alerts/firings")).body;
    const second = (await trader.get(`/api/alerts/firings?cursor=${first.nextCursor}`)).body;
    expect(second.nextCursor).toBeNull();
    const pages = [...first.firings, ...second.firings];
    expect(pages.map((firing: { id: number }) => firing.id)).toEqual(ids.toReversed());
    expect(pages[0]).toMatchObject({ alert: id, quote: { seq: seqs.at(-1) }, terms: { note: "mine", repeat } });
    const { status, body, dbTrips } = await trader.get(`/api/alerts/firings/${ids[0]}`);
    expect([status, dbTrips]).toEqual([200, 1]);
    const { before, quote } = firingOf(trader.userId, id, { seq: seqs[0] ?? 0, at: body.receipt.firing.at });
    expect(body.receipt).toEqual({
      firing: {
        id: ids[0],
        alert: id,
        version: 1,
        at: quote.heardAt,
        quote,
        before,
        value2: 1_800_000_000,
        extreme: null,
      },
      terms: alertTerms({ repeat, note: "mine" }),
      proofs: null,
    });
  });

  test("is in the person's export, and goes with their account", async () => {
    const trader = await newTrader(stack);
    const [id = 0] = await addAlerts(db, trader.userId, [alertTerms({ note: "mine" }), alertTerms()]);
    const [firing] = await recordFirings(db, [firingOf(trader.userId, id, { seq: 2_000_001_000 })]);
    const { body } = await trader.get("/api/user/export");
    expect(body.priceAlerts).toMatchObject([{ alert: id, note: "mine", state: "fired", firings: 1 }, { state: "on" }]);
    expect(body.alertFirings).toMatchObject([{ firing, alert: id, quote: 2_000_001_000 }]);
    expect(JSON.parse(body.alertFirings[0].terms)).toEqual(alertTerms({ note: "mine" }));
    expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
    const rows = await db.read([
      db.query.select().from(priceAlerts).where(eq(priceAlerts.userId, trader.userId)),
      db.query.select().from(alertFirings).where(eq(alertFirings.userId, trader.userId)),
    ]);
    expect(rows).toEqual([[], []]);
    expect(await recordFirings(db, [firingOf(trader.userId, id + 1, { seq: 2_000_001_001 })])).toEqual([]);
  });
});
