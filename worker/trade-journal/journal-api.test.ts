import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import type { Client, Reply } from "../../dev/test/test-client.ts";
import { newAdmin, newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import type { EntryBody, JournalChange, LabelBody } from "../contract/trade-journal/journal-schema.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const change = (trader: Client, ...changes: unknown[]): Promise<Reply> =>
  trader.post("/api/journal/changes", { changes });
const labels = async (trader: Client) => (await trader.get("/api/journal/labels")).body.labels;
const SPAN = "from=2026-11-22T00:00:00Z&to=2026-11-29T00:00:00Z";
const entries = async (trader: Client, account = "cash") =>
  (await trader.get(`/api/journal/entries?account=${account}&${SPAN}`)).body.entries;

const NOTHING: EntryBody = { setup: null, grade: null, labels: [], note: "", chart: null, reviewedAt: null };
const label = (body: Partial<LabelBody> = {}, version = 1, id: string = crypto.randomUUID()) =>
  ({ kind: "label", id, version, body: { type: "tag", name: "Patient", isArchived: false, ...body } }) as const;
const day = (body: Partial<EntryBody>, version = 1, key = "2026-11-25") =>
  ({ kind: "entry", account: "cash", subject: "day", key, version, body: { ...NOTHING, ...body } }) as const;

test("who has noted nothing has no labels and no entries", async () => {
  const trader = await newTrader(stack);
  expect([await labels(trader), await entries(trader)]).toEqual([[], []]);
});

test("labels are added, renamed and archived, and each change counts once", async () => {
  const trader = await newTrader(stack);
  const [tag, setup] = [label(), label({ type: "setup", name: "Breakout retest" })];
  const reply = await change(trader, tag, setup);
  expect([reply.status, reply.body.records]).toEqual([
    200,
    [
      { ...tag, number: 1 },
      { ...setup, number: 2 },
    ],
  ]);
  const renamed = { ...tag, version: 2, body: { ...tag.body, name: "Calm" } };
  const archived = { ...setup, version: 2, body: { ...setup.body, isArchived: true } };
  await change(trader, renamed);
  await change(trader, archived);
  // A repeat, and a change that another one came before.
  expect((await change(trader, archived, label({ name: "Late" }, 2, tag.id))).body.records).toMatchObject([
    renamed,
    archived,
  ]);
  expect(await labels(trader)).toMatchObject([renamed, archived]);
  await change(trader, { ...archived, version: 3, body: setup.body });
  expect(await labels(trader)).toMatchObject([renamed, { ...setup, version: 3 }]);
});

test("a name is there once among the labels of a kind, whatever its letters' case", async () => {
  const trader = await newTrader(stack);
  await change(trader, label({ name: "Early exit" }), label({ type: "mistake", name: "Early exit" }));
  const refused = await change(trader, label({ name: "EARLY EXIT" }));
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, "label_exists", "changes"]);
  expect(await labels(trader)).toHaveLength(2);
  // Another trader's are their own.
  expect((await change(await newTrader(stack), label({ name: "Early exit" }))).status).toBe(200);
});

test("a person has a hundred labels that are not archived", async () => {
  const trader = await newTrader(stack);
  const many = Array.from({ length: 100 }, (_, i) => label({ name: `Tag ${i}` }));
  expect((await change(trader, ...many)).status).toBe(200);
  const refused = await change(trader, label());
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, "too_many_open", "changes"]);
  const [one] = many;
  if (!one) throw new Error("no label");
  await change(trader, { ...one, version: 2, body: { ...one.body, isArchived: true } });
  expect((await change(trader, label())).status).toBe(200);
  const back = await change(trader, { ...one, version: 3 });
  expect(back.body.code).toBe("too_many_open");
});

