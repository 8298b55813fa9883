import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { transfers } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { behindTriggers } from "../../dev/test/test-database.ts";
import { configureBank, databaseOf, fundTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { IN_KHMER, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack, startFreshApi } from "../../dev/test/test-stack.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { STATEMENT } from "../contract/limits.ts";
import { cents } from "../contract/money.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { postTransfer } from "../ledger/transfer-store.ts";

setDefaultTimeout(600_000);

const EVER = "from=2000-01-01&to=2100-01-01";
const TRADED_AT_MS = 1_700_000_000_000;

let stack: Stack;
const posted: { trader: Trader; amountCents: number }[] = [];
beforeAll(async () => {
  stack = await apiStack();
});
afterAll(async () => {
  for (const { trader, amountCents } of posted) await postResult(trader, new Date().toISOString(), -amountCents);
  expect(await checkLedger(databaseOf(stack))).toMatchObject({ isClean: true });
});

async function statementOf(trader: Trader, period = EVER) {
  const { status, body, dbTrips } = await trader.get(`/api/statement?${period}`);
  expect([status, dbTrips]).toEqual([200, 1]);
  return body.statement;
}

/** Posts a trading result at a moment. It has no trades, so it is taken back before other files check the ledger. */
async function post(trader: Trader, at: string, amountCents: number) {
  posted.push({ trader, amountCents });
  await postResult(trader, at, amountCents);
}

async function postResult({ userId }: Trader, at: string, amountCents: number) {
  const { query, write } = databaseOf(stack);
  const entries = [
    { accountId: `available:${userId}` as const, amountCents: cents(amountCents) },
    { accountId: "house:trading" as const, amountCents: cents(-amountCents) },
  ];
  const reference = `import:${crypto.randomUUID()}:commit` as const;
  await write(postTransfer(query, { kind: "trades", reference, memo: "", actor: "system", entries }, Date.parse(at)));
}

describe("a statement of an account with every kind of movement", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(stack);
    const admin = await newAdmin(stack);
    await fundTrader(stack, trader, 500);
    await configureBank(stack, trader);
    await trader.post("/api/withdrawal/request", withdrawalAsk(40));
    const second = await trader.post("/api/withdrawal/request", withdrawalAsk(15.25));
    await trader.post("/api/withdrawal/cancel", { id: second.body.withdrawal._id });
    const closed = { closedAtMs: TRADED_AT_MS };
    await addTrades(databaseOf(stack), { userId: trader.userId, adminId: admin.userId }, [
      { ...closed, profitCents: 12_34 },
      { ...closed, profitCents: -2_00 },
    ]);
  });

  test("adds up to the balances that the account has", async () => {
    const { opening, closing, movements, totals } = await statementOf(trader);
    const { body } = await trader.get("/api/user/balance");
    expect(opening).toEqual({ available: 0, held: 0 });
    expect(closing).toEqual({ available: body.balance, held: 40 });
    expect(closing.available).toBe(470.34);
    expect(totals).toEqual({ deposits: 500, withdrawals: 0, trading: 10.34, corrections: 0 });
    const rows = movements.map(({ kind, change }: { kind: string; change: object }) => [kind, change]);
    expect(rows).toEqual([
      ["deposit", { available: 500, held: 0 }],
      ["withdrawal_requested", { available: -40, held: 40 }],
      ["withdrawal_requested", { available: -15.25, held: 15.25 }],
      ["withdrawal_returned", { available: 15.25, held: -15.25 }],
      ["trading_result", { available: 10.34, held: 0 }],
    ]);
  });

  test("names each movement as its owner knows it", async () => {
    const { movements, holder, email } = await statementOf(trader);
    const [deposit, asked, , returned, traded] = movements;
    const histories = await Promise.all(
      ["deposit", "withdrawal"].map(async (kind) => (await trader.get(`/api/${kind}/history`)).body),
    );
    expect(deposit.reference).toBe(histories[0].deposits[0].billNumber);
    expect([asked.reference, returned.reference].every((one) => /^WD-\d{4,}$/.test(one))).toBe(true);
    expect(asked.reference).not.toBe(returned.reference);
    expect(traded.reference).toBe("test.csv");
    expect([holder, email]).toEqual(["Bopha Keo", trader.email]);
  });

  test("is a file whose changes lead from its first line to its last one", async () => {
    const { status, headers, body } = await trader.get(`/api/statement/export?${EVER}`);
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toBe(
      'attachment; filename="tonle-statement-2000-01-01-to-2100-01-01.csv"',
    );
    const lines = body.trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "Time (Asia/Phnom_Penh),Movement,Reference,Available change (USD),On hold change (USD),Available (USD),On hold (USD)",
    );
    expect(lines[1]).toBe(',"Opening balance, 2000-01-01",,,,0.00,0.00');
    expect(lines.at(-1)).toBe(',"Closing balance, 2100-01-01",,,,470.34,40.00');
    expect(lines).toHaveLength(8);
  });

  test("is in the reader's language", async () => {
    const { body } = await trader.get(`/api/statement/export?${EVER}`, IN_KHMER);
    expect(body).toContain("សមតុល្យដើមគ្រា, 2000-01-01");
    expect(body).toContain("ស្នើសុំដកប្រាក់");
  });

  test("is nobody else's", async () => {
    const { movements, closing } = await statementOf(await newTrader(stack));
    expect([movements, closing]).toEqual([[], { available: 0, held: 0 }]);
  });
});

