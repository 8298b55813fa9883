/**
 * The wire format of Hrana over HTTP, versions 2 and 3, in JSON.
 *
 * Source: HRANA_2_SPEC.md and HRANA_3_SPEC.md in tursodatabase/libsql. As there, unknown fields are ignored and
 * optional ones may be null.
 */
import { z } from "zod";

/** Supported versions of the protocol. */
export type HranaVersion = 2 | 3;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const int64 = z
  .string()
  .regex(/^[+-]?\d{1,19}$/, "must be a whole number written as a string")
  .refine((text) => BigInt(text) >= INT64_MIN && BigInt(text) <= INT64_MAX, "does not fit into 64 bits");

/** An SQL value. Integers are strings on the wire, because JSON numbers lose digits above 2^53. */
const wireValueSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("null") }),
  z.object({ type: z.literal("integer"), value: int64 }),
  z.object({ type: z.literal("float"), value: z.number() }),
  z.object({ type: z.literal("text"), value: z.string() }),
  z.object({ type: z.literal("blob"), base64: z.string() }),
]);

const sqlReference = { sql: z.string().nullish(), sql_id: z.int32().nullish() };

const statementSchema = z.object({
  ...sqlReference,
  args: z.array(wireValueSchema).nullish(),
  named_args: z.array(z.object({ name: z.string(), value: wireValueSchema })).nullish(),
  want_rows: z.boolean().nullish(),
});

const stepIndex = z.int().nonnegative();

const conditionSchema: z.ZodType<BatchCondition> = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("ok"), step: stepIndex }),
    z.object({ type: z.literal("error"), step: stepIndex }),
    z.object({ type: z.literal("not"), cond: conditionSchema }),
    z.object({ type: z.literal("and"), conds: z.array(conditionSchema) }),
    z.object({ type: z.literal("or"), conds: z.array(conditionSchema) }),
    z.object({ type: z.literal("is_autocommit") }),
  ]),
);

const batchSchema = z.object({
  steps: z.array(z.object({ condition: conditionSchema.nullish(), stmt: statementSchema })),
});

const requestSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("execute"), stmt: statementSchema }),
  z.object({ type: z.literal("batch"), batch: batchSchema }),
  z.object({ type: z.literal("sequence"), ...sqlReference }),
  z.object({ type: z.literal("describe"), ...sqlReference }),
  z.object({ type: z.literal("store_sql"), sql_id: z.int32(), sql: z.string() }),
  z.object({ type: z.literal("close_sql"), sql_id: z.int32() }),
  z.object({ type: z.literal("get_autocommit") }),
  z.object({ type: z.literal("close") }),
]);

/** The body of `POST /v2/pipeline` and `POST /v3/pipeline`. A null baton opens a stream. */
export const pipelineSchema = z.object({ baton: z.string().nullish(), requests: z.array(requestSchema) });

/** The condition under which a step of a batch runs. It refers to earlier steps by their index. */
export type BatchCondition =
  | { type: "ok" | "error"; step: number }
  | { type: "not"; cond: BatchCondition }
  | { type: "and" | "or"; conds: BatchCondition[] }
  | { type: "is_autocommit" };

/** An SQL value on the wire. */
export type WireValue = z.infer<typeof wireValueSchema>;
/** A statement with its arguments. */
export type WireStatement = z.infer<typeof statementSchema>;
/** Statements that run in order, each under its condition. */
export type WireBatch = z.infer<typeof batchSchema>;
/** SQL text, given directly or by the id of a stored text. */
export type SqlReference = Pick<WireStatement, "sql" | "sql_id">;
/** One request in a pipeline. */
export type StreamRequest = z.infer<typeof requestSchema>;

/** An error as clients receive it. */
export interface WireError {
  message: string;
  code: string;
}

export interface StatementResult {
  cols: { name: string; decltype: string | null }[];
  rows: WireValue[][];
  affected_row_count: number;
  /** Set by INSERT only. */
  last_insert_rowid: string | null;
}

/** Both lists have one entry per step. A skipped step is null in both. */
export interface BatchResult {
  step_results: (StatementResult | null)[];
  step_errors: (WireError | null)[];
}

/** The result of a describe request. */
export interface DescribeResult {
  params: { name: string | null }[];
  cols: StatementResult["cols"];
  is_explain: boolean;
  is_readonly: boolean;
}

/** The response to one successful request. */
export type StreamResponse =
  | { type: "execute"; result: StatementResult }
  | { type: "batch"; result: BatchResult }
  | { type: "describe"; result: DescribeResult }
  | { type: "get_autocommit"; is_autocommit: boolean }
  | { type: "sequence" | "store_sql" | "close_sql" | "close" };

/** The result of one request: its response or its error. */
export type StreamResult = { type: "ok"; response: StreamResponse } | { type: "error"; error: WireError };

/** The response to a pipeline: one result per request, and the next baton, which is null when the stream is closed. */
export interface PipelineAnswer {
  baton: string | null;
  base_url: null;
  results: StreamResult[];
}
