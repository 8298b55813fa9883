import { Column, getTableName, Param, Placeholder, type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { WireResult } from "./pipeline.ts";
import { decodeValue, encodeArgument, type SqlValue, type WireValue } from "./wire-value.ts";
import { writesMoney } from "./writes-money.ts";

/** The part of Drizzle's statements that this file uses besides its types; Drizzle's own driver for libSQL uses it too. */
type Prepared = {
  getQuery(): { sql: string; params: unknown[]; method?: string };
  executeMethod?: string;
  /** The columns of a SELECT or RETURNING in order, each with its place in the row's object. */
  fields?: ReadonlyArray<{ path: string[]; field: unknown }>;
  /** By joined table: whether the join always finds a row. */
  joinsNotNullableMap?: Record<string, boolean>;
};
type Preparable = { _prepare(): Prepared };

/** A statement's text, the order of its arguments and how its rows are read: all that does not change from call to call. */
export type CompiledStatement = {
  sql: string;
  /** Values as Drizzle encodes them, or placeholders that are bound for each call. */
  params: readonly unknown[];
  /** The JSON of the text, up to the arguments. */
  head: string;
  /** Whether it writes rows of money, so that its batch is journalled. */
  writesMoney: boolean;
  read: (result: WireResult) => unknown;
};

/** Compiles a statement of Drizzle. @throws Error for a kind of statement that batches do not have */
export function compileStatement(statement: unknown): CompiledStatement {
  // Every statement that Drizzle can run in a batch has this method.
  const prepared = (statement as Preparable)._prepare();
  const query = prepared.getQuery();
  const head = `{"sql":${JSON.stringify(query.sql)},"args":[`;
  const read = readerOf(prepared, query.method);
  return { sql: query.sql, params: query.params, head, writesMoney: writesMoney(query.sql), read };
}

/** The JSON of a statement with the values of its parameters. @throws TypeError for a placeholder among them */
export function statementJson({ head }: CompiledStatement, values: readonly unknown[]): string {
  let json = head;
  for (let i = 0; i < values.length; i++) json += i > 0 ? `,${encodeArgument(values[i])}` : encodeArgument(values[i]);
  return `${json}],"want_rows":true}`;
}

/** A parameter whose value each call gives. @property encode the column's own encoding, if it was given for a column */
export type Bindable = { name: string; encode: ((value: unknown) => unknown) | null };

/** The placeholder that a parameter is, or null for a value. */
export function bindableOf(param: unknown): Bindable | null {
  if (param instanceof Placeholder) return { name: param.name, encode: null };
  if (!(param instanceof Param) || !(param.value instanceof Placeholder)) return null;
  const { encoder } = param;
  return { name: param.value.name, encode: (value) => (value === null ? null : encoder.mapToDriverValue(value)) };
}

function readerOf(
  { executeMethod, fields, joinsNotNullableMap }: Prepared,
  rawMethod?: string,
): CompiledStatement["read"] {
  if (fields) return rowsReader(fields, joinsNotNullableMap);
  switch (rawMethod ?? executeMethod) {
    case "run":
      return runResult;
    case "all":
      return namedRows;
    default:
      throw new Error("a batch has a statement of an unknown kind");
  }
}

/** The result of a statement without columns of its own, as the database's client library gives it. */
function runResult(result: WireResult) {
  return {
    columns: result.cols.map(({ name }) => name ?? ""),
    columnTypes: result.cols.map(({ decltype }) => decltype ?? ""),
    rows: namedRows(result),
    rowsAffected: result.affected_row_count,
    lastInsertRowid: result.last_insert_rowid === null ? undefined : BigInt(result.last_insert_rowid),
  };
}

function namedRows({ cols, rows }: WireResult): Record<string, SqlValue>[] {
  return rows.map((values) => {
    const row: Record<string, SqlValue> = {};
    for (const [i, { name }] of cols.entries()) {
      const value = values[i];
      if (name !== null && value && !(name in row)) row[name] = decodeValue(value);
    }
    return row;
  });
}

type Decode = (value: unknown) => unknown;
/** A column of a row's object. @property group the nested object that it belongs to */
type Place = { group: string | null; name: string; decode: Decode | null };

/**
 * Reads rows into objects, by the position of their columns.
 * Source: `mapResultRow` of drizzle-orm 0.45, compared by a test
 */
function rowsReader(
  fields: NonNullable<Prepared["fields"]>,
  joins: Record<string, boolean> | undefined,
): CompiledStatement["read"] {
  const places = fields.map<Place>(({ path, field }) => {
    const [first = "", second, ...deeper] = path;
    if (deeper.length > 0) throw new Error("a column is nested too deep");
    const decode = decoderOf(field);
    return second === undefined ? { group: null, name: first, decode } : { group: first, name: second, decode };
  });
  const absent = joins ? absentGroups(fields, joins) : [];
  return ({ rows }) => rows.map((values) => readRow(places, absent, values));
}

function readRow(places: readonly Place[], absent: ReadonlyArray<[group: string, at: number]>, values: WireValue[]) {
  // Drizzle's types describe this object.
  const row: Record<string, unknown> = {};
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    const wire = values[i];
    if (!place || !wire) throw new Error("a row does not have the columns of its statement");
    const raw = decodeValue(wire);
    const value = raw === null || place.decode === null ? raw : place.decode(raw);
    if (place.group === null) {
      row[place.name] = value;
    } else {
      row[place.group] ??= {};
      (row[place.group] as Record<string, unknown>)[place.name] = value;
    }
  }
  for (const [group, at] of absent) if (values[at]?.type === "null") row[group] = null;
  return row;
}

