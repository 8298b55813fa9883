import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, deposits, identities, imports, paymentExceptions, withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { fc } from "../../../web/test/property.ts";
import { dayAt, isoDate } from "../../contract/trade-calendar.ts";
import { LIMITS } from "../../platform/rate-limit.ts";

setDefaultTimeout(600_000);

/** Few different times and amounts, so that many rows have equal sort keys. */
const MOMENTS = [1_000_000, 2_000_000, 3_000_000];
const SUMS = [1_000, 2_550, 500_000];
const PEOPLE = ["ana", "bopha", "chan", "dara", "eng", "farida", "gita", "heng"];

/** The values of a row that a test knows: all that a list can be filtered and sorted by. */
type Row = {
  id: string;
  atMs: number;
  amountCents: number;
  user: string;
  status: string;
  method?: string;
  reason?: string;
};

const pick = <T>(from: readonly [T, ...T[]] | readonly T[], i: number): T => from[i % from.length] as T;
const spread = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: crypto.randomUUID(),
    user: pick(PEOPLE, i * 7 + (i >> 3)),
    atMs: pick(MOMENTS, i),
    amountCents: pick(SUMS, (i * 5) >> 1),
  }));

const DEPOSITS: Row[] = spread(41).map((row, i) => ({
  ...row,
  status: pick(["pending", "expired", "failed", "cancelled"], i * 3),
}));
const WITHDRAWALS: Row[] = spread(37).map((row, i) => ({
  ...row,
  status: pick(["pending", "approved", "rejected"], i * 2),
  method: "Bank Transfer",
}));
const EXCEPTIONS: Row[] = spread(29).map((row, i) => {
  // The deposit that it was paid for decides whose it is.
  const { user } = pick(DEPOSITS, i);
  return { ...row, user, status: "open", reason: pick(["wrong_amount", "paid_twice"], i) };
});
const IDENTITIES: Row[] = PEOPLE.map((user, i) => ({
  id: user,
  user,
  atMs: pick(MOMENTS, i),
  amountCents: 0,
  status: pick(["verified", "rejected"], i),
}));
const IMPORTS: Row[] = spread(23).map((row, i) => ({ ...row, status: pick(["committed", "reversed"], i) }));

let stack: Stack;
let admin: Admin;
beforeAll(async () => {
  stack = await startFreshApi();
  admin = await newAdmin(stack);
  const db = databaseOf(stack);
  const { query } = db;
  for (const id of PEOPLE) await addPerson(db, id);
  await behindTriggers(
    db,
    ["deposits_start_pending", "withdrawals_start_pending", "identities_start_pending", "imports_start_staged"],
    [
      query.insert(deposits).values(
        DEPOSITS.map(({ id, user, atMs, amountCents, status }) => ({
          id,
          userId: user,
          amountCents,
          createdAtMs: atMs,
          updatedAtMs: atMs,
          expiresAtMs: atMs,
          billNumber: id,
          qrString: id,
          md5Hash: id,
          // A row of the test; its states are those of the table.
          status: status as "pending",
        })),
      ),
      query.insert(withdrawals).values(
        WITHDRAWALS.map(({ id, user, atMs, amountCents, status }) => ({
          id,
          userId: user,
          amountCents,
          createdAtMs: atMs,
          updatedAtMs: atMs,
          approvalsNeeded: 1,
          paymentMethod: "Bank Transfer" as const,
          bankName: "=ABA",
          accountId: "000 123 456",
          requestMessage: "",
          rejectedAtMs: status === "rejected" ? atMs : null,
          status: status as "pending",
        })),
      ),
      query.insert(paymentExceptions).values(
        EXCEPTIONS.map(({ id, atMs, reason }, i) => ({
          id,
          depositId: pick(DEPOSITS, i).id,
          settlementHash: id,
          reason: reason as "paid_twice",
          paidAmount: 20,
          paidCurrency: "USD",
          createdAtMs: atMs,
        })),
      ),
      query.insert(identities).values(
        IDENTITIES.map(({ user, atMs, status }) => ({
          userId: user,
          status: status as "verified",
          submittedAtMs: atMs,
          decidedBy: admin.userId,
          decidedAtMs: atMs,
          rejectReason: status === "rejected" ? ("unclear" as const) : null,
        })),
      ),
      query.insert(imports).values(
        IMPORTS.map(({ id, user, atMs, status }) => ({
          id,
          userId: user,
          status: status as "committed",
          fileName: "=report.csv",
          format: "csv" as const,
          timeZone: "UTC",
          rowCount: 1,
          createdBy: admin.userId,
          createdAtMs: atMs,
        })),
      ),
    ],
  );
}, 600_000);
afterAll(() => stack.stop());

