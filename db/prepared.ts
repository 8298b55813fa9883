import type { ResultSet } from "@libsql/client";
import { Param, type Placeholder, SQL, StringChunk, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";

import {
  type Bindable,
  bindableOf,
  type CompiledStatement,
  compileStatement,
  statementJson,
  textsOf,
} from "./compiled-statement.ts";
import type { Query, Statement } from "./statement.ts";

/**
 * Statements and expressions whose text is built once per isolate. Building costs more than all else that a small
 * request does, and the text is the same for each call.
 *
 * A builder is called with placeholders in place of values, so it must put them into SQL and not compute with them.
 * What changes the text is part of the *shape*, for which it is built separately: whether an argument is undefined, and
 * the value of a boolean.
 */

/** The arguments of a call: values, absent values (`undefined`), choices (booleans) and expressions. */
type Argument = string | number | boolean | null | undefined | SQL;

/** A placeholder in a builder. Each call gives the value. `valueType` exists for the compiler only. */
export type Value<T> = Placeholder & { readonly valueType?: T };

/** The arguments of a call, by the parameters of its builder. */
type CallArguments<B extends unknown[]> = { [I in keyof B]: CallArgument<B[I]> };
type CallArgument<B> = B extends { readonly valueType?: infer T } & Placeholder ? T : B extends Argument ? B : never;

/** An expression with its values. Any statement can contain it; a prepared statement uses its shape and values. */
export class ShapedSql<T = unknown> extends SQL<T> {
  /** Names the text; null when it was built for this call alone. */
  readonly shape: string | null;
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(shape: string | null, texts: readonly string[], values: readonly unknown[]) {
    super([]);
    this.shape = shape;
    this.texts = texts;
    this.values = values;
  }
}

// Computed when a statement that is not prepared asks for them, which most requests do not have. Drizzle's constructor
// sets the property, so there is a setter.
Object.defineProperty(ShapedSql.prototype, "queryChunks", {
  get(this: ShapedSql) {
    return chunksOf(this.texts, (i) => new Param(this.values[i]));
  },
  set() {},
});

function chunksOf(texts: readonly string[], paramAt: (i: number) => Param | Placeholder) {
  return texts.flatMap((text, i) => (i === 0 ? [new StringChunk(text)] : [paramAt(i - 1), new StringChunk(text)]));
}

/** Where a value is: among the arguments of a call, or within one of them that is an expression. */
class Slot {
  readonly at: number;
  readonly within: number | null;
  readonly encode: Bindable["encode"];

  constructor({ name, encode }: Bindable) {
    const [at, within] = name.split(".");
    this.at = Number(at);
    this.within = within === undefined ? null : Number(within);
    this.encode = encode;
  }
}

/** The parameters of a text: for each its value, or where its value is among the arguments of a call. */
class Parameters {
  readonly #slots: readonly unknown[];

  constructor(params: readonly unknown[]) {
    this.#slots = params.map((param) => {
      const bindable = bindableOf(param);
      return bindable ? new Slot(bindable) : param;
    });
  }

  /** The values for the arguments of a call. */
  bind(args: readonly Argument[]): unknown[] {
    return this.#slots.map((slot) => (slot instanceof Slot ? valueIn(args, slot) : slot));
  }
}

let shapeCount = 0;

/**
 * Makes an expression whose text is built once for each shape of its arguments.
 *
 * @param build puts the arguments, which are placeholders, into SQL
 */
export function shaped<T, B extends unknown[]>(
  build: (...args: B) => SQL<T>,
): (...args: CallArguments<B>) => ShapedSql<T> {
  const byShape = new Map<string, { id: string | null; texts: string[]; parameters: Parameters }>();
  return (...args) => {
    const key = shapeOf(args);
    let known = key === null ? undefined : byShape.get(key);
    if (!known) {
      const built = build(...placeholdersFor<B>(args));
      const { texts, params } = textsOf(built);
      known = { id: key === null ? null : `${shapeCount++}`, texts, parameters: new Parameters(params) };
      if (key !== null) byShape.set(key, known);
    }
    return new ShapedSql(known.id, known.texts, known.parameters.bind(args));
  };
}

/** A prepared statement with the values of one call. */
export class BoundStatement {
  readonly #compiled: CompiledStatement;
  readonly #values: readonly unknown[];