/**
 * The nested objects that are null when their first column is: those of one joined table, where the join may find no
 * row.
 */
function absentGroups(
  fields: NonNullable<Prepared["fields"]>,
  joins: Record<string, boolean>,
): Array<[group: string, at: number]> {
  const groups = new Map<string, { at: number; table: string; isOneTable: boolean }>();
  for (const [at, { path, field }] of fields.entries()) {
    const [name = ""] = path;
    if (path.length !== 2 || !(field instanceof Column)) continue;
    const table = getTableName(field.table);
    const known = groups.get(name);
    if (!known) groups.set(name, { at, table, isOneTable: true });
    else if (known.table !== table) known.isOneTable = false;
  }
  return [...groups].flatMap(([name, { at, table, isOneTable }]) =>
    isOneTable && !joins[table] ? [[name, at] as [string, number]] : [],
  );
}

/** How values of a column are decoded; null when they stay as they are. */
function decoderOf(field: unknown): Decode | null {
  // Drizzle's fields are columns, expressions, or aliased expressions.
  const { decoder, sql: aliased } = field as { decoder?: Decoder; sql?: { decoder: Decoder } };
  const used = field instanceof Column ? field : (decoder ?? aliased?.decoder);
  if (!used) throw new Error("a column without a decoder");
  const isIdentity =
    used.mapFromDriverValue === IDENTITY_OF_COLUMNS || used.mapFromDriverValue === IDENTITY_OF_EXPRESSIONS;
  return isIdentity ? null : (value) => used.mapFromDriverValue(value);
}

type Decoder = { mapFromDriverValue: Decode };

// Most columns inherit this method, and most expressions have this decoder: both return the value itself.
const IDENTITY_OF_COLUMNS = Column.prototype.mapFromDriverValue;
// Drizzle marks the property as internal.
const IDENTITY_OF_EXPRESSIONS = (sql`` as unknown as { decoder: Decoder }).decoder.mapFromDriverValue;

/** Stands in a text for each parameter. No text of ours contains it. */
const MARK = "\u0001";

class MarkingDialect extends SQLiteAsyncDialect {
  override escapeParam(): string {
    return MARK;
  }
}

const marking = new MarkingDialect();

/** An expression's text, cut at its parameters. */
export function textsOf(expression: SQL): { texts: string[]; params: unknown[] } {
  const { sql: text, params } = marking.sqlToQuery(expression);
  return { texts: text.split(MARK), params };
}