const AGE = ["oldest", "newest"] as const;
const AGE_AND_AMOUNT = [...AGE, "smallest", "largest"] as const;
type Sort = (typeof AGE_AND_AMOUNT)[number];

const LISTS = [
  { name: "deposits", key: "deposits", rows: DEPOSITS, sorts: AGE_AND_AMOUNT, person: "search" },
  { name: "withdrawals", key: "withdrawals", rows: WITHDRAWALS, sorts: AGE_AND_AMOUNT, person: "user" },
  { name: "exceptions", key: "exceptions", rows: EXCEPTIONS, sorts: AGE, person: "user" },
  { name: "identities", key: "identities", rows: IDENTITIES, sorts: AGE, person: "user" },
  { name: "imports", key: "imports", rows: IMPORTS, sorts: AGE, person: "user" },
] as const;
type List = (typeof LISTS)[number];

type Filter = {
  status: string | undefined;
  user: string | undefined;
  from: number | undefined;
  to: number | undefined;
  min: number | undefined;
  max: number | undefined;
};

function queryOf({ sorts, person }: List, filter: Partial<Filter>, sort: Sort): Record<string, string> {
  const { status, user, from, to, min, max } = filter;
  const hasAmounts = sorts.length > AGE.length;
  return {
    sort,
    ...(status && { status }),
    // By any of the names that a user has.
    ...(user && { [person]: user.length % 2 === 0 ? user : `${user.toUpperCase()}@example.com` }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
    ...(hasAmounts && min !== undefined && { minAmount: String(min / 100) }),
    ...(hasAmounts && max !== undefined && { maxAmount: String(max / 100) }),
  };
}

/** The expected ids of the rows, computed in the simplest way. */
function expectedIds({ rows, sorts }: List, filter: Partial<Filter>, sort: Sort): string[] {
  const { status, user, from = 0, to = 1e15, min = 0, max = 1e15 } = filter;
  const hasAmounts = sorts.length > AGE.length;
  const by = (row: Row) => (sort === "oldest" || sort === "newest" ? row.atMs : row.amountCents);
  const up = sort === "oldest" || sort === "smallest" ? 1 : -1;
  return (rows as readonly Row[])
    .filter((row) => (!status || row.status === status) && (!user || row.user === user))
    .filter(({ atMs }) => atMs >= from && atMs < to)
    .filter(({ amountCents }) => !hasAmounts || (amountCents >= min && amountCents <= max))
    .toSorted((a, b) => up * (by(a) - by(b) || (a.id < b.id ? -1 : 1)))
    .map(({ id }) => id);
}

async function readAll({ name, key }: List, search: Record<string, string>, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = new URLSearchParams({ ...search, limit: String(limit), ...(cursor && { cursor }) });
    const { status, body, dbTrips } = await admin.get(`/api/admin/${name}?${page}`);
    expect([status, dbTrips]).toEqual([200, 1]);
    expect(body[key].length).toBeLessThanOrEqual(limit);
    ids.push(...body[key].map(({ _id }: { _id: string }) => _id));
    cursor = body.nextCursor;
  }
  return ids;
}

