import { mock, spyOn } from "bun:test";
import type { DemoAccount } from "../../worker/demo/demo-account.ts";
import type { TriggerBook } from "../../worker/demo/trigger-book.ts";
import { PRICE_FEED_NAME } from "../../worker/prices/hub-shards.ts";
import type { PriceFeed } from "../../worker/prices/price-feed.ts";
import { localSettings } from "../local-settings.ts";
import { LOW_COST } from "./low-cost.ts";
import { TestClock } from "./test-clock.ts";
import { type ObjectSql, testSqlStorage } from "./test-sql-storage.ts";
import { TimedSources } from "./timed-sources.ts";

/** The part of an object that the runtime's module has. */
class RuntimeObject {
  readonly ctx: unknown;
  readonly env: unknown;
  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx;
    this.env = env;
  }
}

// The module exists in the Worker's runtime alone, so the classes are imported after it is there.
mock.module("cloudflare:workers", () => ({ DurableObject: RuntimeObject, WorkerEntrypoint: RuntimeObject }));
const classes = {
  DEMO_ACCOUNT: (await import("../../worker/demo/demo-account.ts")).DemoAccount,
  TRIGGER_BOOK: (await import("../../worker/demo/trigger-book.ts")).TriggerBook,
  PRICE_FEED: (await import("../../worker/prices/price-feed.ts")).PriceFeed,
};
const { api } = await import("../../worker/app.ts");
type Binding = keyof typeof classes;

type Method = (...args: unknown[]) => unknown;
/** An instance by its methods, as calls of other objects name them. */
type Instance = Record<string, Method | undefined>;

/** How many steps of promises an event may take when it waits for nothing else. */
const PROMISE_STEPS = 40;
/** How many turns of the event loop reading a response's body may take. */
const BODY_TURNS = 5;
const RETRY_MS = 2_000;

/**
 * The product's API, feed, trigger book and demo accounts in this process, on a clock that the test moves: their alarms,
 * timers and waits take no time. Calls between objects copy what they pass, as the platform does. Instead of the platform
 * there are SQLite in memory, a bucket in memory, and sources whose frames the test sends. Sockets of clients are missing,
 * and hubs.
 */
export class TimedObjects {
  readonly clock: TestClock;
  /** The bucket of the tape, by key. */
  readonly bucket = new Map<string, Uint8Array>();
  readonly sources: TimedSources;
  /** Where the API and the database are, for clients in this process. */
  readonly stack: { origin: string; settings: Record<string, string>; urls: { libsql: string } };
  readonly #objects = new Map<string, StoredObject>();
  readonly #env: object;
  readonly #realFetch = globalThis.fetch;
  /** The requests to the database and the hashes that are under way: they take the machine's time and not the test's. */
  #underWay = 0;
  /** Grows with everything that an object does, so that it is known when nothing happens any more. */
  #activity = 0;

  constructor({ startMs, databaseUrl }: { startMs: number; databaseUrl: string }) {
    this.clock = new TestClock(startMs);
    // Of its addresses only the database's is called.
    const settings = localSettings(1, { ...LOW_COST, DATABASE_URL: databaseUrl, DATABASE_TIMEOUT_MS: "600000" });
    this.sources = new TimedSources(settings);
    this.stack = { origin: settings.APP_ORIGIN ?? "", settings, urls: { libsql: databaseUrl } };
    this.#env = {
      ...settings,
      DEMO_ACCOUNT: this.#namespace("DEMO_ACCOUNT"),
      TRIGGER_BOOK: this.#namespace("TRIGGER_BOOK"),
      PRICE_FEED: this.#namespace("PRICE_FEED"),
      SERVICE_WATCH: { getByName: () => ({ report: async () => {} }) },
      MONEY_JOURNAL: { getByName: () => ({ append: async () => {} }) },
      DELIVERY: { getByName: () => ({ wake: async () => {} }) },
      REQUESTS_BY_ADDRESS: OPEN_LIMIT,
      READS_BY_SESSION: OPEN_LIMIT,
      HEAVY_READS_BY_SESSION: OPEN_LIMIT,
      TAPE: {
        put: async (key: string, bytes: Uint8Array) => void this.bucket.set(key, bytes),
        get: async (key: string) => {
          const bytes = this.bucket.get(key);
          return bytes ? { bytes: async () => bytes } : null;
        },
        list: async ({ prefix = "", startAfter = "", limit = Number.MAX_SAFE_INTEGER }) => {
          const keys = [...this.bucket.keys()].filter((key) => key.startsWith(prefix) && key > startAfter);
          return {
            objects: keys
              .toSorted()
              .slice(0, limit)
              .map((key) => ({ key })),
          };
        },
      },
    };
    Object.assign(globalThis, {
      WebSocketRequestResponsePair: class {},
      fetch: (...args: Parameters<typeof fetch>) =>
        this.#answer(args) ?? this.sources.answer(args[0]) ?? this.#waitFor(this.#request(args)),
    });
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    spyOn(crypto.subtle, "digest").mockImplementation((...args) => this.#waitFor(digest(...args)));
    // What the objects tell the operator.
    spyOn(console, "info").mockImplementation(() => {});
  }

