import product, { DemoAccount as ProductAccount, TriggerBook as ProductBook } from "../../worker/index.ts";

/**
 * The product's Worker, with a count of what its demo accounts and its trigger book write: each statement's rows as the
 * runtime counts them, and each alarm that is set, which the platform counts as a row. `/rows` says and forgets them.
 */

/** The rows that one kind of object has read and written since the last request. */
export type Written = { rows: number; read: number; alarms: number; statements: Record<string, number> };

type Cursor = { rowsWritten: number; rowsRead: number };
/** The parts of the runtime's state of an object that write. */
type ObjectState = {
  storage: {
    sql: { exec(query: string, ...bindings: unknown[]): Cursor };
    setAlarm(...args: unknown[]): Promise<void>;
  };
};

let cursors: { kind: string; query: string; cursor: Cursor }[] = [];
let alarms: string[] = [];
/** Else the runtime makes other wrappers of the same storage, without the count. */
const counted: unknown[] = [];

function count(kind: string, state: unknown): void {
  const { storage } = state as ObjectState;
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const setAlarm = storage.setAlarm.bind(storage);
  sql.exec = (query, ...bindings) => {
    const cursor = exec(query, ...bindings);
    // How many rows a cursor has written is known when it has been read.
    cursors.push({ kind, query, cursor });
    return cursor;
  };
  storage.setAlarm = (...args) => {
    alarms.push(kind);
    return setAlarm(...args);
  };
  counted.push(storage, sql);
}

export * from "../../worker/index.ts";

type ArgumentsOf<Class> = Class extends new (...args: infer Args) => unknown ? Args : never;

export class DemoAccount extends ProductAccount {
  constructor(...[ctx, env]: ArgumentsOf<typeof ProductAccount>) {
    count("account", ctx);
    super(ctx, env);
  }
}

export class TriggerBook extends ProductBook {
  constructor(...[ctx, env]: ArgumentsOf<typeof ProductBook>) {
    count("book", ctx);
    super(ctx, env);
  }
}

function written(kind: string): Written {
  const statements: Record<string, number> = {};
  let rows = 0;
  let read = 0;
  for (const { query, cursor } of cursors.filter((one) => one.kind === kind)) {
    read += cursor.rowsRead;
    if (cursor.rowsWritten === 0) continue;
    rows += cursor.rowsWritten;
    const name = query.replace(/\s+/g, " ").slice(0, 60);
    statements[name] = (statements[name] ?? 0) + cursor.rowsWritten;
  }
  return { rows, read, alarms: alarms.filter((one) => one === kind).length, statements };
}

type Fetch = typeof product.fetch;

export default {
  ...product,
  fetch: (...[request, env, context]: Parameters<Fetch>) => {
    if (new URL(request.url).pathname !== "/rows") return product.fetch(request, env, context);
    const answer = { account: written("account"), book: written("book") };
    cursors = [];
    alarms = [];
    return Response.json(answer);
  },
};