describe.each(LISTS.map((list) => [list.name, list] as const))("%s", (_name, list) => {
  test.each(list.sorts.map((sort) => [sort]))(
    "with the %s first: page after page every row appears once and in order, whatever the filter",
    async (sort) => {
      const moment = fc.option(fc.constantFrom(...MOMENTS, 2_500_000), { nil: undefined });
      const sum = fc.option(fc.constantFrom(...SUMS, 2_551), { nil: undefined });
      const filters = fc.record({
        status: fc.option(fc.constantFrom(...new Set(list.rows.map(({ status }) => status))), { nil: undefined }),
        user: fc.option(fc.constantFrom(...PEOPLE, "nobody"), { nil: undefined, freq: 2 }),
        from: moment,
        to: moment,
        min: sum,
        max: sum,
      });
      expect(await readAll(list, queryOf(list, {}, sort), 4)).toEqual(expectedIds(list, {}, sort));
      await fc.assert(
        fc.asyncProperty(filters, fc.integer({ min: 2, max: 12 }), async (filter, limit) => {
          expect(await readAll(list, queryOf(list, filter, sort), limit)).toEqual(expectedIds(list, filter, sort));
        }),
        { numRuns: 12 },
      );
    },
  );

  test("an invalid sort or cursor, and a cursor of another order, is refused by its name", async () => {
    const { body } = await admin.get(`/api/admin/${list.name}?sort=oldest&limit=2`);
    for (const [search, field, message] of [
      ["sort=prettiest", "sort", /^sort must be oldest,? .*newest/],
      ["sort=", "sort", /^sort must be/],
      ["cursor=12", "cursor", /^cursor must be one that a list gave/],
      [`sort=newest&cursor=${body.nextCursor}`, "cursor", /^cursor is not of a list that is newest first/],
      ["from=yesterday", "from", /^from must be an ISO 8601 time/],
    ] as const) {
      const reply = await admin.get(`/api/admin/${list.name}?${search}`);
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
      expect(reply.body.message).toMatch(message);
    }
  });

  test("its file has the filtered rows in order, has a date in its name, and is audited", async () => {
    const filter = { user: "ana", to: 3_000_000 };
    const search = new URLSearchParams(queryOf(list, filter, "newest"));
    const disposition = () => {
      const day = isoDate(dayAt(Date.now(), stack.settings.OPERATION_TIME_ZONE ?? ""));
      return `attachment; filename="tonle-${list.name}-${day}.csv"`;
    };
    const before = disposition();
    const reply = await admin.post(`/api/admin/${list.name}/export?${search}`, { reason: "For the accountant" });
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    expect(reply.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect([before, disposition()]).toContain(reply.headers.get("Content-Disposition") ?? "");
    const [head = "", ...lines] = String(reply.body).trimEnd().split("\r\n");
    const expected = expectedIds(list, filter, "newest");
    expect(lines).toHaveLength(expected.length);
    const email = head.split(",").indexOf("E-mail");
    expect(new Set(lines.map((line) => line.split(",")[email]))).toEqual(new Set(["ana@example.com"]));
    // A bank name and a file name that would be formulas are escaped.
    expect(reply.body).not.toMatch(/(^|,)=/m);

    const { query, read } = databaseOf(stack);
    const [entries] = await read([
      query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `list:${list.name}`)),
    ]);
    const entry = entries.at(-1);
    expect([entry?.actor, entry?.action]).toEqual([admin.userId, "admin.list_exported"]);
    // That it was filtered by a user, but not by which one.
    expect(JSON.parse(entry?.detail ?? "")).toEqual({
      sort: "newest",
      [list.person]: "given",
      to: "1970-01-01T00:50:00.000Z",
      purpose: "For the accountant",
      rowCount: expected.length,
    });
  });
});

test("an amount that is not dollars is refused by its name", async () => {
  for (const sum of ["1.005", "-1", "1e3", "ten", ""]) {
    const reply = await admin.get(`/api/admin/deposits?minAmount=${sum}`);
    expect([reply.status, reply.body.field]).toEqual([400, "minAmount"]);
  }
});

test("a file needs a reason, which is not only spaces, and begins with the mark by which spreadsheets read Khmer", async () => {
  for (const body of [{}, { reason: " " }, { reason: "x".repeat(1_001) }]) {
    const reply = await admin.post("/api/admin/deposits/export", body);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", "reason"]);
  }
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await fetch(`${stack.origin}/api/admin/deposits/export`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify({ reason: "For the accountant" }),
  });
  expect([...new Uint8Array(await reply.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test("exports have a limit of their own, and a refused one is not audited", async () => {
  const busy = await newAdmin(stack);
  for (let i = 0; i < LIMITS.exportByAdmin.max; i++) {
    expect((await busy.post("/api/admin/identities/export", { reason: "For the accountant" })).status).toBe(200);
  }
  const reply = await busy.post("/api/admin/deposits/export", { reason: "For the accountant" });
  expect([reply.status, reply.body.code]).toEqual([429, "too_many_requests"]);
  expect(reply.headers.get("Retry-After")).not.toBeNull();
  expect((await busy.get("/api/admin/deposits")).status).toBe(200);
  const { query, read } = databaseOf(stack);
  const [entries] = await read([query.select().from(auditLog).where(eq(auditLog.actor, busy.userId))]);
  expect(entries.map(({ subject }) => subject)).not.toContain("list:deposits");
});
