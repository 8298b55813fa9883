import { expect, setDefaultTimeout, test } from "bun:test";
import { deposits, withdrawals } from "../../db/schema/index.ts";
import { behindTriggers } from "../../dev/test/test-database.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

const COUNT = 1_201;

/** Reads all pages of a history, each in one round trip. */
async function readAll(trader: Trader, path: string, key: "deposits" | "withdrawals"): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, dbTrips, body } = await trader.get(`${path}${cursor && `?cursor=${cursor}`}`);
    expect([status, dbTrips]).toEqual([200, 1]);
    expect(body[key].length).toBeLessThanOrEqual(500);
    ids.push(...body[key].map(({ _id }: { _id: string }) => _id));
    cursor = body.nextCursor;
  }
  return ids;
}

test("a history contains all rows, page after page, newest first, and no other user's", async () => {
  const stack = await apiStack();
  const { query } = databaseOf(stack);
  const [trader, other] = [await newTrader(stack), await newTrader(stack)];
  const { userId } = trader;
  // Few different times, so that many rows have equal sort keys.
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const [id, atMs] = [crypto.randomUUID(), 1_000_000 + Math.floor(i / 7)];
    return { id, userId, amountCents: 1_000, createdAtMs: atMs, updatedAtMs: atMs };
  });
  await behindTriggers(
    databaseOf(stack),
    ["deposits_start_pending", "withdrawals_start_pending"],
    [
      query.insert(deposits).values(
        rows.map((row) => ({
          ...row,
          status: "expired" as const,
          expiresAtMs: row.createdAtMs,
          billNumber: row.id,
          qrString: row.id,
          md5Hash: row.id,
        })),
      ),
      query.insert(withdrawals).values(
        rows.map((row) => ({
          ...row,
          status: "rejected" as const,
          rejectedAtMs: row.createdAtMs,
          approvalsNeeded: 1,
          paymentMethod: "Bank Transfer" as const,
          bankName: "ABA",
          accountId: "000 123 456",
          requestMessage: "",
        })),
      ),
    ],
  );
  const expected = rows.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  expect(await readAll(trader, "/api/deposit/history", "deposits")).toEqual(expected);
  expect(await readAll(trader, "/api/withdrawal/history", "withdrawals")).toEqual(expected);
  expect(await readAll(other, "/api/deposit/history", "deposits")).toEqual([]);
  expect((await trader.get("/api/deposit/history?status=paid")).body).toMatchObject({ deposits: [], nextCursor: null });
});

test.each(["/api/deposit/history", "/api/withdrawal/history"])("an invalid cursor is refused by %s", async (path) => {
  const reply = await (await newTrader(await apiStack())).get(`${path}?cursor=12`);
  expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", "cursor"]);
});
