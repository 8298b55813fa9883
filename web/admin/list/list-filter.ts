import type { InferRequestType } from "hono/client";
import { MONEY, numberIn } from "../../../worker/contract/read-number.ts";
import { dayStartMs, readIsoDate } from "../../../worker/contract/trade-calendar.ts";

/** A field by which an admin list is filtered. Its name is the parameter in the page's address and in the API's query. */
export type FilterField = {
  name: string;
  label: string;
  /** Always visible; other fields are behind a button. */
  isLead?: true;
  /** Only offered together with the field of this name. */
  needs?: string;
} & (
  | { kind: "text"; placeholder: string }
  | { kind: "choice"; any: string; options: readonly { value: string; label: string }[] }
  /** YYYY-MM-DD in the operation's zone, inclusive. */
  | { kind: "first_day" | "last_day" }
  /** Dollars with at most two decimals. */
  | { kind: "dollars" }
);

/** Parameters of a list's query that are no filter: the page, its order, and one row. */
type Paging = "cursor" | "limit" | "sort" | "id";
type FilterName<Call> =
  InferRequestType<Call> extends { query: infer ListQuery } ? Exclude<keyof ListQuery, Paging> : never;

/** Nothing more to give where nothing is missing; else something that nothing can be given for, which names what is. */
type Complete<Missing> = [Missing] extends [never] ? unknown : { missing: Missing };

/**
 * The fields of a list: does not compile while a filter that the API takes is missing, or a field has a name that it does not
 * take. Called twice, as the compiler infers either all types or none.
 * @typeParam Call the API's call, as in `typeof api.admin.audit.$get`
 * @typeParam Elsewhere filters that are not among the fields, such as a status that has tabs
 */
export function fieldsOf<Call, Elsewhere extends string = never>() {
  return <const Fields extends readonly (FilterField & { name: FilterName<Call> })[]>(
    fields: Fields & Complete<Exclude<FilterName<Call>, Fields[number]["name"] | Elsewhere>>,
  ): Fields => fields;
}

/** All values of a type, in an order: does not compile while one is missing. Called twice, as above. */
export function allOf<Value extends string>() {
  return <const Values extends readonly [Value, ...Value[]]>(
    values: Values & Complete<Exclude<Value, Values[number]>>,
  ): Values => values;
}

/** Values by the fields' names; a field that does not filter is absent. */
export type Filter = Readonly<Record<string, string>>;

const TEXT_CHARACTERS_MAX = 254;
const DOLLARS_DIGITS_MAX = 9;

/** Parses a typed value: "" for none, null for an invalid value. Dollars become digits and at most one point. */
export function fieldValue(field: FilterField, typed: string): string | null {
  const value = typed.trim();
  if (value === "") return "";
  switch (field.kind) {
    case "text":
      return value.length <= TEXT_CHARACTERS_MAX ? value : null;
    case "choice":
      return field.options.some((option) => option.value === value) ? value : null;
    case "dollars": {
      const dollars = numberIn(value, MONEY);
      return dollars !== null && dollars.replace(/\..*/, "").length <= DOLLARS_DIGITS_MAX ? dollars : null;
    }
    default:
      return readIsoDate(value) === null ? null : value;
  }
}

/** Reads the filter from an address; invalid values are ignored. */
export function readFilter(fields: readonly FilterField[], params: URLSearchParams): Filter {
  const entries = fields.map((field) => [field.name, fieldValue(field, params.get(field.name) ?? "")]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** The fields that an address offers: those that need another field only where that one filters. */
export function offeredFields(fields: readonly FilterField[], params: URLSearchParams): readonly FilterField[] {
  const filter = readFilter(fields, params);
  return fields.filter(({ needs }) => needs === undefined || needs in filter);
}

/** Query parameters of a filter: days become instants, ISO 8601. */
export function filterQuery(fields: readonly FilterField[], filter: Filter, timeZone: string): Record<string, string> {
  const moment = (date: string, later: number) =>
    new Date(dayStartMs((readIsoDate(date) ?? 0) + later, timeZone)).toISOString();
  const query = fields.flatMap(({ name, kind }) => {
    const value = filter[name];
    if (value === undefined) return [];
    if (kind === "first_day") return [[name, moment(value, 0)]];
    return [[name, kind === "last_day" ? moment(value, 1) : value]];
  });
  return Object.fromEntries(query);
}

/** Describes a filter in text: `Trader ana@example.com`, `State Paid`. */
export function filterWords(fields: readonly FilterField[], filter: Filter): string[] {
  return fields.flatMap((field) => {
    const value = filter[field.name];
    if (value === undefined) return [];
    if (field.kind === "dollars") return [`${field.label} $${value}`];
    // No line breaks within a date.
    if (field.kind.endsWith("_day")) return [`${field.label} ${value.replaceAll("-", "-\u2060")}`];
    const option = field.kind === "choice" ? field.options.find((one) => one.value === value) : undefined;
    return [`${field.label} ${option?.label ?? value}`];
  });
}
