import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { PASSWORD } from "../contract/limits.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startFresh({ PASSWORD_COST: String(PASSWORD.cost) });
}, 600_000);
afterAll(() => stack.stop());

test("log-ins above the hashers' capacity are told to retry, and none is lost or half done", async () => {
  const seen = new Set<string>();
  const logIn = () =>
    new Client(stack.origin).post("/api/auth/login", { email: newPerson().email, password: "not the password" });
  // In the test runtime, hashers share their thread with everything else: a database call may time out before their
  // queue is full, and on a busy machine all calls of a burst may. Then another burst follows.
  while (!(seen.has("401") && seen.has("busy"))) {
    for (const { status, body, headers } of await Promise.all(Array.from({ length: 56 }, logIn))) {
      seen.add(status === 503 ? body.code : String(status));
      if (status !== 401) {
        expect([status, body.code, headers.get("Retry-After")]).toBeOneOf([
          [503, "busy", "2"],
          [503, "service_down", "5"],
        ]);
      }
    }
  }
  const trader = await newTrader(stack);
  expect((await trader.get("/api/auth/check")).status).toBe(200);
}, 600_000);
