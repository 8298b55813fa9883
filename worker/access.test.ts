import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { sessions } from "../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../dev/sample-images.ts";
import type { Stack } from "../dev/stack.ts";
import { openBody, tradeRow } from "../dev/test/test-broker.ts";
import { Client } from "../dev/test/test-client.ts";
import { configureBank, databaseOf, fundTrader, typedCard, withdrawalAsk } from "../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../dev/test/test-people.ts";
import { apiStack, tripsInLog } from "../dev/test/test-stack.ts";
import { ACCESS } from "./access.ts";
import { endPauseOnServer } from "./admin/pauses/pause-admin-store.ts";
import { api } from "./app.ts";
import { ADMIN_ROLES, type AdminRole } from "./contract/admin-roles.ts";
import { BODY_BYTES_MAX, SESSION } from "./contract/limits.ts";
import { FLOOD_MAX } from "./platform/request/flood-limit.ts";
import type { Access } from "./platform/route-access.ts";

setDefaultTimeout(600_000);

let stack: Stack;
/** An admin session, which may call every route except those that are for traders only. */
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  admin = await newAdmin(stack);
}, 600_000);

// A call of every route pauses withdrawals too.
afterEach(async () => {
  const { query, write } = databaseOf(stack);
  await write(endPauseOnServer(query, Date.now()));
});

const anyone = () => new Client(stack.origin);
const address = ({ path }: Access) =>
  path
    .replace(":token", "x".repeat(43))
    .replace(":day", "2026-11-21")
    .replace(":month", "2020-01")
    .replace(":filename", `${"x".repeat(43)}.jpg`)
    .replace(/:(run|number)\b/, "1")
    .replace(":symbol", "BTCUSDm")
    .replace(/:(id|userId)\b/, "0".repeat(36))
    .replace(/^\/api\/statement(\/export)?$/, "$&?from=2026-01-01&to=2026-01-31")
    .replace(/^\/api\/journal\/(entries|to-review)$/, "$&?from=2026-01-01T00:00:00Z&to=2026-01-08T00:00:00Z")
    .replace(/^\/api\/admin\/statements\/days$/, "$&?from=2026-01-01&to=2026-01-31")
    .replace("/api/replay/trade", "$&?account=run:1&key=1")
    .replace("/api/replay/proof", "$&?key=1&seq=1")
    .replace("/api/replay/quotes", "$&?key=1&from=0");
const withdrawal = withdrawalAsk(10);
const AVATAR = `data:image/png;base64,${Buffer.from(SAMPLE_IMAGES.png).toString("base64")}`;
const importedRow = {
  ticket: "1",
  symbol: "US500",
  direction: "Buy",
  lotSize: 1,
  entryPrice: 1,
  exitPrice: 1,
  stopPrice: null,
  openTime: "2026-01-01T00:00:00Z",
  closeTime: "2026-01-01T00:00:00Z",
  profitLoss: 1,
};
const brokerAccount = { name: "A", platform: null, currency: "USD", accountNumber: null, clock: null, mapping: null };
const brokerFile = openBody(1, { kind: "trades", count: 1 });
const brokerRow = tradeRow({ ticket: "1", closedAtMs: Date.UTC(2026, 0, 1) });
const priceAlert = {
  symbol: "BTCUSDm",
  condition: { type: "move", direction: "up", basisPoints: 100, windowMs: 60_000 },
  repeat: { type: "once" },
  expiresAt: null,
  note: "",
  isAlsoInQuietHours: false,
  drawing: null,
};
const terminalChange = { kind: "watchlist", version: 1, body: { order: ["US500"], hidden: [] } };
const journalChange = {
  kind: "entry",
  account: "cash",
  subject: "day",
  key: "2026-11-28",
  version: 1,
  body: { setup: null, grade: null, labels: [], note: "x", chart: null, reviewedAt: null },
};
const telegramBodies = { "/api/telegram": { showsSums: true }, "/api/telegram/confirm": { id: "0".repeat(64) } };
const seenAlert = { version: 1 };
const alertBodies = {
  "/api/alerts": priceAlert,
  "/api/alerts/:id": { ...seenAlert, ...priceAlert },
  "/api/alerts/:id/pause": seenAlert,
  "/api/alerts/:id/resume": seenAlert,
  "/api/alerts/:id/arm": seenAlert,
};
/** The example of RFC 8291, at the local push service. */
const browser = {
  endpoint: "http://127.0.0.1:1/push/a",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
const channelBodies = () => ({
  "/api/notifications/push": { ...browser, endpoint: `${stack.urls.push}/push/a` },
  "/api/notifications/channels/test": { channel: "email" },
  "/api/notifications/shown": { receipt: "x" },
});
/** Routes that delete what a body names. */
const DELETES_SEEN: Record<string, unknown> = { "/api/alerts/:id": seenAlert, "/api/notifications/push": { id: 1 } };
const title = ({ method, path }: Access) => `${method} ${path}`;
const call = (client: Client, row: Access, init?: { headers?: Record<string, string>; body?: string | FormData }) =>
  client.send(row.method, address(row), init);
const takesImages =
  /^\/api\/(admin\/(?:withdrawals|statements\/lines)\/:id\/(approve|complete|reject)|admin\/questions|user\/profile|questions\/:id\/answer)$/;
const bytesMax = ({ path }: Access) => {
  if (path.endsWith("/rows")) return BODY_BYTES_MAX.importRows;
  const isFile = path === "/api/admin/statements" || path.endsWith("/result");
  return isFile || takesImages.test(path) ? BODY_BYTES_MAX.image : BODY_BYTES_MAX.json;
};
const needsSession = ({ who }: Access) => who === "signed_in" || who === "admin";
/** A client with a well-formed session cookie of no session: the shape is checked before the look-up. */
const cookieHolder = () => {
  const client = anyone();
  client.cookies.set("session", "A".repeat(43));
  return client;
};
const jsonRows = ACCESS.filter(
  ({ method, path }) =>
    method !== "GET" &&
    method !== "DELETE" &&
    !/logout|activity|csp-report|payment-methods|telegram\/(link|webhook)|unsubscribe/.test(path),
);

test("the table names exactly the routes that are mounted", () => {
  const mounted = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(mounted)].sort()).toEqual(ACCESS.map(title).sort());
});