test("notes of a day and a week are read with the span that has them", async () => {
  const trader = await newTrader(stack);
  const tag = label();
  const ofDay = day({ note: "Traded the news.\nAgain.", labels: [tag.id], reviewedAt: 1_795_000_000_000 });
  const ofWeek = { ...day({ note: "Slow week" }), subject: "week", key: "2026-W48" } as const;
  const later = day({ note: "later" }, 1, "2026-12-14");
  const ofRun = { ...day({ note: "practice" }), account: "run:1" };
  expect((await change(trader, tag, ofDay, ofWeek, later, ofRun)).status).toBe(200);
  expect((await entries(trader)).map(({ number: _, ...entry }: JournalChange & { number: number }) => entry)).toEqual([
    ofDay,
    ofWeek,
  ]);
  expect(await entries(trader, "run:1")).toMatchObject([ofRun]);
  expect(await entries(await newTrader(stack))).toEqual([]);
});

describe("of two devices on one note", () => {
  test("the second learns what the first wrote, in both orders, and is taken after it", async () => {
    const trader = await newTrader(stack);
    const [one, two] = [day({ note: "one" }), day({ note: "two" })];
    for (const [first, second] of [
      [one, two],
      [
        { ...two, key: "2026-11-26" },
        { ...one, key: "2026-11-26" },
      ],
    ] as const) {
      expect((await change(trader, first)).body.records).toMatchObject([first]);
      expect((await change(trader, second)).body.records).toMatchObject([first]);
      expect((await change(trader, { ...second, version: 2 })).body.records).toMatchObject([{ ...second, version: 2 }]);
    }
    expect(await entries(trader)).toHaveLength(2);
  });

  test("requests at once leave one of them, and both devices hear the same", async () => {
    const trader = await newTrader(stack);
    const sent = Array.from({ length: 8 }, (_, i) => day({ note: `device ${i}` }));
    const replies = await Promise.all(sent.map((one) => change(trader, one)));
    const [stored] = await entries(trader);
    expect(replies.map(({ body }) => body.records[0].body.note)).toEqual(sent.map(() => stored.body.note));
    expect(stored.number).toBe(1);
  });
});

test("of an entry that a request has twice, the newest counts", async () => {
  const trader = await newTrader(stack);
  const reply = await change(trader, day({ note: "second" }, 2), day({ note: "first" }, 1));
  expect(reply.body.records).toMatchObject([{ version: 2, body: { note: "second" } }]);
});

describe("a change is refused that", () => {
  const entry = day({ note: "x" });
  const chart = { symbol: "BTCUSDm", timeframe: "1h", from: 1, to: 2, drawings: [], indicators: [] };
  test.each<[string, unknown, string]>([
    ["is of no kind", { ...entry, kind: "note" }, "changes.0.kind"],
    ["has no UUID", label({}, 1, "a"), "changes.0.id"],
    ["has no version", { ...entry, version: 0 }, "changes.0.version"],
    ["names no account", { ...entry, account: "run:0" }, "changes.0.account"],
    ["is about nothing", { ...entry, subject: "month" }, "changes.0.subject"],
    ["is of no day", { ...entry, key: "2026-02-30" }, "changes.0.key"],
    ["is of no week", { ...entry, subject: "week", key: "2026-W54" }, "changes.0.key"],
    ["names no trade", { ...entry, subject: "trade", key: "" }, "changes.0.key"],
    ["has another grade", day({ grade: "E" as "A" }), "changes.0.body.grade"],
    ["has a long note", day({ note: "x".repeat(4_001) }), "changes.0.body.note"],
    ["has a note that cannot be shown", day({ note: "a\u202eb" }), "changes.0.body.note"],
    ["has a label twice", day({ labels: [label().id, label().id].fill(crypto.randomUUID()) }), "changes.0.body.labels"],
    ["has an empty name", label({ name: "" }), "changes.0.body.name"],
    ["has a long name", label({ name: "x".repeat(41) }), "changes.0.body.name"],
    ["has a name between spaces", label({ name: " x" }), "changes.0.body.name"],
    ["has another type", label({ type: "idea" as "tag" }), "changes.0.body.type"],
    ["has a chart of nothing", day({ chart: { ...chart, symbol: "DOGE" } as never }), "changes.0.body.chart.symbol"],
    ["has a chart that ends first", day({ chart: { ...chart, from: 3 } as never }), "changes.0.body.chart.to"],
    ["has an unknown field", { ...entry, owner: "x" }, "owner"],
  ])("%s", async (_, one, field) => {
    const reply = await change(await someone(), one);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
  });

  test.each([
    ["ends before it begins", "from=2026-11-29T00:00:00Z&to=2026-11-22T00:00:00Z", "to"],
    ["is longer than a week", "from=2026-11-01T00:00:00Z&to=2026-11-29T00:00:00Z", "to"],
    ["begins at no time", "from=x&to=2026-11-29T00:00:00Z", "from"],
  ])("is no change but a span that %s", async (_, span, field) => {
    const reply = await (await someone()).get(`/api/journal/entries?account=cash&${span}`);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
  });

  let shared: Promise<Client> | null = null;
  /** One trader for all cases: nothing of them is stored. */
  function someone(): Promise<Client> {
    shared ??= newTrader(stack);
    return shared;
  }
});

