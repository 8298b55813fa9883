import { expect, test } from "bun:test";
import { DatabaseError } from "./database-error.ts";
import { readBatchReply, readStatementReply, type WireResult } from "./pipeline.ts";

const done: WireResult = { cols: [], rows: [], affected_row_count: 1, last_insert_rowid: null };

/** The reply to a batch of one statement: BEGIN, the statement, COMMIT and ROLLBACK, none with an error. */
function replyOf(results: (WireResult | null)[]): Response {
  const result = { step_results: results, step_errors: results.map(() => null) };
  return Response.json({ results: [{ type: "ok", response: { type: "batch", result } }] });
}

test("a batch whose COMMIT ran has the results of its statements", async () => {
  expect(await readBatchReply(replyOf([done, done, done, null]), 1)).toEqual([done]);
});

test.each([
  ["COMMIT", [done, done, null, done]],
  ["a statement", [done, null, null, done]],
  ["BEGIN", [null, null, null, null]],
])("a batch whose reply does not say that %s ran is refused", async (_, results) => {
  const refusal = await readBatchReply(replyOf(results), 1).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect(refusal).toMatchObject({ code: "TRANSACTION_CLOSED" });
});

test.each([
  ["that is not JSON", "<html>"],
  ["without a result", '{"results":[{"type":"ok","response":{"type":"close"}}]}'],
  ["without rows", '{"results":[{"type":"ok","response":{"type":"execute","result":{}}}]}'],
])("a reply to a statement %s is refused", async (_, text) => {
  const refusal = await readStatementReply(new Response(text)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect(refusal).toMatchObject({ code: "HRANA_PROTO_ERROR" });
});
