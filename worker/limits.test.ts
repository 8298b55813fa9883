import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startSimulator } from "../dev/simulator.ts";
import type { Stack, StackParts } from "../dev/stack.ts";
import { Client } from "../dev/test/test-client.ts";
import { newPerson, newTrader } from "../dev/test/test-people.ts";
import { startFresh } from "../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

/** A stack with the production limits; the shared one raises them for all its tests. */
let stack: Stack;
beforeAll(async () => {
  const startWorker: StackParts["startWorker"] = ({ onLine, file = "", ...options }) =>
    startSimulator({ ...options, file, environment: "production" }, onLine);
  stack = await startFresh({ ADDRESS_LIMIT_FACTOR: "1" }, { startWorker });
}, 600_000);
afterAll(() => stack.stop());

const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await call()).status);
  return seen;
};
const anyone = () => new Client(stack.origin);

test("an address may attempt twenty log-ins a minute, whatever the account", async () => {
  const tried = await statuses(21, () =>
    anyone().post("/api/auth/login", { email: newPerson().email, password: "not the password" }),
  );
  expect(tried.slice(0, 20).every((status) => status === 401)).toBe(true);
  expect(tried[20]).toBe(429);
});

test("an address may sign up five times an hour", async () => {
  const tried = await statuses(6, () => anyone().post("/api/auth/signup", newPerson()));
  expect(tried).toEqual([201, 201, 201, 201, 201, 429]);
});

test("an address may request ten reset links and try ten an hour", async () => {
  const asked = await statuses(11, () => anyone().post("/api/auth/forgot-password", { email: newPerson().email }));
  expect(asked).toEqual([...Array(10).fill(200), 429]);
  const tried = await statuses(11, () =>
    anyone().post(`/api/auth/reset-password/${crypto.randomUUID()}`, { password: "a whole new sentence" }),
  );
  expect(tried).toEqual([...Array(10).fill(400), 429]);
});

test("headers set by a client do not change its address", async () => {
  const reply = await anyone().post("/api/auth/signup", newPerson(), { "X-Forwarded-For": "203.0.113.9" });
  expect(reply.status).toBe(429);
  // Of the hour that the test before has begun.
  expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(1_800);
});

/**
 * Makes more calls than two windows allow, because a window may begin in between. Few are concurrent, so that none
 * waits long for the database.
 */
async function overTwoMinutes(max: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 2 * max + 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, call));
    statuses.push(...replies.map(({ status }) => status));
  }
  return statuses;
}

test("a session may read 120 times a minute, without affecting others", async () => {
  const [reader, other] = [await newTrader(stack), await newTrader(stack)];
  const read = await overTwoMinutes(120, () => reader.get("/api/user/balance"));
  expect(read.filter((status) => status === 200).length).toBeGreaterThanOrEqual(120);
  expect(read).toContain(429);
  expect((await other.get("/api/user/balance")).status).toBe(200);
  // Writes have limits of their own, and public routes none by session.
  expect((await reader.post("/api/auth/theme", { theme: 2 })).status).toBe(200);
  expect((await reader.get("/api/market/prices")).status).toBe(200);
});

test("a session may make thirty heavy reads a minute", async () => {
  const reader = await newTrader(stack);
  // In turn, as they count together: a minute may begin before any single call.
  const paths = ["/api/trade/analytics?from=1970-01-01T00:00:00Z", "/api/trade/export"];
  const retryAfter: Record<string, string | null> = {};
  let calls = 0;
  const read = await overTwoMinutes(30, async () => {
    const path = paths[calls++ % paths.length] ?? "";
    const reply = await reader.get(path);
    if (reply.status === 429) retryAfter[path] = reply.headers.get("Retry-After");
    return reply;
  });
  expect(read.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
  expect(retryAfter).toEqual(Object.fromEntries(paths.map((path) => [path, "60"])));
  expect((await reader.get("/api/user/balance")).status).toBe(200);
});
