/** Tests of the protocol itself, in both versions, request by request. */
import { beforeAll, describe, expect, test } from "bun:test";
import { openHttp } from "@libsql/hrana-client";
import { setUpServer } from "./test-server.ts";

const server = setUpServer();

/** Sends a pipeline. Returns the HTTP status and the unparsed body, and the parsed body when it is JSON. */
async function send(version: 2 | 3, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v${version}/pipeline`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, text, body: isJson ? JSON.parse(text) : null };
}

const execute = (sql: string) => ({ type: "execute", stmt: { sql } });
const close = { type: "close" };

beforeAll(async () => {
  await send(3, { requests: [execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)"), close] });
});

test("both versions respond to their probe, and the protobuf encoding does not exist", async () => {
  const status = async (path: string) => (await fetch(server.url + path)).status;
  expect(await status("/v2")).toBe(200);
  expect(await status("/v3")).toBe(200);
  expect(await status("/v3-protobuf")).toBe(404);
  expect(await status("/health")).toBe(200);
});

describe.each([2, 3] as const)("version %i", (version) => {
  test("a result has columns, typed values and counts", async () => {
    const { body } = await send(version, {
      baton: null,
      requests: [
        {
          type: "execute",
          stmt: { sql: "SELECT 1 AS i, 1.5 AS f, 'x' AS t, x'00ff' AS b, NULL AS z", want_rows: true },
        },
        execute("INSERT INTO t (n) VALUES (7)"),
        close,
      ],
    });
    expect(body.baton).toBeNull();
    expect(body.base_url).toBeNull();
    expect(body.results[0].response.result).toEqual({
      cols: ["i", "f", "t", "b", "z"].map((name) => ({ name, decltype: null })),
      rows: [
        [
          { type: "integer", value: "1" },
          { type: "float", value: 1.5 },
          { type: "text", value: "x" },
          { type: "blob", base64: "AP8=" },
          { type: "null" },
        ],
      ],
      affected_row_count: 0,
      last_insert_rowid: null,
    });
    expect(body.results[1].response.result).toMatchObject({
      affected_row_count: 1,
      last_insert_rowid: expect.stringMatching(/^\d+$/),
    });
    expect(body.results[2]).toEqual({ type: "ok", response: { type: "close" } });
  });

  test("requests after a failed one still run", async () => {
    const { body } = await send(version, { requests: [execute("SELEC"), execute("SELECT 1"), close] });
    expect(body.results.map(({ type }: { type: string }) => type)).toEqual(["error", "ok", "ok"]);
    expect(body.results[0].error.code).toBe("SQL_PARSE_ERROR");
  });

  test("a baton continues the stream once, and every response has a new one", async () => {
    const first = await send(version, { requests: [execute("BEGIN"), execute("INSERT INTO t (id) VALUES (500)")] });
    const second = await send(version, {
      baton: first.body.baton,
      requests: [execute("SELECT count(*) FROM t WHERE id = 500")],
    });
    expect(second.body.results[0].response.result.rows).toEqual([[{ type: "integer", value: "1" }]]);
    expect(second.body.baton).not.toBe(first.body.baton);

    const spent = await send(version, { baton: first.body.baton, requests: [execute("SELECT 1")] });
    expect(spent).toMatchObject({ status: 400, text: "Received a baton that has already been used" });

    const last = await send(version, { baton: second.body.baton, requests: [execute("ROLLBACK"), close] });
    expect(last.body.baton).toBeNull();
    const closed = await send(version, { baton: second.body.baton, requests: [] });
    expect(closed).toMatchObject({ status: 400, text: "Received an invalid baton" });
  });

  test("closing a stream rolls back its transaction", async () => {
    await send(version, { requests: [execute("BEGIN"), execute("INSERT INTO t (id) VALUES (501)"), close] });
    const { body } = await send(version, { requests: [execute("SELECT * FROM t WHERE id = 501"), close] });
    expect(body.results[0].response.result.rows).toEqual([]);
  });

  test("a batch runs its steps according to their conditions", async () => {
    const ok = (step: number) => ({ type: "ok", step });
    const error = (step: number) => ({ type: "error", step });
    const steps: [string, unknown, "ran" | "failed" | "skipped"][] = [
      ["SELECT 0", null, "ran"],
      ["SELECT json('!')", ok(0), "failed"],
      ["SELECT 2", ok(1), "skipped"],
      ["SELECT 3", error(1), "ran"],
      ["SELECT 4", error(2), "skipped"],
      ["SELECT 5", { type: "not", cond: ok(2) }, "ran"],
      ["SELECT 6", { type: "and", conds: [ok(0), ok(3)] }, "ran"],
      ["SELECT 7", { type: "and", conds: [ok(0), ok(1)] }, "skipped"],
      ["SELECT 8", { type: "or", conds: [ok(1), ok(3)] }, "ran"],
      ["SELECT 9", { type: "or", conds: [] }, "skipped"],
    ];
    const batch = { steps: steps.map(([sql, condition]) => ({ condition, stmt: { sql } })) };
    const { body } = await send(version, { requests: [{ type: "batch", batch }, close] });
    const { step_results, step_errors } = body.results[0].response.result;
    const outcomes = steps.map((_, index) => (step_results[index] ? "ran" : step_errors[index] ? "failed" : "skipped"));
    expect(outcomes).toEqual(steps.map(([, , outcome]) => outcome));
    expect(step_errors[1]).toEqual({ code: "SQLITE_UNKNOWN", message: "SQLite error: malformed JSON" });
  });

  test("execute, sequence and describe use stored texts until these are closed", async () => {
    const { status, body } = await send(version, {
      requests: [
        { type: "store_sql", sql_id: 1, sql: "INSERT INTO t (n) VALUES (1); INSERT INTO t (n) VALUES (2)" },
        { type: "sequence", sql_id: 1 },
        { type: "store_sql", sql_id: 2, sql: "SELECT id, n FROM t WHERE n = ? AND id > :least" },
        { type: "describe", sql_id: 2 },
        { type: "close_sql", sql_id: 1 },
        { type: "store_sql", sql_id: 1, sql: "SELECT 1" },
        { type: "execute", stmt: { sql_id: 1 } },
        close,
      ],
    });
    expect(status).toBe(200);
    expect(body.results.every(({ type }: { type: string }) => type === "ok")).toBe(true);
    expect(body.results[3].response.result).toEqual({
      params: [{ name: null }, { name: ":least" }],
      cols: [
        { name: "id", decltype: "INTEGER" },
        { name: "n", decltype: "INTEGER" },
      ],
      is_explain: false,
      is_readonly: true,
    });
  });

  test("a sequence stops at the first statement that fails", async () => {
    const { body } = await send(version, {
      requests: [
        { type: "sequence", sql: "INSERT INTO t (id) VALUES (600); SELECT json('!'); INSERT INTO t (id) VALUES (601)" },
        { type: "execute", stmt: { sql: "DELETE FROM t WHERE id IN (600, 601)" } },
        close,
      ],
    });
    expect(body.results[0]).toMatchObject({ type: "error", error: { code: "SQLITE_UNKNOWN" } });
    expect(body.results[1].response.result.affected_row_count).toBe(1);
  });

  test("a stream stores at most 50 texts of 5 kB", async () => {
    const store = (count: number) =>
      Array.from({ length: count }, (_, sql_id) => ({ type: "store_sql", sql_id, sql: "SELECT 1" }));
    const many = await send(version, { requests: [...store(51), close] });
    expect(many.body.results[49].type).toBe("ok");
    expect(many.body.results[50].error.code).toBe("SQL_STORE_TOO_MANY");
    const long = await send(version, {
      requests: [{ type: "store_sql", sql_id: 0, sql: `SELECT '${"x".repeat(5000)}'` }, close],
    });
    expect(long.body.results[0].error.code).toBe("SQL_STORE_TOO_LARGE");
  });

  test.each([
    ["broken JSON", "{", "Could not parse the JSON body"],
    ["no requests", {}, "requests"],
    ["an unknown request", { requests: [{ type: "fly" }] }, "requests[0].type"],
    [
      "an integer that is a number",
      { requests: [{ type: "execute", stmt: { sql: "SELECT ?", args: [{ type: "integer", value: 1 }] } }] },
      "requests[0].stmt.args[0].value",
    ],
    [
      "an integer of 65 bits",
      {
        requests: [
          { type: "execute", stmt: { sql: "SELECT ?", args: [{ type: "integer", value: String(2n ** 63n) }] } },
        ],
      },
      "does not fit into 64 bits",
    ],
    ["a baton that was never given", { baton: "x.y", requests: [] }, "Received an invalid baton"],
    ["a text that was never stored", { requests: [{ type: "execute", stmt: { sql_id: 9 } }] }, "SQL text 9 not found"],
    ["neither text nor id", { requests: [{ type: "sequence" }] }, "Either `sql` or `sql_id` are required"],
    [
      "a text stored twice",
      { requests: [1, 1].map((sql_id) => ({ type: "store_sql", sql_id, sql: "SELECT 1" })) },
      "already exists",
    ],
    [
      "a condition on a later step",
      {
        requests: [
          { type: "batch", batch: { steps: [{ condition: { type: "ok", step: 0 }, stmt: { sql: "SELECT 1" } }] } },
        ],
      },
      "Invalid reference to step",
    ],
    ["a request after close", { requests: [close, execute("SELECT 1")] }, "was closed"],
  ])("%s gets status 400 with the reason", async (_, request, reason) => {
    const { status, text } = await send(version, request);
    expect(status).toBe(400);
    expect(text).toContain(reason);
  });

  test("a batch with an unreadable statement changes nothing", async () => {
    const steps = [execute("INSERT INTO t (id) VALUES (700)"), execute("VACUUM")].map(({ stmt }) => ({ stmt }));
    const { body } = await send(version, {
      requests: [{ type: "batch", batch: { steps } }, execute("SELECT id FROM t WHERE id = 700"), close],
    });
    expect(body.results[0].error.code).toBe("SQL_PARSE_ERROR");
    expect(body.results[1].response.result.rows).toEqual([]);
  });

  test("only JSON is accepted, so that a page of another site cannot write here", async () => {
    const request = { requests: [execute("SELECT 1")] };
    expect((await send(version, request, { "content-type": "text/plain" })).status).toBe(415);
  });
});

test("a body beyond the limit is refused", async () => {
  expect((await send(2, "x".repeat(33 * 1024 * 1024))).status).toBe(413);
});

describe("features of version 3 only", () => {
  const isAutocommit = { type: "is_autocommit" };
  const guarded = { type: "batch", batch: { steps: [{ condition: isAutocommit, stmt: { sql: "SELECT 1" } }] } };

  test("the autocommit state is available as a request and as a condition", async () => {
    const state = { type: "get_autocommit" };
    const { body } = await send(3, { requests: [state, guarded, execute("BEGIN"), state, guarded, close] });
    const responses = body.results.map(({ response }: { response: unknown }) => response);
    expect(responses[0].is_autocommit).toBe(true);
    expect(responses[1].result.step_results[0]).not.toBeNull();
    expect(responses[3].is_autocommit).toBe(false);
    expect(responses[4].result).toEqual({ step_results: [null], step_errors: [null] });
  });

  test.each([[{ type: "get_autocommit" }], [guarded]])("version 2 refuses %j", async (request) => {
    const { status, text } = await send(2, { requests: [request] });
    expect(status).toBe(400);
    expect(text).toContain("only supported in protocol version hrana3");
  });
});

test("a client that prefers version 3 falls back to a version that is served", async () => {
  const client = openHttp(server.url, undefined, undefined, undefined, 3);
  expect(await client.getVersion()).toBe(2);
  const stream = client.openStream();
  const described = await stream.describe("UPDATE t SET n = ?");
  expect(described).toMatchObject({ isReadonly: false, isExplain: false, paramNames: [undefined] });
  const { value } = await stream.queryValue("SELECT 6 * 7");
  expect(value).toBe(42);
  stream.close();
  client.close();
});
