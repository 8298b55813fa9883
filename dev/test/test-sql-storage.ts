import { Database, type SQLQueryBindings } from "bun:sqlite";
import type { CandleStore } from "../../worker/prices/candle-store.ts";

/** The type of the runtime's SQL storage; the runtime's own types are not available in tests. */
export type ObjectSql = ConstructorParameters<typeof CandleStore>[0];

/** A Durable Object's SQL storage without the object: SQLite in memory, so that a store can be opened again. */
export function testSqlStorage(): ObjectSql {
  const database = new Database(":memory:", { strict: true });
  const exec = (query: string, ...bindings: SQLQueryBindings[]) => {
    const statement = database.query<Record<string, SQLQueryBindings>, SQLQueryBindings[]>(query);
    const rows = statement.all(...bindings);
    return { toArray: () => rows, one: () => rows[0], raw: () => rows.map((row) => Object.values(row)).values() };
  };
  // Only the part of the runtime's interface that the product's stores use.
  return { exec } as unknown as ObjectSql;
}
