import { DatabaseError } from "./database-error.ts";
import type { WireValue } from "./wire-value.ts";

/**
 * A batch as one request of Hrana over HTTP, version 2: BEGIN, the statements, each only if the one before succeeded,
 * COMMIT, and ROLLBACK unless that succeeded. The stream is opened and closed in the same request.
 * Source: HRANA_2_SPEC.md in tursodatabase/libsql; `batch` of @libsql/client 0.18, compared by a test
 */

/** The kind of transaction of a batch. */
export type BatchMode = "read" | "write";

/** The result of a statement as the server sends it. */
export type WireResult = {
  cols: Array<{ name: string | null; decltype?: string | null }>;
  rows: WireValue[][];
  affected_row_count: number;
  last_insert_rowid: string | null;
};

type WireError = { message: string; code?: string | null };
type BatchAnswer = { step_results: (WireResult | null)[]; step_errors: (WireError | null)[] };
type PipelineAnswer<Result> = {
  results: Array<{ type: "ok"; response: { type: string; result?: Result } } | { type: "error"; error: WireError }>;
};

const HEAD = '{"baton":null,"requests":[{"type":"batch","batch":{"steps":[{"stmt":{"sql":';
const BEGIN = { read: '"BEGIN TRANSACTION READONLY"', write: '"BEGIN IMMEDIATE"' } as const;

/** The body of a batch's request. @param statements each as the JSON of its text and arguments */
export function batchBody(mode: BatchMode, statements: readonly string[]): string {
  let body = `${HEAD}${BEGIN[mode]},"want_rows":false}}`;
  let step = 0;
  for (const statement of statements) body += `,{"condition":{"type":"ok","step":${step++}},"stmt":${statement}}`;
  return `${body},{"condition":{"type":"ok","step":${step}},"stmt":{"sql":"COMMIT","want_rows":false}},{"condition":{"type":"not","cond":{"type":"ok","step":${step + 1}}},"stmt":{"sql":"ROLLBACK","want_rows":false}}]}},{"type":"close"}]}`;
}

/**
 * The body of a request that runs one statement by itself. A statement is a transaction of its own, so BEGIN and COMMIT
 * around it would only cost time.
 */
export function statementBody(statement: string): string {
  return `{"baton":null,"requests":[{"type":"execute","stmt":${statement}},{"type":"close"}]}`;
}

/** The addresses by the database's URL: an isolate has one, a program of tests some. */
const pipelineUrls = new Map<string, string>();

/** The address that pipelines are sent to. @throws Error for an address of another protocol */
export function pipelineUrl(databaseUrl: string): string {
  const known = pipelineUrls.get(databaseUrl);
  if (known !== undefined) return known;
  const url = new URL(databaseUrl.replace(/^libsql:/, "https:"));
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error("the database's URL must be HTTP");
  const made = `${url.origin}${url.pathname.replace(/\/$/, "")}/v2/pipeline`;
  pipelineUrls.set(databaseUrl, made);
  return made;
}

/**
 * The results of a batch's statements, in order.
 *
 * @throws DatabaseError when the server refused the batch or a statement of it
 */
export async function readBatchReply(reply: Response, statementCount: number): Promise<WireResult[]> {
  const { step_results: results, step_errors: errors } = await readAnswer<BatchAnswer>(reply);
  if (results?.length !== statementCount + 3 || errors?.length !== results.length) {
    throw new DatabaseError("the answer does not have a result for each step", "HRANA_PROTO_ERROR");
  }
  const [beginError] = errors;
  if (beginError) throw errorOf(beginError);
  const rows: WireResult[] = [];
  for (let i = 0; i < statementCount; i++) {
    const result = results[i + 1];
    const error = errors[i + 1];
    if (error) throw errorOf(error, i);
    if (!result) throw rolledBack(i);
    rows.push(result);
  }
  const commitError = errors[statementCount + 1];
  if (commitError) throw errorOf(commitError);
  if (!results[statementCount + 1]) throw rolledBack();
  return rows;
}

/** The result of a statement that ran by itself. @throws DatabaseError when the server refused it */
export async function readStatementReply(reply: Response): Promise<WireResult> {
  const result = await readAnswer<WireResult>(reply, 0);
  if (!Array.isArray(result.rows)) throw new DatabaseError("the answer has no rows", "HRANA_PROTO_ERROR");
  return result;
}

/** The result of a pipeline's first request. @param statementIndex the statement that an error of it is about */
async function readAnswer<Result>(reply: Response, statementIndex?: number): Promise<Result> {
  if (!reply.ok) throw await errorOfStatus(reply);
  const text = await reply.text();
  let answer: PipelineAnswer<Result>;
  try {
    // The server answers in this form; the callers check what they read of it.
    answer = JSON.parse(text) as PipelineAnswer<Result>;
  } catch {
    throw new DatabaseError("the answer is not JSON", "HRANA_PROTO_ERROR");
  }
  const first = answer.results?.[0];
  if (first?.type === "error") throw errorOf(first.error, statementIndex);
  if (first?.type !== "ok" || !first.response.result) {
    throw new DatabaseError("the answer has no result", "HRANA_PROTO_ERROR");
  }
  return first.response.result;
}

function rolledBack(statementIndex?: number): DatabaseError {
  return new DatabaseError("the transaction has been rolled back", "TRANSACTION_CLOSED", statementIndex);
}

function errorOf({ message, code }: WireError, statementIndex?: number): DatabaseError {
  return new DatabaseError(message, code ?? "UNKNOWN", statementIndex);
}

async function errorOfStatus(reply: Response): Promise<DatabaseError> {
  const text = (await reply.text()).trim();
  if (reply.headers.get("Content-Type") === "application/json") {
    try {
      const error = JSON.parse(text) as Partial<WireError>;
      if (typeof error.message === "string") return errorOf({ code: error.code ?? null, message: error.message });
    } catch {
      // Answered below, as every other status.
    }
  }
  return new DatabaseError(`Server returned HTTP status ${reply.status}: ${text.slice(0, 500)}`, "SERVER_ERROR");
}