test("a chart is kept as data", async () => {
  const trader = await newTrader(stack);
  const drawing = {
    kind: "horizontal",
    anchors: [{ time: 0, price: 66_000.5 }],
    style: { colour: "text", width: 1, line: "solid" },
    isLocked: false,
    isHidden: false,
  };
  const indicator = { id: "a", kind: "sma", settings: { period: 20 }, colours: ["accent"], isHidden: false };
  const chart = { symbol: "BTCUSDm", timeframe: "1h", from: 1, to: 2, drawings: [drawing], indicators: [indicator] };
  await change(trader, day({ chart: chart as never }));
  expect((await entries(trader))[0].body.chart).toEqual(chart);
});

test("what one person wrote is not taken from a page whose cookie is another's by now", async () => {
  const [writer, other] = [await newTrader(stack), await newTrader(stack)];
  const reply = await other.post(
    "/api/journal/changes",
    { changes: [day({ note: "Mine" })] },
    { "Acting-User": writer.userId },
  );
  expect([reply.status, await entries(other), await entries(writer)]).toEqual([401, [], []]);
  const own = await other.post(
    "/api/journal/changes",
    { changes: [day({ note: "Mine" })] },
    { "Acting-User": other.userId },
  );
  expect([own.status, (await entries(other)).length]).toEqual([200, 1]);
});

test("a frozen account's journal can be read and not changed", async () => {
  const [trader, admin] = [await newTrader(stack), await newAdmin(stack)];
  await change(trader, day({ note: "before" }));
  await admin.post(`/api/admin/users/${trader.userId}/freeze`, { version: 1, reason: "a thief" });
  const reply = await change(trader, day({ note: "after" }, 2));
  expect([reply.status, reply.body.code]).toEqual([409, "account_frozen"]);
  expect(await entries(trader)).toMatchObject([{ body: { note: "before" } }]);
});

test("more than 120 requests with changes a minute are refused", async () => {
  const trader = await newTrader(stack);
  const replies = await Promise.all(
    Array.from({ length: 125 }, (_, i) => change(trader, day({ note: `${i}` }, i + 1))),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect([refused.length, refused[0]?.body.message]).toEqual([5, ERROR_TEXT.too_many_requests.en]);
});

test("a download has the journal, and a closed account has none", async () => {
  const trader = await newTrader(stack);
  const tag = label();
  await change(trader, tag, day({ note: "mine", labels: [tag.id] }));
  const file = (await trader.get("/api/user/export")).body;
  expect(file.journalLabels).toMatchObject([{ id: tag.id, kind: "tag", name: "Patient", archivedAt: null }]);
  expect(file.journalEntries).toMatchObject([
    { account: "cash", subject: "day", key: "2026-11-25", note: "mine", labels: JSON.stringify([tag.id]) },
  ]);
});
