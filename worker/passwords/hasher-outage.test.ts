import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { sessions, users } from "../../db/schema/index.ts";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { portsFrom } from "../../dev/local-settings.ts";
import { type PasswordsProcess, startPasswordsProcess } from "../../dev/passwords-process.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { startFreshApi, workerLog } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";

/** How the product behaves while the Worker that hashes passwords is gone, or accepts calls and answers none. */

setDefaultTimeout(600_000);

const NEW_PASSWORD = "another sentence for eight crabs";

let stack: Stack;
let db: Database;
let passwords: PasswordsProcess;
let startAgain: () => Promise<PasswordsProcess>;
beforeAll(async () => {
  stack = await startFreshApi(
    {},
    {
      startWorker: (options) =>
        startBareWorkerd({
          ...options,
          startPasswords: async (given) => {
            startAgain = () => startPasswordsProcess(given);
            passwords = await startAgain();
            return { ...passwords, kill: () => passwords.kill() };
          },
        }),
    },
  );
  db = databaseOf(stack);
}, 600_000);
afterAll(() => stack?.stop());

const anyone = () => new Client(stack.origin);

/** Runs work while no process hashes passwords. */
async function whileGone(work: () => Promise<void>): Promise<void> {
  await passwords.kill();
  try {
    await work();
  } finally {
    passwords = await startAgain();
  }
}

function expectOutage({ status, body, headers }: Reply) {
  expect([status, body.code, body.message, headers.get("Retry-After")]).toEqual([
    503,
    "service_down",
    "Service temporarily unavailable. Please try again.",
    "5",
  ]);
}

describe("while the Worker of passwords is gone, nothing is half done, and it works again afterwards:", () => {
  test("a log-in, whose attempts do not count", async () => {
    const { email, password } = await newTrader(stack);
    const logIn = () => anyone().post("/api/auth/login", { email, password });
    await whileGone(async () => {
      // Five wrong passwords are free; attempts that were not checked must not use them up.
      for (let i = 0; i < 8; i++) expectOutage(await logIn());
    });
    expect((await logIn()).status).toBe(200);
  });

  test("a log-in to an account that does not exist", async () => {
    const logIn = () => anyone().post("/api/auth/login", { email: newPerson().email, password: NEW_PASSWORD });
    await whileGone(async () => expectOutage(await logIn()));
    expect((await logIn()).status).toBe(401);
  });

  test("a sign-up", async () => {
    const person = newPerson();
    const rowsOf = () => db.read([db.query.select().from(users).where(eq(users.email, person.email))]);
    await whileGone(async () => {
      expectOutage(await anyone().post("/api/auth/signup", person));
      expect(await rowsOf()).toEqual([[]]);
    });
    expect((await anyone().post("/api/auth/signup", person)).status).toBe(201);
  });

  test("a change of the password", async () => {
    const trader = await newTrader(stack);
    const change = () =>
      trader.post("/api/auth/password", { currentPassword: trader.password, newPassword: NEW_PASSWORD });
    await whileGone(async () => {
      expectOutage(await change());
      expect((await trader.get("/api/auth/check")).status).toBe(200);
    });
    const { email } = trader;
    expect((await anyone().post("/api/auth/login", { email, password: trader.password })).status).toBe(200);
    expect((await change()).status).toBe(200);
    expect((await anyone().post("/api/auth/login", { email, password: NEW_PASSWORD })).status).toBe(200);
  });

  test("a reset, whose link stays valid and whose sessions stay", async () => {
    const trader = await newTrader(stack);
    const { email } = trader;
    await anyone().post("/api/auth/forgot-password", { email });
    const token = /\/reset-password\/([\w-]+)/.exec((await nextMail(stack, email)).text)?.[1];
    const reset = () => anyone().post(`/api/auth/reset-password/${token}`, { password: NEW_PASSWORD });
    const sessionsOf = () => db.read([db.query.select().from(sessions).where(eq(sessions.userId, trader.userId))]);
    const before = await sessionsOf();
    await whileGone(async () => {
      expectOutage(await reset());
      expect(await sessionsOf()).toEqual(before);
    });
    expect((await reset()).status).toBe(200);
    expect((await anyone().post("/api/auth/login", { email, password: NEW_PASSWORD })).status).toBe(200);
  });
});

test("reads and the health route work while it is gone, and the log says why log-ins fail", async () => {
  const trader = await newTrader(stack);
  await whileGone(async () => {
    expect((await trader.get("/api/user/balance")).status).toBe(200);
    expect((await anyone().get("/api/health")).status).toBe(200);
    const reply = await anyone().post("/api/auth/login", { email: trader.email, password: NEW_PASSWORD });
    expectOutage(reply);
    const fault = await waitUntil("a line about the outage", () =>
      workerLog.find((line) => line.includes(reply.body.requestId) && line.includes('"fault"')),
    );
    expect(fault).toMatch(/onnect/);
    expect(fault).not.toContain(NEW_PASSWORD);
  });
});

test("a Worker of passwords that never answers is given up after ten seconds", async () => {
  const { email, password } = await newTrader(stack);
  const port = portsFrom(Number(new URL(stack.origin).port)).passwords;
  await whileGone(async () => {
    const open = new Set<Socket>();
    const silent = await new Promise<Server>((resolve) => {
      const server = createServer((socket) => open.add(socket)).listen(port, "127.0.0.1", () => resolve(server));
    });
    const startedAt = performance.now();
    expectOutage(await anyone().post("/api/auth/login", { email, password }));
    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
  expect((await anyone().post("/api/auth/login", { email, password })).status).toBe(200);
});
