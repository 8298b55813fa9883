import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { idempotencyHeaders } from "../core/call-parts.ts";

/** Admin API calls of bank statements, and their types. Sums in units of the currency, days and times ISO 8601. They @throws ApiError | NetworkError */

const { statements } = api.admin;
const line = statements.lines[":id"];

/** The bank accounts with what their statements cover, and the profiles of files. */
export async function fetchAccounts(signal: AbortSignal): Promise<StatementAccounts> {
  const { accounts, profiles } = await answer(statements.$get({ query: {} }, { init: { signal } }));
  return { accounts, profiles };
}

export async function fetchDay(
  day: string,
  query: { currency: Currency; is: "all" | "open"; rows: string },
  signal: AbortSignal,
): Promise<ShownDay> {
  return await answer(statements.days[":day"].$get({ param: { day }, query }, { init: { signal } }));
}

/** The days of a month, and what moved traders' money in it. */
export async function fetchMonth(
  query: { from: string; to: string; currency: Currency },
  signal: AbortSignal,
): Promise<ShownMonth> {
  return await answer(statements.days.$get({ query }, { init: { signal } }));
}

export async function fetchCandidates(id: string, signal: AbortSignal): Promise<readonly Candidate[]> {
  return (await answer(line.candidates.$get({ param: { id } }, { init: { signal } }))).candidates;
}

export async function importStatement(json: ImportBody, key: string): Promise<ImportResult> {
  return await answer(statements.$post({ json }, idempotencyHeaders(key)));
}

export async function matchAgain(json: MatchBody, key: string): Promise<{ matched: number; open: number }> {
  return await answer(statements.match.$post({ json }, idempotencyHeaders(key)));
}

export async function linkLine(id: string, json: LinkBody, key: string): Promise<object> {
  return await answer(line.link.$post({ param: { id }, json }, idempotencyHeaders(key)));
}

export async function takeBackLink(id: string, json: { reason: string }, key: string): Promise<object> {
  return await answer(line["take-back"].$post({ param: { id }, json }, idempotencyHeaders(key)));
}

/** @returns the id of the exception */
export async function makeException(id: string, json: ExceptionBody, key: string): Promise<string> {
  return (await answer(line.exception.$post({ param: { id }, json }, idempotencyHeaders(key)))).exception._id;
}

export async function completeByLine(id: string, json: CompleteByLineBody, key: string): Promise<object> {
  return await answer(line.complete.$post({ param: { id }, json }, idempotencyHeaders(key)));
}

type List = InferResponseType<typeof statements.$get>;
export type StatementAccounts = Pick<List, "accounts" | "profiles">;
export type ShownDay = InferResponseType<(typeof statements.days)[":day"]["$get"]>;
export type ShownMonth = InferResponseType<typeof statements.days.$get>;
export type Currency = ShownDay["currency"];
export type DayAccount = ShownDay["accounts"][number];
export type Position = NonNullable<ShownDay["position"]>;
export type Term = Position["terms"][number];
export type TermKind = Term["kind"];
export type StatementLine = ShownDay["lines"][number];
export type MatchReason = NonNullable<StatementLine["match"]>["why"];
export type BankTransfer = ShownDay["transfers"][number];
export type Difference = ShownDay["differences"][number];
export type DifferenceKind = Difference["kind"];
export type Candidate = InferResponseType<typeof line.candidates.$get>["candidates"][number];
export type CandidateReason = Candidate["why"][number];
export type ImportResult = InferResponseType<typeof statements.$post>;
export type ImportBody = InferRequestType<typeof statements.$post>["json"];
export type MatchBody = InferRequestType<typeof statements.match.$post>["json"];
export type ExceptionBody = InferRequestType<typeof line.exception.$post>["json"];
export type LinkBody = InferRequestType<typeof line.link.$post>["json"];
export type CompleteByLineBody = InferRequestType<typeof line.complete.$post>["json"];