describe.each(ACCESS.filter(needsSession).map((row) => [title(row), row] as const))("%s refuses", (_, row) => {
  test("a request without a session", async () => {
    const reply = await call(anyone(), row, validInput(row));
    expect([reply.status, reply.body.code]).toEqual([401, "not_signed_in"]);
  });

  test("an unknown session", async () => {
    const reply = await call(cookieHolder(), row, validInput(row));
    expect([reply.status, reply.body.code]).toEqual([401, "not_signed_in"]);
  });
});

/**
 * Sends a request whose body counts how often it is read, to the app itself: over a connection the body would be sent
 * before anything reads it.
 */
async function readsOf(row: Access, cookie: string | null) {
  let reads = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    reads += 1;
    controller.close();
  };
  const type = row.path.endsWith("payment-methods") ? "multipart/form-data; boundary=x" : "application/json";
  const request = new Request(stack.origin + address(row), {
    method: row.method,
    headers: { "Content-Type": type, ...(cookie === null ? {} : { Cookie: cookie }) },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
  });
  const unlimited = { limit: async () => ({ success: true }) };
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  const bindings = { ...stack.settings, REQUESTS_BY_ADDRESS: unlimited };
  const reply = await api.fetch(request, bindings, context);
  return { status: reply.status, reads };
}

describe("the body of an unauthenticated request is not read:", () => {
  const writes = ACCESS.filter((row) => needsSession(row) && row.method !== "GET" && row.method !== "DELETE");

  test.each(writes.map((row) => [title(row), row] as const))("%s answers 401 whatever the body is", async (_, row) => {
    for (const headers of [{ "Content-Type": "text/plain" }, { "Content-Type": "application/json" }]) {
      const reply = await call(anyone(), row, { headers, body: "{".repeat(BODY_BYTES_MAX.json + 1) });
      expect([reply.status, reply.body.code]).toEqual([401, "not_signed_in"]);
      expect(await tripsInLog(reply)).toBe(0);
    }
  });

  test("a request without cookie and bearer token is answered before its body is read", async () => {
    for (const row of writes) {
      expect([title(row), await readsOf(row, null)]).toEqual([title(row), { status: 401, reads: 0 }]);
    }
  });

  test("a route that takes images or many rows looks the session up before its body is read", async () => {
    const unknownSession = `session=${"A".repeat(43)}`;
    for (const row of writes.filter(({ sessionFirst }) => sessionFirst)) {
      expect([title(row), await readsOf(row, unknownSession)]).toEqual([title(row), { status: 401, reads: 0 }]);
      const own = await readsOf(row, `session=${admin.cookies.get("session")}`);
      expect([title(row), own.status, own.reads > 0]).toEqual([title(row), 400, true]);
    }
  });

  test("every route that takes images or many rows looks the session up first, and no other does", () => {
    const large = ACCESS.filter((row) => needsSession(row) && row.method !== "GET" && row.method !== "DELETE").filter(
      (row) => bytesMax(row) > BODY_BYTES_MAX.json || row.path.endsWith("payment-methods"),
    );
    expect(ACCESS.filter(({ sessionFirst }) => sessionFirst).map(title)).toEqual(large.map(title));
  });
});

