import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";

setDefaultTimeout(120_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startFresh();
}, 120_000);
afterAll(() => stack.stop());

test("more log-ins than the hashers can take are told to come back, and none is lost or half done", async () => {
  const attempts = Array.from({ length: 80 }, () =>
    new Client(stack.origin).post("/api/auth/login", { email: newPerson().email, password: "not the password" }),
  );
  const replies = await Promise.all(attempts);
  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([401, 503]);
  const refused = replies.filter(({ status }) => status === 503);
  // Here hashers share their thread with everything else, so the odd database call may run out of time as well.
  for (const { body, headers } of refused) {
    expect([body.code, headers.get("Retry-After")]).toBeOneOf([
      ["busy", "2"],
      ["service_down", "5"],
    ]);
  }
  expect(refused.some(({ body }) => body.code === "busy")).toBe(true);
  const trader = await newTrader(stack);
  expect((await trader.get("/api/auth/check")).status).toBe(200);
}, 120_000);
