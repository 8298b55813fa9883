import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { startFreshApi } from "../../dev/test/test-stack.ts";
import { PASSWORD } from "../contract/limits.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startFreshApi({ PASSWORD_COST: String(PASSWORD.cost) });
}, 600_000);
afterAll(() => stack.stop());

test("log-ins above the hashers' capacity are told to retry, and none is lost or half done", async () => {
  const seen = new Set<string>();
  const logIn = () =>
    new Client(stack.origin).post("/api/auth/login", { email: newPerson().email, password: "not the password" });
  // On a busy machine all calls of a burst may be refused. Then another burst follows.
  while (!(seen.has("401") && seen.has("busy"))) {
    for (const { status, body, headers } of await Promise.all(Array.from({ length: 80 }, logIn))) {
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

test("a burst leaves nothing behind: the next log-in is served", async () => {
  const { email, password } = await newTrader(stack);
  await Promise.all(
    Array.from({ length: 80 }, () =>
      new Client(stack.origin).post("/api/auth/login", { email: newPerson().email, password }),
    ),
  );
  expect((await new Client(stack.origin).post("/api/auth/login", { email, password })).status).toBe(200);
}, 600_000);