test("every admin route refuses a trader", async () => {
  const trader = await newTrader(stack);
  for (const row of ACCESS.filter(({ who }) => who === "admin")) {
    const reply = await call(trader, row, validInput(row));
    expect([reply.status, reply.body.code], title(row)).toEqual([403, "forbidden"]);
  }
});

test("every admin route refuses an admin without an admin session", async () => {
  const admin = await newAdmin(stack);
  await changeSession(admin.userId, { kind: "trader" });
  for (const row of ACCESS.filter(({ who }) => who === "admin")) {
    const reply = await call(admin, row, validInput(row));
    expect([reply.status, reply.body.code], title(row)).toEqual([403, "forbidden"]);
  }
});

describe("every route walked by admins of every role", () => {
  const acts = ACCESS.filter(({ path }) => path !== "/api/auth/logout" && !/socket$|poll$/.test(path));

  const held: AdminRole[][] = [...ADMIN_ROLES.map((role) => [role]), ["support", "owner"], []];

  test.each(held.map((roles) => [roles.join(" and ") || "none", roles] as const))("%s", async (_, roles) => {
    const admin = await newAdmin(stack, "Walker", roles);
    const wrong: string[] = [];
    for (const row of acts.filter(({ who }) => who === "admin")) {
      const reply = await call(admin, row, validInput(row));
      const isRefused = reply.status === 403 && reply.body.code === "role_needed";
      const isTaken = row.roles?.some((role) => roles.includes(role)) === true;
      if (isRefused === isTaken) wrong.push(`${title(row)} ${reply.status} ${reply.body.code}`);
      if (isRefused) expect(reply.body.roles, title(row)).toEqual({ needed: row.roles, held: [...roles] });
    }
    expect(wrong).toEqual([]);
  });
});

/**
 * Admin actions that move no money, take out no personal data and give no rights. All others require a second factor of the
 * last fifteen minutes.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  "POST /api/admin/books/plan",
  "POST /api/admin/exceptions/:id/plan",
  "POST /api/admin/step-up",
  "POST /api/admin/withdrawals/:id/claim",
  "POST /api/admin/withdrawals/:id/hand-over",
  "POST /api/admin/withdrawals/:id/release",
  "POST /api/admin/identities/:userId/reject",
  "POST /api/admin/pauses",
  "POST /api/admin/questions",
  "POST /api/admin/questions/:id/take-back",
  "POST /api/admin/questions/:id/answer",
  "POST /api/admin/on-call/rota",
  "POST /api/admin/on-call/overrides",
  "POST /api/admin/on-call/overrides/:id/remove",
  "POST /api/admin/on-call/incidents/:id/acknowledge",
  "POST /api/admin/imports",
  "PUT /api/admin/imports/:id/rows",
  "POST /api/admin/users/:id/freeze",
  "POST /api/admin/users/:id/note",
  "POST /api/admin/people/:id/cancel",
  "POST /api/admin/views",
  "POST /api/admin/views/:id/remove",
  "POST /api/admin/users/:id/end-sessions",
]);

/** Admin routes, besides the exports, that write nothing which a repetition would write twice. */
const KEYLESS: ReadonlySet<string> = new Set([
  "POST /api/admin/login",
  "POST /api/admin/step-up",
  // A dry run writes nothing.
  "POST /api/admin/books/plan",
  "POST /api/admin/exceptions/:id/plan",
  // Gives the same bytes again; each time is in the audit log.
  "POST /api/admin/payouts/batches/:id/file",
]);

test("every act of an admin needs an Idempotency-Key", async () => {
  const admin = await newAdmin(stack);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const open: string[] = [];
  for (const row of ACCESS.filter(({ method, path }) => method === "POST" && path.startsWith("/api/admin/"))) {
    const { headers, body } = validInput(row);
    const init = { method: "POST", headers: { ...headers, Cookie: cookie }, ...(body === undefined ? {} : { body }) };
    const reply = await fetch(stack.origin + address(row), init);
    const isExport = row.path.endsWith("/export");
    if (!(await reply.text()).includes('"field":"Idempotency-Key"') && !isExport) open.push(title(row));
  }
  expect(open.sort()).toEqual([...KEYLESS].sort());
});

test("every admin action requires a recent second factor, except those that are known to be harmless", () => {
  const acts = ACCESS.filter(({ who, method }) => who === "admin" && method !== "GET");
  const open = acts.filter(({ stepUp }) => !stepUp).map(title);
  expect(open.sort()).toEqual([...HARMLESS].sort());
});

