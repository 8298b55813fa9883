import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { type Database, openDatabase } from "../db/client.ts";
import { accounts, users } from "../db/schema/index.ts";
import { createAdmin } from "../worker/admin/create-admin.ts";
import { deviceOf, rememberDevice } from "../worker/auth/known-devices.ts";
import { hashPassword } from "../worker/auth/password-hash.ts";
import { DEFAULT_TIME_ZONE } from "../worker/contract/limits.ts";
import { settingsSchema } from "../worker/env.ts";
import { sessionCookieName } from "../worker/http/credentials.ts";
import { randomToken, sha256Hex } from "../worker/http/secrets.ts";
import { startSession } from "../worker/http/session.ts";
import { accountsOfTrader } from "../worker/ledger/ledger-store.ts";
import { TICKS_PER_SECOND } from "./price-source/trade-feed.ts";
import type { Stack } from "./stack.ts";

/**
 * A reply as tests look at it: JSON parsed, an image as bytes, all else as text.
 * @property dbTrips NaN where the caller is not signed in: the answer does not tell them
 */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the body's shape themselves
export type Reply = { status: number; headers: Headers; body: any; dbTrips: number };

/** A caller of the API with a cookie jar, as a browser keeps one. */
export class Client {
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("GET", path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("POST", path, {
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send("PUT", path, {
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Sends a form as browsers do, in parts. */
  postForm(path: string, parts: Record<string, string | File>, headers: Record<string, string> = {}): Promise<Reply> {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.append(name, part);
    return this.send("POST", path, { headers, body });
  }

  async send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | FormData | ReadableStream } = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(this.#origin + path, {
      method,
      ...init,
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
      redirect: "manual",
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const type = reply.headers.get("Content-Type") ?? "";
    const body = type.startsWith("image/") ? new Uint8Array(await reply.arrayBuffer()) : await reply.text();
    const isJson = type.startsWith("application/json");
    const dbTrips = Number(
      /db;dur=[\d.]+;desc="(\d+)"/.exec(reply.headers.get("Server-Timing") ?? "")?.[1] ?? Number.NaN,
    );
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(String(body)) : body, dbTrips };
  }
}

export type Trader = Client & { readonly email: string; readonly password: string; readonly userId: string };

let people = 0;

/** Data of a person nobody else in the run has, but for the password. */
export function newPerson() {
  people += 1;
  const unique = `${Date.now().toString(36)}${people}`;
  return {
    email: `trader.${unique}@example.com`,
    password: PASSWORD,
    firstName: "Bopha",
    lastName: "Keo",
    username: `bopha_${unique}`,
  };
}

/** One for all, so that it is hashed once: a hash costs a third of a second by design. */
const PASSWORD = "a sentence for seven fish";
let passwordHash: string | undefined;

/** Signs a new trader up the way people do: sign-up, the code from the mail, verification, log-in. */
export async function signUpTrader(stack: Stack): Promise<Trader> {
  const person = newPerson();
  const client = new Client(stack.origin);
  mustBe(201, await client.post("/api/auth/signup", person));
  mustBe(200, await client.post("/api/auth/verify-email", { code: await codeFromMail(stack, person.email) }));
  const login = mustBe(200, await client.post("/api/auth/login", { email: person.email, password: person.password }));
  return Object.assign(client, { email: person.email, password: person.password, userId: login.body.user._id });
}

/** A trader who has signed up, verified and logged in, with what {@link signUpTrader} leaves in the database. */
export async function newTrader(stack: Stack): Promise<Trader> {
  const { password, ...person } = newPerson();
  const { db, peppers } = operatorOf(stack);
  const { query, write } = db;
  const nowMs = Date.now();
  passwordHash ??= hashPassword(password, peppers);
  const id = crypto.randomUUID();
  const user = { id, ...person, usernameKey: person.username, timeZone: DEFAULT_TIME_ZONE, passwordHash };
  await write([
    query.insert(users).values({ ...user, createdAtMs: nowMs, emailVerifiedAtMs: nowMs }),
    query.insert(accounts).values(accountsOfTrader(id)),
  ]);
  const client = await signIn(stack, db, id, "trader");
  return Object.assign(client, { email: person.email, password, userId: id });
}

/** Signs a person in on a device of their own, which is known from then on. */
async function signIn(stack: Stack, { query, write }: Database, userId: string, kind: "trader" | "admin") {
  const nowMs = Date.now();
  const [token, device] = [randomToken(), await deviceOf(null)];
  const session = { id: crypto.randomUUID(), tokenHash: await sha256Hex(token), userId, kind };
  await write([
    ...startSession(query, { ...session, userAgent: "", country: null, deviceHash: device.hash, nowMs }),
    rememberDevice(query, userId, device, nowMs),
  ]);
  const client = new Client(stack.origin);
  client.cookies.set(sessionCookieName(stack.origin), token).set("device", device.token);
  return client;
}

export type Admin = Client & {
  readonly email: string;
  readonly userId: string;
  /** As colleagues see it. */
  readonly name: string;
  /** A code of the authenticator that was not used yet. */
  readonly unusedCode: () => string;
};

/** Makes an admin the way operators do, signed in to the desk. @param firstName tells one from another */
export async function newAdmin(stack: Stack, firstName = "Dara"): Promise<Admin> {
  const { db, peppers } = operatorOf(stack);
  const { email, userId } = await newTrader(stack);
  const { totpSecret } = await createAdmin(db, peppers, email, Date.now());
  await db.write([db.query.update(users).set({ firstName, lastName: "Kim" }).where(eq(users.id, userId))]);
  const client = await signIn(stack, db, userId, "admin");
  const unusedCode = () => new OTPAuth.TOTP({ secret: totpSecret }).generate();
  return Object.assign(client, { email, userId, name: `${firstName} Kim`, unusedCode });
}

/** What whoever runs the product holds. */
function operatorOf(stack: Stack) {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken, PASSWORD_PEPPERS } = settingsSchema.parse(stack.settings);
  return { db: openDatabase({ url, authToken }), peppers: PASSWORD_PEPPERS };
}

function mustBe(status: number, reply: Reply): Reply {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}

export type ReceivedMail = { id: string; subject: string; text: string; html: string; at: string };

/** The next mail to an address, waited for. @param after ISO time; only mails that came later */
export async function nextMail(stack: Stack, to: string, after?: string): Promise<ReceivedMail> {
  const query = new URLSearchParams({ to, ...(after ? { after } : {}) });
  const reply = await fetch(`${stack.urls.mail}/messages/wait?${query}`);
  if (!reply.ok) throw new Error(`no mail came to ${to}`);
  return (await reply.json()) as ReceivedMail;
}

/** All mails to an address so far, newest first. */
export async function mailsTo(stack: Stack, to: string): Promise<ReceivedMail[]> {
  const reply = await fetch(`${stack.urls.mail}/messages?${new URLSearchParams({ to })}`);
  return (await reply.json()) as ReceivedMail[];
}

/** The verification code of the newest mail to an address. */
export async function codeFromMail(stack: Stack, to: string, after?: string): Promise<string> {
  const mail = await nextMail(stack, to, after);
  const code = /^([0-9A-Z]{6}) is your Tonle code$/.exec(mail.subject)?.[1];
  if (!code) throw new Error(`no code in "${mail.subject}"`);
  return code;
}

/** Pays a code at the payment network's stand-in, as a banking app would. */
export async function payAtBank(
  stack: Stack,
  qr: string,
  payment: { amount?: number; currency?: "USD" | "KHR"; outcome?: "paid" | "failed"; again?: boolean } = {},
): Promise<void> {
  await control(stack.urls.bakong, "/pay", { qr, ...payment });
}

/** Makes a stand-in fail, until `off` or for a minute. */
export async function outage(standInUrl: string, mode: string): Promise<void> {
  await control(standInUrl, "/outage", mode === "off" ? { mode } : { mode, seconds: 60 });
}

/** Gives symbols of the feed a price that stays the newest until {@link letPricesMove}. Back once the product quotes it. */
export async function holdPrices(stack: Stack, prices: Record<string, number>): Promise<void> {
  await setPace(stack, 0);
  for (const [symbol, price] of Object.entries(prices)) await holdPrice(stack, symbol, price);
}

/** With the market at rest a price is told once: where the feed was just dialling, it has to be told again. */
async function holdPrice(stack: Stack, symbol: string, price: number): Promise<void> {
  const deadlineMs = Date.now() + HELD_WITHIN_MS;
  for (let toldAtMs = 0; Date.now() < deadlineMs; ) {
    if (Date.now() - toldAtMs > TOLD_AGAIN_MS) {
      await control(stack.urls.priceSource, "/price", { symbol, price });
      toldAtMs = Date.now();
    }
    const { body } = await new Client(stack.origin).get("/api/market/prices");
    if (body.prices[symbol]?.price === price) return;
  }
  throw new Error(`${symbol} was never quoted at ${price}`);
}

const TOLD_AGAIN_MS = 1_000;
const HELD_WITHIN_MS = 20_000;

/** Ends what {@link holdPrices} began: the symbols take their market's own price again, and all prices move. */
export async function letPricesMove(stack: Stack, symbols: readonly string[]): Promise<void> {
  for (const symbol of symbols) await control(stack.urls.priceSource, "/price", { symbol, price: null });
  await setPace(stack, TICKS_PER_SECOND.standard);
}

/** How often the price source makes a price of each symbol; 0 stops the market. */
export async function setPace(stack: Stack, ticksPerSecond: number): Promise<void> {
  await control(stack.urls.priceSource, "/pace", { ticksPerSecond });
}

/** Tells a stand-in what to do. */
export async function control(url: string, path: string, body: object): Promise<void> {
  const reply = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
}
