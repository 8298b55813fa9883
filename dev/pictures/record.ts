import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as OTPAuth from "otpauth";
import { THEME_DEFAULT } from "../../worker/contract/limits.ts";
import { buildWorker } from "../built-worker.ts";
import { putLocally } from "../local-bucket.ts";
import { seedAdminQueues } from "../seed/seed-admin-queues.ts";
import { type SeedAccount, seedDatabase } from "../seed.ts";
import { type Stack, startStack } from "../stack.ts";
import { Client } from "../test/test-client.ts";
import { newTrader } from "../test/test-people.ts";
import { closeOne, newLearner } from "./new-learner.ts";
import { startPictureServer } from "./picture-server.ts";
import { type Recording, type Role, storedAnswer } from "./recording.ts";
import { STATES } from "./states.ts";
import { shotsOf, walk } from "./walk.ts";

/**
 * `bun dev/pictures/record.ts FILE [--root DIR ...] [--only PATTERN] [--port N]`: walks the states of the given
 * checkouts' web on a seeded stack, and writes what the API answered. A file that exists keeps its moment and its
 * answers, and gets those that it lacks; the stack's data stay beside it.
 */

const { values, positionals } = parseArgs({
  options: {
    root: { type: "string", multiple: true, default: ["."] },
    only: { type: "string", default: "" },
    port: { type: "string", default: "8787" },
  },
  allowPositionals: true,
});
const [out] = positionals;
if (!out) throw new Error("usage: bun dev/pictures/record.ts FILE [--root DIR ...] [--port N]");

const dataDir = `${resolve(out)}.data`;
let accounts: SeedAccount[] = [];
const stack = await startStack({
  port: Number(values.port),
  dataDir,
  assets: resolve("dist"),
  worker: buildWorker(join(dataDir, "worker")),
  prepare: async (settings) => {
    accounts = await seedDatabase({ settings, dataDir });
  },
});
try {
  const store: Parameters<typeof seedAdminQueues>[0]["store"] = async (objects) => {
    await Promise.all(objects.map((object) => putLocally(stack.origin, object)));
  };
  await seedAdminQueues({ settings: stack.settings, store });
  await record(out, stack);
} finally {
  await stack.stop();
}
process.exit(0);

async function record(file: string, stack: Stack): Promise<void> {
  const clients = await signInAll(stack);
  const { body } = await clients.visitor.get("/api/market/prices");
  const known = Bun.file(file);
  const recording: Recording = (await known.exists())
    ? await known.json()
    : { atMs: Date.now(), prices: { prices: body.prices, source: body.source }, answers: {} };
  const pattern = new RegExp(values.only);
  const states = STATES.filter(({ name }) => pattern.test(name));
  for (const root of values.root) {
    const askApi = async (role: Role, request: Request) => storedAnswer(await forward(stack, clients[role], request));
    const server = await startPictureServer({ root, states, recording, askApi });
    await walk(shotsOf(states), { server, atMs: recording.atMs, themes: [THEME_DEFAULT], onShown: async () => {} });
    server.stop();
  }
  await Bun.write(file, JSON.stringify(recording));
  console.info(`${Object.keys(recording.answers).length} answers in ${file}`);
}

async function signInAll(stack: Stack): Promise<Record<Role, Client>> {
  const signIn = async (role: "trader" | "admin", path: string) => {
    const account = accounts.find((one) => one.role === role);
    if (!account) throw new Error(`the seed has no ${role}`);
    const { email, password, totpSecret } = account;
    const code = totpSecret ? { code: new OTPAuth.TOTP({ secret: totpSecret }).generate() } : {};
    const client = new Client(stack.origin);
    const { status } = await client.post(path, { email, password, ...code });
    if (status !== 200) throw new Error(`the ${role} cannot log in: ${status}`);
    return client;
  };
  const trader = await signIn("trader", "/api/auth/login");
  await closeOne(trader, { run: 1 });
  return {
    visitor: new Client(stack.origin),
    trader,
    newcomer: await newTrader(stack),
    learner: await newLearner(stack),
    admin: await signIn("admin", "/api/admin/login"),
  };
}

/** Sends a page's request to the Worker with a person's session, as if it came from the Worker's own pages. */
async function forward(stack: Stack, { cookies }: Client, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ["host", "connection", "accept-encoding"]) headers.delete(name);
  headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  if (headers.has("origin")) headers.set("origin", stack.origin);
  headers.delete("referer");
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  return fetch(stack.origin + pathname + search, { method: request.method, headers, body, redirect: "manual" });
}