test("every action that requires a recent second factor refuses an old one, and no other route does", async () => {
  const admin = await newAdmin(stack);
  const rows = ACCESS.filter(({ who, path }) => who === "admin" && path !== "/api/admin/step-up");
  for (const row of rows) {
    // A proof of exactly this age counts, and the request may arrive within the same millisecond.
    await changeSession(admin.userId, { authenticatedAtMs: Date.now() - SESSION.stepUpMs - 1 });
    const reply = await call(admin, row, validInput(row));
    const isRefused = reply.status === 403 && reply.body.code === "step_up_required";
    expect([title(row), isRefused]).toEqual([title(row), row.stepUp === true]);
  }
});

/** Changes a session, e.g. as after another kind of log-in or some time. */
async function changeSession(userId: string, set: Partial<typeof sessions.$inferInsert>): Promise<void> {
  const { query, write } = databaseOf(stack);
  await write([query.update(sessions).set(set).where(eq(sessions.userId, userId))]);
}

test("only what a signed link proves may come from another site", () => {
  expect(ACCESS.filter(({ anyOrigin }) => anyOrigin).map(title)).toEqual(["POST /api/unsubscribe"]);
});

const ofOneOrigin = ACCESS.filter(({ method, anyOrigin }) => method !== "GET" && !anyOrigin);
describe.each(ofOneOrigin.map((row) => [title(row), row] as const))("%s refuses", (_, row) => {
  test.each([{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }, { Origin: "null" }])(
    "another site (%p)",
    async (headers) => {
      const reply = await call(anyone(), row, {
        headers: { "Content-Type": "application/json", ...headers },
        body: "{}",
      });
      expect([reply.status, reply.body.code]).toEqual([403, "cross_origin"]);
    },
  );
});