describe("days", () => {
  test("are those of the account's zone, and each period begins with what the one before ended with", async () => {
    const trader = await newTrader(stack, "America/New_York");
    // Summer time ends there on 1 November at 2:00.
    await post(trader, "2026-11-01T03:59:59.999Z", 1_00);
    await post(trader, "2026-11-01T04:00:00.000Z", 10_00);
    await post(trader, "2026-11-02T04:59:59.999Z", 100_00);
    await post(trader, "2026-11-02T05:00:00.000Z", -1_000_00 + 2_000_00);
    const [october, first, rest] = await Promise.all(
      ["from=2026-10-01&to=2026-10-31", "from=2026-11-01&to=2026-11-01", "from=2026-11-02&to=2026-11-30"].map(
        (period) => statementOf(trader, period),
      ),
    );
    expect(october.closing.available).toBe(1);
    expect([first.opening.available, first.closing.available, first.movements.length]).toEqual([1, 111, 2]);
    expect([rest.opening.available, rest.closing.available]).toEqual([111, 1_111]);
  });

  test("without a movement keep the balance", async () => {
    const trader = await newTrader(stack);
    await post(trader, "2026-05-05T05:00:00Z", 5_00);
    const { opening, closing, movements } = await statementOf(trader, "from=2026-06-01&to=2026-06-30");
    expect([opening, closing, movements]).toEqual([{ available: 5, held: 0 }, { available: 5, held: 0 }, []]);
  });
});

describe("a period", () => {
  test.each([
    ["from=2026-02-10&to=2026-02-09", "to"],
    ["from=2026-02-30&to=2026-03-01", "from"],
    ["from=2026-02-01", "to"],
    ["from=yesterday&to=2026-03-01", "from"],
  ])("of %s is refused by the name of its field", async (period, field) => {
    const trader = await newTrader(stack);
    for (const path of ["/api/statement", "/api/statement/export"]) {
      const { status, body } = await trader.get(`${path}?${period}`);
      expect([status, body.field]).toEqual([400, field]);
    }
  });

  test("holds a year of 10,000 movements, and is refused where it has more than a statement holds", async () => {
    // A stack of its own: its ledger has entries without their balance.
    const own = await startFreshApi();
    const trader = await newTrader(own);
    const db = databaseOf(own);
    const add = (from: number, count: number) =>
      behindTriggers(
        db,
        ["transfers_sum_to_zero", "entries_before_insert", "entries_after_insert", "entries_of_open_accounts"],
        [
          db.query.run(sql`INSERT INTO entries (transfer_id, account_id, amount_cents)
            WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${from + count})
            SELECT 'many-' || CAST(n AS INTEGER), ${`available:${trader.userId}`}, 1 FROM numbers`),
          db.query.run(sql`INSERT INTO ${transfers} (id, kind, reference, memo, actor, at_ms)
            WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${from + count})
            SELECT 'many-' || CAST(n AS INTEGER), 'trades', 'import:' || CAST(n AS INTEGER), '', 'system', ${TRADED_AT_MS} + CAST(n AS INTEGER) FROM numbers`),
        ],
      );
    await add(0, 10_000);
    const { movements, closing } = await statementOf(trader);
    expect([movements.length, closing.available]).toEqual([10_000, 100]);
    await add(10_000, STATEMENT.movementsMax - 9_999);
    const { status, body } = await trader.get(`/api/statement?${EVER}`);
    expect([status, body.field, body.message]).toEqual([
      400,
      "from",
      "A statement holds 20,000 movements. Choose a shorter period.",
    ]);
    await own.stop();
  });
});
