import { Database, type SQLQueryBindings } from "bun:sqlite";
import type { CandleStore } from "../../worker/market/candle-store.ts";

/** As the runtime's types name it, which are not those of tests. */
export type ObjectSql = ConstructorParameters<typeof CandleStore>[0];

/** An object's SQLite without its object: the same engine, in memory, so that what a store keeps can be opened again. */
export function testSqlStorage(): ObjectSql {
  const database = new Database(":memory:", { strict: true });
  const exec = (query: string, ...bindings: SQLQueryBindings[]) => {
    const statement = database.query<Record<string, SQLQueryBindings>, SQLQueryBindings[]>(query);
    const rows = statement.all(...bindings);
    return { toArray: () => rows, raw: () => rows.map((row) => Object.values(row)).values() };
  };
  // Of the runtime's interface, what our stores use.
  return { exec } as unknown as ObjectSql;
}