describe.each(jsonRows.map((row) => [title(row), row] as const))(
  "%s answers invalid input with an error body:",
  (_, row) => {
    const json = { "Content-Type": "application/json" };
    test.each([
      ["broken JSON", { headers: json, body: "{" }, 400, "body"],
      ["no body", { headers: json, body: "" }, 400, "body"],
      ["a list", { headers: json, body: "[]" }, 400, "body"],
      ["an unknown field", { headers: json, body: '{"__proto__x":1}' }, 400, undefined],
      ["a form", { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=1" }, 415, undefined],
      ["text", { headers: { "Content-Type": "text/plain" }, body: "{}" }, 415, undefined],
      ["an encoded body", { headers: { ...json, "Content-Encoding": "gzip" }, body: "{}" }, 415, undefined],
      ["too much", { headers: json, body: JSON.stringify({ x: "x".repeat(bytesMax(row) + 1) }) }, 413, undefined],
    ])("%s", async (_name, init, status, field) => {
      const reply = await call(row.sessionFirst ? admin : cookieHolder(), row, init);
      expect(reply.status).toBe(status);
      expect(reply.body).toMatchObject({ success: false });
      expect(reply.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.body.message.length).toBeGreaterThan(5);
      if (field) expect(reply.body.field).toBe(field);
      expect(await tripsInLog(reply)).toBe(row.sessionFirst ? 1 : 0);
    });
  },
);

describe("input fields", () => {
  const signup = { email: "a@b.cd", password: "a fine sentence", firstName: "A", lastName: "B", username: "abc" };
  test.each([
    ["/api/auth/signup", { ...signup, email: 5 }, "email"],
    ["/api/auth/signup", { ...signup, email: undefined }, "email"],
    ["/api/auth/signup", { ...signup, email: "not an address" }, "email"],
    ["/api/auth/signup", { ...signup, firstName: " " }, "firstName"],
    ["/api/auth/signup", { ...signup, firstName: "x".repeat(61) }, "firstName"],
    ["/api/auth/signup", { ...signup, lastName: null }, "lastName"],
    ["/api/auth/signup", { ...signup, lastName: "a\u202eb" }, "lastName"],
    ["/api/auth/signup", { ...signup, username: "a b" }, "username"],
    ["/api/auth/signup", { ...signup, username: "x".repeat(200) }, "username"],
    ["/api/auth/signup", { ...signup, password: "short" }, "password"],
    ["/api/auth/signup", { ...signup, password: "x".repeat(600) }, "password"],
    ["/api/auth/signup", { ...signup, timeZone: "Mars/Olympus" }, "timeZone"],
    ["/api/auth/signup", { ...signup, role: "admin" }, "role"],
    ["/api/auth/login", { email: "a@b.cd" }, "password"],
    ["/api/auth/login", { email: ["a@b.cd"], password: "x" }, "email"],
    ["/api/auth/forgot-password", {}, "email"],
    ["/api/auth/forgot-password", { email: "x".repeat(400) }, "email"],
    ["/api/auth/verify-email", { code: 123456 }, "code"],
    ["/api/auth/verify-email", { code: "x".repeat(50) }, "code"],
    [`/api/auth/reset-password/${"x".repeat(43)}`, {}, "password"],
    ["/api/auth/theme", { theme: "1" }, "theme"],
    ["/api/auth/password", { newPassword: "a fine sentence" }, "currentPassword"],
    ["/api/auth/totp/verify", { code: "" }, "code"],
    ["/api/auth/totp/verify", { code: "x".repeat(41) }, "code"],
    ["/api/auth/totp/enrol", { password: 7 }, "password"],
    ["/api/auth/totp/confirm", { code: "12345" }, "code"],
    ["/api/auth/totp/disable", { code: "123456" }, "password"],
    ["/api/auth/login-alerts", { loginAlerts: "yes" }, "loginAlerts"],
    ["/api/auth/step-up", {}, "password"],
    ["/api/user/notifications", { email: "yes" }, "email"],
    ["/api/user/close", { code: "123456" }, "password"],
    ["/api/user/close", { password: "a fine sentence", code: "x".repeat(41) }, "code"],
    ["/api/auth/password", { currentPassword: "a fine sentence", newPassword: "" }, "newPassword"],
    ["/api/deposit/generate-khqr", { amount: "10" }, "amount"],
    ["/api/deposit/verify-payment", { md5Hash: "x" }, "md5Hash"],
    ["/api/deposit/verify-payment", {}, "md5Hash"],
    ["/api/deposit/cancel", { md5Hash: 7 }, "md5Hash"],
    ["/api/withdrawal/request", { ...withdrawal, amount: "10" }, "amount"],
    ["/api/withdrawal/request", { ...withdrawal, currency: "KHR" }, "currency"],
    ["/api/withdrawal/request", { ...withdrawal, paymentMethod: "Cheque" }, "paymentMethod"],
    ["/api/withdrawal/request", { ...withdrawal, paymentDetails: { image: 1 } }, "paymentDetails"],
    ["/api/withdrawal/request", { ...withdrawal, userId: "x" }, "userId"],
    ["/api/withdrawal/cancel", { id: "x" }, "id"],
    ["/api/broker/accounts", { ...brokerAccount, currency: "U$" }, "currency"],
    ["/api/broker/accounts", { ...brokerAccount, name: "a\u202eb" }, "name"],
    ["/api/broker/accounts", { ...brokerAccount, clock: { kind: "moon" } }, "clock.kind"],
    ["/api/broker/accounts", { ...brokerAccount, mapping: { a: "x".repeat(9_000) } }, "mapping"],
    ["/api/broker/imports", { ...brokerFile, account: "1" }, "account"],
    ["/api/broker/imports/1/commit", { changed: "both" }, "changed"],
    ["/api/demo/commands", { type: "cancel_all", run: "1" }, "run"],
    ["/api/demo/commands", { type: "cancel_order", orderId: 1.5, version: 1 }, "orderId"],
    ["/api/alerts", { ...priceAlert, symbol: "DOGE" }, "symbol"],
    ["/api/alerts", { ...priceAlert, condition: { ...priceAlert.condition, windowMs: 90_000 } }, "condition.windowMs"],
    ["/api/alerts", { ...priceAlert, condition: { type: "level", direction: "up", price: 1 } }, "condition.direction"],
    ["/api/alerts", { ...priceAlert, repeat: { type: "again", retreat: 1 } }, "repeat.retreat"],
    ["/api/alerts", { ...priceAlert, expiresAt: "2026" }, "expiresAt"],
    ["/api/alerts", { ...priceAlert, drawing: "x" }, "drawing"],
    ["/api/alerts/1/pause", { version: 0 }, "version"],
    ["/api/journal/changes", { changes: [] }, "changes"],
    ["/api/journal/changes", { changes: [{ ...journalChange, key: "2026-02-30" }] }, "changes.0.key"],
    ["/api/terminal/changes", { changes: [] }, "changes"],
    ["/api/terminal/changes", { changes: [{ ...terminalChange, version: 0 }] }, "changes.0.version"],
    ["/api/admin/login", { email: "a@b.cd", password: "x", code: "12345" }, "code"],
  ])("%s with %p names the field", async (path, body, field) => {
    const reply = await cookieHolder().post(path, body);
    expect(reply.body).toMatchObject({ success: false, code: "invalid_input", field });
    expect(reply.status).toBe(400);
  });
});

test("an unknown path is 404, and an unknown method of a path 405 with the allowed ones", async () => {
  expect((await anyone().get("/api/nothing")).status).toBe(404);
  expect((await anyone().get("/api")).status).toBe(404);
  expect((await anyone().get("/api/image/%00")).status).toBe(404);
  for (const row of ACCESS) {
    const isPatched = ACCESS.some(({ method, path }) => method === "PATCH" && path === row.path);
    const reply = await anyone().send(isPatched ? "PUT" : "PATCH", address(row));
    expect([reply.status, reply.body.code]).toEqual([405, "method_not_allowed"]);
    expect(reply.headers.get("Allow")).toContain(row.method);
  }
});

test("every response has its request id and the security headers", async () => {
  for (const path of ["/api/health", "/api/nothing", "/api/auth/check"]) {
    const { headers } = await anyone().get(path);
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("Server-Timing")).toMatch(/^total;dur=[\d.]+$/);
    expect(headers.get("Strict-Transport-Security")).toContain("includeSubDomains");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  }
});

test("only signed-in callers see the database timing", async () => {
  const { headers } = await (await newTrader(stack)).get("/api/auth/check");
  expect(headers.get("Server-Timing")).toMatch(/^total;dur=[\d.]+, db;dur=[\d.]+;desc="1"$/);
});

test("no route makes more round trips to the database than the table allows", async () => {
  const trader = await newTrader(stack);
  const opened = await trader.post("/api/deposit/generate-khqr", { amount: 10 });
  const { md5Hash } = opened.body.deposit;
  await fundTrader(stack, trader, 100);
  await configureBank(stack, trader);
  const { email, password } = trader;
  const bodies: Record<string, unknown> = {
    "/api/auth/login": { email, password },
    "/api/auth/forgot-password": { email },
    "/api/auth/reset-password/:token": { password: "a whole new sentence" },
    "/api/auth/theme": { theme: 2 },
    "/api/auth/language": { language: "km" },
    "/api/auth/password": { currentPassword: password, newPassword: "quite another sentence" },
    "/api/auth/totp/verify": { code: "123456" },
    "/api/auth/totp/confirm": { code: "123456" },
    "/api/auth/totp/disable": { password, code: "123456" },
    "/api/auth/login-alerts": { loginAlerts: true },
    "/api/user/notifications": { email: true },
    "/api/auth/step-up": { password },
    "/api/user/close": { password },
    "/api/auth/verify-email": { code: "ABCDEF" },
    "/api/auth/sign-in": {},
    "/api/deposit/verify-payment": { md5Hash },
    "/api/deposit/cancel": { md5Hash },
    "/api/deposit/generate-khqr": { amount: 11 },
    "/api/admin/login": { email, password, code: "123456" },
    "/api/csp-report": {},
    "/api/user/profile": { timeZone: "America/New_York", profileImage: AVATAR, idCardImage: AVATAR },
    "/api/notifications/read": { upTo: 1 },
    "/api/notifications/confirm": { id: 1 },
    "/api/notifications/settings": { order: true },
    "/api/demo/commands": { type: "cancel_all", run: 1 },
    ...alertBodies,
    ...telegramBodies,
    ...channelBodies(),
    "/api/terminal/changes": { changes: [terminalChange] },
    "/api/journal/changes": { changes: [journalChange] },
    "/api/broker/accounts": brokerAccount,
    "/api/broker/accounts/:number": { name: "B" },
    "/api/broker/imports": brokerFile,
    "/api/broker/imports/:id/rows": { from: 1, rows: [brokerRow] },
    "/api/broker/imports/:id/commit": { changed: "keep" },
    "/api/withdrawal/request": withdrawal,
    "/api/withdrawal/cancel": { id: (await trader.post("/api/withdrawal/request", withdrawal)).body.withdrawal._id },
  };
  const counted: Record<string, number> = {};
  const inOrder = [...ACCESS].sort((a, b) => Number(a.path.endsWith("logout")) - Number(b.path.endsWith("logout")));
  for (const row of inOrder.filter(({ path }) => !path.endsWith("/socket") && !path.endsWith("/poll"))) {
    const reply = await call(trader, row, bodyFor(row, bodies));
    expect(reply.status, title(row)).toBeLessThan(500);
    const trips = await tripsInLog(reply);
    counted[title(row)] = trips;
    expect(trips, title(row)).toBeLessThanOrEqual(row.tripsMax);
  }
  expect(counted["GET /api/auth/check"]).toBe(1);
  expect(counted["GET /api/user/profile"]).toBe(1);
  expect(counted["PUT /api/user/profile"]).toBe(3);
  expect(counted["POST /api/deposit/generate-khqr"]).toBe(2);
  expect(counted["POST /api/withdrawal/request"]).toBe(2);
  expect(counted["POST /api/withdrawal/cancel"]).toBe(2);
  expect(counted["GET /api/withdrawal/history"]).toBe(1);
});

/** A valid body, so that access control refuses the request and not the input validation. */
function validInput(row: Access) {
  return bodyFor(row, {
    "/api/auth/theme": { theme: 1 },
    "/api/auth/language": { language: "en" },
    "/api/auth/password": { currentPassword: "a fine sentence", newPassword: "quite another sentence" },
    "/api/auth/totp/confirm": { code: "123456" },
    "/api/auth/totp/disable": { password: "a fine sentence", code: "123456" },
    "/api/auth/login-alerts": { loginAlerts: true },
    "/api/user/notifications": { email: true },
    "/api/auth/step-up": { password: "a fine sentence" },
    "/api/user/close": { password: "a fine sentence" },
    "/api/deposit/generate-khqr": { amount: 10 },
    "/api/deposit/verify-payment": { md5Hash: "0".repeat(32) },
    "/api/deposit/cancel": { md5Hash: "0".repeat(32) },
    "/api/withdrawal/request": withdrawal,
    "/api/withdrawal/cancel": { id: crypto.randomUUID() },
    "/api/notifications/read": { upTo: 1 },
    "/api/notifications/confirm": { id: 1 },
    "/api/notifications/settings": { order: true },
    "/api/demo/commands": { type: "cancel_all", run: 1 },
    ...alertBodies,
    ...telegramBodies,
    ...channelBodies(),
    "/api/terminal/changes": { changes: [terminalChange] },
    "/api/journal/changes": { changes: [journalChange] },
    "/api/broker/accounts": brokerAccount,
    "/api/broker/accounts/:number": { name: "B" },
    "/api/broker/imports": brokerFile,
    "/api/broker/imports/:id/rows": { from: 1, rows: [brokerRow] },
    "/api/broker/imports/:id/commit": { changed: "keep" },
    "/api/admin/step-up": { code: "123456" },
    "/api/admin/withdrawals/:id/claim": { version: 1 },
    "/api/admin/withdrawals/:id/hand-over": { version: 1, to: "x" },
    "/api/admin/withdrawals/:id/release": { version: 1 },
    "/api/admin/withdrawals/:id/start-payment": { version: 1 },
    "/api/admin/withdrawals/:id/stop-payment": { version: 1 },
    "/api/admin/withdrawals/:id/take-over-payment": { version: 1, payerId: "x" },
    "/api/admin/withdrawals/:id/approve": { version: 1 },
    "/api/admin/withdrawals/:id/complete": { version: 1, paymentId: "FT1" },
    "/api/admin/withdrawals/:id/reject": { version: 1, reason: "other", notes: "no" },
    "/api/user/profile": { phone: "012 345 678" },
    "/api/admin/identities/:userId/verify": { version: 1, ...typedCard("a1") },
    "/api/admin/identities/:userId/card": { version: 1, readAt: null, reason: "x", ...typedCard("a1") },
    "/api/admin/identities/:userId/reject": { version: 1, reason: "unclear" },
    "/api/admin/identities/:userId/reopen": { version: 1, reason: "x" },
    "/api/admin/books/plan": {
      kind: "adjustment",
      from: "house:khqr",
      to: "house:payout",
      amount: 1,
      reason: "a test",
    },
    "/api/admin/books/acts": {
      kind: "adjustment",
      from: "house:khqr",
      to: "house:payout",
      amount: 1,
      reason: "a test",
    },
    "/api/admin/books/acts/:id/post": { entries: [] },
    "/api/admin/books/acts/:id/cancel": { reason: "a test" },
    "/api/admin/books/bank-accounts": { id: "aba", name: "ABA", currency: "USD" },
    "/api/admin/months/:month/prepare": { digest: "0".repeat(64) },
    "/api/admin/months/:month/seal": { digest: "0".repeat(64) },
    "/api/admin/months/:month/cancel": {},
    "/api/admin/exceptions/:id/plan": { decision: "dismiss" },
    "/api/admin/payouts/batches": {
      ...{ items: [{ _id: "x", version: 2 }], bankAccount: "aba", profile: "aba-bulk", count: 1, total: 1 },
    },
    "/api/admin/payouts/batches/:id/file": {},
    "/api/admin/payouts/batches/:id/result": { fileName: "a.csv", file: "YQ==" },
    "/api/admin/payouts/batches/:id/statement": {},
    "/api/admin/payouts/batches/:id/take-over": { payerId: "x", count: 1 },
    "/api/admin/payouts/batches/:id/items/:withdrawalId/match": { resultLine: "x" },
    "/api/admin/payouts/batches/:id/items/:withdrawalId/take-back": { version: 2 },
    "/api/admin/statements": { account: "aba", profile: "aba", fileName: "a.csv", file: "YQ==" },
    "/api/admin/statements/match": { from: "2026-11-21", to: "2026-11-22" },
    "/api/admin/statements/lines/:id/link": { transferIds: ["one"], reason: "a test" },
    "/api/admin/statements/lines/:id/take-back": { reason: "a test" },
    "/api/admin/statements/lines/:id/exception": { depositId: "00000000-0000-4000-8000-000000000000" },
    "/api/admin/statements/lines/:id/complete": {
      withdrawalId: "00000000-0000-4000-8000-000000000000",
      version: 2,
    },
    "/api/admin/exceptions/:id/match": { version: 1, amount: 10, note: "as paid" },
    "/api/admin/exceptions/:id/refund-note": { version: 1, amount: 1, bankReference: "RF 1", note: "sent back" },
    "/api/admin/exceptions/:id/dismiss": { version: 1, note: "a duplicate" },
    "/api/admin/restores/:id/approve": { findingCount: 0 },
    "/api/admin/questions": { kind: "identity", id: "x", text: "Who?", language: "en" },
    "/api/admin/questions/:id/take-back": {},
    "/api/admin/questions/:id/answer": { text: "Me" },
    "/api/questions/:id/answer": { text: "Me" },
    "/api/admin/pauses": { reason: "x" },
    "/api/admin/settings": { key: "working_hours", value: null, version: null, reason: "" },
    "/api/admin/settings/:id/approve": {},
    "/api/admin/settings/:id/cancel": {},
    "/api/admin/on-call/rota": { admins: [], version: 0 },
    "/api/admin/on-call/overrides": { admin: "x", from: "2026-12-07T00:00:00Z", to: "2026-12-08T00:00:00Z" },
    "/api/admin/on-call/overrides/:id/remove": {},
    "/api/admin/on-call/incidents/:id/acknowledge": {},
    "/api/admin/pauses/:id/resume": {},
    "/api/admin/deposits/:id/mark-paid": {
      bankReference: "FT1",
      settlementHash: "0".repeat(64),
      note: "as the bank says",
    },
    "/api/admin/users/:id/freeze": { version: 1, reason: "a word with them first" },
    "/api/admin/users/:id/unfreeze": { version: 1, reason: "all is well" },
    "/api/admin/users/:id/note": { note: "called them" },
    "/api/admin/users/:id/reset-second-factor": { version: 1, reason: "their phone is gone" },
    "/api/admin/users/:id/role": { version: 1, role: "admin", reason: "joins the team" },
    "/api/admin/people/:id/roles": { version: 1, roles: ["support"], reason: "moves to the front desk" },
    "/api/admin/people/:id/cancel": { version: 1 },
    "/api/admin/views": { list: "withdrawals", name: "Over $1,000", query: "minAmount=1000" },
    "/api/admin/views/:id/remove": {},
    "/api/admin/imports": {
      userId: "x",
      fileName: "a.csv",
      format: "csv",
      currency: "USD",
      timeZone: "UTC",
      rowCount: 1,
    },
    "/api/admin/imports/:id/rows": { from: 1, rows: [importedRow] },
    "/api/admin/imports/:id/reverse": { reason: "another trader's" },
  });
}

/** Sends a route's body as JSON, or as a form where the route takes one. */
function bodyFor({ method, path }: Access, bodies: Record<string, unknown>) {
  if (method === "GET" || (method === "DELETE" && !(path in DELETES_SEEN))) return {};
  if (path === "/api/user/payment-methods") {
    const body = new FormData();
    for (const [name, part] of Object.entries({ bankName: "ABA Bank", accountId: "000 123 456" }))
      body.append(name, part);
    body.append("khqrImage", new File([SAMPLE_IMAGES.png], "code.png"));
    return { body };
  }
  const sent = method === "DELETE" ? DELETES_SEEN : bodies;
  const body = path.endsWith("/export") ? { reason: "for the accountant" } : (sent[path] ?? {});
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

describe("a flood from one address", () => {
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  /** Sends a request over and over, from an address of its own and with a location that counts nothing more. */
  async function lastOfMany(row: { method: string; path: string }, address: string) {
    const bindings = { ...stack.settings, REQUESTS_BY_ADDRESS: { limit: async () => ({ success: false }) } };
    const headers = { "CF-Connecting-IP": address, Authorization: "none" };
    const statuses = new Set<number>();
    for (let sent = 0; sent < FLOOD_MAX.REQUESTS_BY_ADDRESS; sent += 1) {
      const reply = await api.request(row.path, { method: row.method, headers }, bindings, context);
      if (reply.status === 429) return { statuses: [...statuses], body: await reply.json() };
      statuses.add(reply.status);
    }
    return { statuses: [...statuses], body: null };
  }

  test.each([
    ["a path that is none", { method: "GET", path: "/api/nothing" }, 404],
    ["a method that a path lacks", { method: "DELETE", path: "/api/auth/login" }, 405],
    ["malformed credentials", { method: "GET", path: "/api/user/balance" }, 401],
  ])("counts %s", async (name, row, status) => {
    expect(await lastOfMany(row, `203.0.113.${name.length}`)).toMatchObject({
      statuses: [status],
      body: { code: "too_many_requests" },
    });
  });
});