  constructor(compiled: CompiledStatement, values: readonly unknown[]) {
    this.#compiled = compiled;
    this.#values = values;
  }

  get read(): CompiledStatement["read"] {
    return this.#compiled.read;
  }

  get writesMoney(): boolean {
    return this.#compiled.writesMoney;
  }

  /** The JSON of the statement for the database. */
  toJson(): string {
    return statementJson(this.#compiled, this.#values);
  }

  /** The statement as Drizzle's own give it, for programs that explain it. */
  toSQL(): { sql: string; params: unknown[] } {
    return { sql: this.#compiled.sql, params: [...this.#values] };
  }
}

/** A prepared statement in a batch. */
export type PreparedStatement<Result> = {
  readonly _: { readonly dialect: "sqlite"; readonly result: Result };
  toSQL(): { sql: string; params: unknown[] };
};

/**
 * Makes a statement that is compiled once for each shape of its arguments.
 *
 * @param build builds the statement from the arguments, which are placeholders and expressions
 */
export function prepared<B extends unknown[], S extends Statement>(
  build: (query: Query, ...args: B) => S,
): (query: Query, ...args: CallArguments<B>) => PreparedStatement<S["_"]["result"]> {
  const byShape = new Map<string, { compiled: CompiledStatement; parameters: Parameters }>();
  return (query, ...args) => {
    const key = shapeOf(args);
    let known = key === null ? undefined : byShape.get(key);
    if (!known) {
      const compiled = compileStatement(build(query, ...placeholdersFor<B>(args)));
      known = { compiled, parameters: new Parameters(compiled.params) };
      if (key !== null) byShape.set(key, known);
    }
    // The type of the rows exists for the compiler only, in Drizzle's statements too.
    return new BoundStatement(known.compiled, known.parameters.bind(args)) as unknown as PreparedStatement<
      S["_"]["result"]
    >;
  };
}

/**
 * Makes the statement that inserts one row into a table, compiled once for each set of columns that rows have.
 */
export function preparedInsert<T extends SQLiteTable>(
  table: T,
): (query: Query, row: SQLiteInsertValue<T>) => PreparedStatement<ResultSet> {
  const byColumns = new Map<string, (query: Query, ...values: Argument[]) => PreparedStatement<ResultSet>>();
  return (query, row) => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined);
    const names = given.map(([name]) => name);
    const key = names.join();
    let insert = byColumns.get(key);
    if (!insert) {
      insert = prepared((builder: Query, ...values: Argument[]) => {
        const bound = Object.fromEntries(names.map((name, i) => [name, values[i]]));
        // The columns of the row, each with a placeholder as its value.
        return builder.insert(table).values(bound as SQLiteInsertValue<T>);
      });
      byColumns.set(key, insert);
    }
    // Every value of a column is one of SQL, or an object that its column encodes.
    return insert(query, ...(given.map(([, value]) => value) as Argument[]));
  };
}

/** The shape of a call; null when an expression among the arguments has none, so that nothing can be kept. */
function shapeOf(args: readonly Argument[]): string | null {
  let shape = "";
  for (const arg of args) {
    if (arg === undefined) shape += "-";
    else if (typeof arg === "boolean") shape += arg ? "t" : "f";
    else if (arg instanceof ShapedSql && arg.shape !== null) shape += `(${arg.shape})`;
    else if (arg instanceof SQL) return null;
    else shape += "?";
  }
  return shape;
}

/** Placeholders named by the place of their value: the argument, and for an expression the value within it. */
function placeholdersFor<B>(args: readonly Argument[]): B {
  const built = args.map((arg, at) => {
    if (arg instanceof ShapedSql) return new SQL(chunksOf(arg.texts, (i) => sql.placeholder(`${at}.${i}`)));
    return arg === undefined || typeof arg === "boolean" || arg instanceof SQL ? arg : sql.placeholder(`${at}`);
  });
  // One for one: `CallArguments` says which argument a call gives for which of the builder.
  return built as unknown as B;
}

function valueIn(args: readonly Argument[], { at, within, encode }: Slot): unknown {
  const arg = args[at];
  const value = within !== null && arg instanceof ShapedSql ? arg.values[within] : arg;
  return encode === null ? value : encode(value);
}