  /** Puts the runtime back as it was. */
  stop(): void {
    Object.assign(globalThis, { WebSocketRequestResponsePair: undefined, fetch: this.#realFetch });
    this.clock.stop();
  }

  account(owner: string): Stub<DemoAccount> {
    return this.#stub("DEMO_ACCOUNT", owner) as Stub<DemoAccount>;
  }

  book(): Stub<TriggerBook> {
    return this.#stub("TRIGGER_BOOK", "trigger-book") as Stub<TriggerBook>;
  }

  feed(): Stub<PriceFeed> {
    return this.#stub("PRICE_FEED", PRICE_FEED_NAME) as Stub<PriceFeed>;
  }

  /** The storage of an account. */
  storageOf(owner: string): ObjectSql {
    return this.#object("DEMO_ACCOUNT", owner).sql;
  }

  /** How often an account has set its alarm, each time a row that is written. */
  alarmsSetBy(owner: string): number {
    return this.#object("DEMO_ACCOUNT", owner).alarmsSet;
  }

  /**
   * Keeps what an object has stored by now.
   * @returns what puts it back, as a platform does that has lost what was stored since; all objects must start anew then
   */
  keepStorage(binding: Binding, name: string): () => void {
    const { sql } = this.#object(binding, name);
    type Table = { name: string; sql: string };
    const made: Table[] = sql.exec("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").toArray();
    const rows = tablesIn(sql).map((table) => ({ table, rows: sql.exec(`SELECT * FROM ${table}`).toArray() }));
    return () => {
      deleteTables(sql);
      for (const { sql: statement } of made) sql.exec(statement);
      for (const { table, rows: kept } of rows) {
        for (const row of kept) {
          const values = Object.values(row);
          sql.exec(`INSERT INTO ${table} VALUES (${values.map(() => "?").join()})`, ...values);
        }
      }
    };
  }

  /** All objects lose their memory, their timers and their connections. What is stored stays, alarms too. */
  async restart(): Promise<void> {
    await this.settle();
    this.clock.forgetTimers();
    this.sources.disconnect();
    for (const object of this.#objects.values()) object.instance = null;
  }

  /** Lets time pass up to a moment: every timer and alarm at its own, and what it causes before the next. */
  async runUntil(untilMs: number): Promise<void> {
    for (;;) {
      await this.settle();
      const nextMs = Math.min(this.clock.nextMs(), this.#nextAlarmMs());
      if (nextMs > untilMs) break;
      this.clock.moveTo(Math.max(nextMs, this.clock.nowMs));
      this.#runAlarms();
    }
    if (untilMs > this.clock.nowMs) this.clock.moveTo(untilMs);
  }

  /** Waits until nothing can happen before time passes. */
  async settle(): Promise<void> {
    for (;;) {
      const before = this.#activity;
      for (let step = 0; step < PROMISE_STEPS; step++) await Promise.resolve();
      if (this.#underWay > 0) await new Promise((resolve) => setImmediate(resolve));
      else if (this.#activity === before) return;
    }
  }

  /** A call from the test, while time stands still unless the call waits for it. */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = work();
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    result.then(done, done);
    for (await this.settle(); !isDone; await this.settle()) {
      // A response's body is read in a turn of its own.
      for (let turn = 0; turn < BODY_TURNS && !isDone; turn++) await new Promise((resolve) => setImmediate(resolve));
      if (isDone) break;
      const nextMs = Math.min(this.clock.nextMs(), this.#nextAlarmMs());
      if (nextMs === Number.POSITIVE_INFINITY) throw new Error("the call waits for nothing");
      await this.runUntil(Math.max(nextMs, this.clock.nowMs));
    }
    return result;
  }

  #nextAlarmMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { alarmMs } of this.#objects.values()) nextMs = Math.min(nextMs, alarmMs ?? Number.POSITIVE_INFINITY);
    return nextMs;
  }

  #runAlarms(): void {
    for (const object of this.#objects.values()) {
      if (object.alarmMs === null || object.alarmMs > this.clock.nowMs) continue;
      object.alarmMs = null;
      this.#activity += 1;
      const failed = () => {
        object.alarmMs ??= this.clock.nowMs + RETRY_MS;
      };
      const instance = this.#instanceOf(object);
      object.started.then(() => instance.alarm?.()).catch(failed);
    }
  }

  #namespace(binding: Binding) {
    const stub = (name: string) => this.#stub(binding, name);
    return { getByName: stub, get: (id: string) => stub(id), idFromString: (id: string) => id };
  }

  #stub(binding: Binding, name: string): unknown {
    const call = async (method: string, args: unknown[]) => {
      this.#activity += 1;
      const object = this.#object(binding, name);
      const instance = this.#instanceOf(object);
      try {
        await object.started;
        return structuredClone(await instance[method]?.(...structuredClone(args)));
      } finally {
        this.#activity += 1;
      }
    };
    const method =
      (_: object, name: string | symbol) =>
      (...args: unknown[]) =>
        call(String(name), args);
    return new Proxy({}, { get: method });
  }

  #object(binding: Binding, name: string): StoredObject {
    const key = `${binding} ${name}`;
    const object = this.#objects.get(key) ?? newObject(binding, name);
    this.#objects.set(key, object);
    return object;
  }

  #instanceOf(object: StoredObject): Instance {
    if (object.instance) return object.instance;
    object.started = Promise.resolve();
    // Stand-ins for what the product uses of the platform.
    const made = new classes[object.binding](this.#contextOf(object) as never, this.#env as never);
    object.instance = made as unknown as Instance;
    return object.instance;
  }

  #contextOf(object: StoredObject) {
    const { sql, name } = object;
    const act = () => {
      this.#activity += 1;
    };
    const storage = {
      sql,
      transactionSync: <Result>(work: () => Result) => inTransaction(sql, work),
      sync: async () => act(),
      setAlarm: async (atMs: number) => {
        object.alarmMs = atMs;
        object.alarmsSet += 1;
      },
      deleteAlarm: async () => {
        object.alarmMs = null;
      },
      deleteAll: async () => deleteTables(sql),
    };
    const waitUntil = (work: Promise<unknown>) => void work.then(act, act);
    const blockConcurrencyWhile = (work: () => Promise<void>) => {
      object.started = work();
      waitUntil(object.started);
      return object.started;
    };
    const abort = (reason: string) => {
      throw new Error(`an object was aborted: ${reason}`);
    };
    const sockets = { setWebSocketAutoResponse: () => {}, getWebSockets: () => [] };
    return { id: { name, toString: () => name }, storage, waitUntil, blockConcurrencyWhile, abort, ...sockets };
  }

  /** The API's answer; null for a request to another address. */
  #answer(args: Parameters<typeof fetch>): Promise<Response> | null {
    if (!String(args[0]).startsWith(`${this.stack.origin}/api/`)) return null;
    const act = () => {
      this.#activity += 1;
    };
    const context = { waitUntil: (work: Promise<unknown>) => void work.then(act, act), passThroughOnException: act };
    return Promise.resolve(api.fetch(new Request(...args), this.#env as never, context as never));
  }

  async #request(args: Parameters<typeof fetch>): Promise<Response> {
    const reply = await this.#realFetch(...args);
    // Read here, so that the time of the test does not pass while the rest is on its way.
    return new Response(await reply.arrayBuffer(), { status: reply.status, headers: reply.headers });
  }

  async #waitFor<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
      this.#activity += 1;
    }
  }
}

const OPEN_LIMIT = { limit: async () => ({ success: true }) };

type StoredObject = {
  binding: Binding;
  name: string;
  sql: ObjectSql;
  alarmMs: number | null;
  alarmsSet: number;
  instance: Instance | null;
  /** Ends when the instance takes calls. */
  started: Promise<void>;
};

function newObject(binding: Binding, name: string): StoredObject {
  return {
    binding,
    name,
    sql: testSqlStorage(),
    alarmMs: null,
    alarmsSet: 0,
    instance: null,
    started: Promise.resolve(),
  };
}

/** An object's methods as another object calls them. */
export type Stub<Class> = {
  [Name in keyof Class]: Class[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

function inTransaction<Result>(sql: ObjectSql, work: () => Result): Result {
  sql.exec("SAVEPOINT work");
  try {
    const result = work();
    sql.exec("RELEASE work");
    return result;
  } catch (error) {
    sql.exec("ROLLBACK TO work");
    sql.exec("RELEASE work");
    throw error;
  }
}

/** The names of an object's tables. */
export function tablesIn(sql: ObjectSql): string[] {
  const rows: { name: string }[] = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
  return rows.map(({ name }) => name);
}

function deleteTables(sql: ObjectSql): void {
  for (const table of tablesIn(sql)) sql.exec(`DROP TABLE ${table}`);
}
