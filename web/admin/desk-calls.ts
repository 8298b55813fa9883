import { answer, api } from "../api.ts";
import type {
  Approvals,
  DepositStatus,
  DeskDeposit,
  DeskException,
  DeskLedger,
  DeskWithdrawal,
  ExceptionStatus,
  RejectReason,
  WithdrawalStatus,
} from "./desk-types.ts";
import type { DeskPage } from "./use-desk-list.ts";

/** The calls of the desk. @throws ApiError | NetworkError, each of them */

// The routes as they are agreed on; the API's own types take this place when they are there.
type Post<Json, Reply> = {
  $post: (
    args: { param: { id: string }; json: Json },
    options?: { headers: Record<string, string> },
  ) => Promise<import("hono/client").ClientResponse<Reply, number, "json">>;
};
type Get<Query, Reply> = {
  $get: (args: { query: Query }) => Promise<import("hono/client").ClientResponse<Reply, number, "json">>;
};
// biome-ignore lint/suspicious/noExplicitAny: stands until the API's types are there
const desk = api.admin as any as {
  withdrawals: Get<Record<string, string>, { withdrawals: DeskWithdrawal[]; nextCursor: string | null }> & {
    ":id": {
      claim: Post<{ version: number }, { withdrawal: DeskWithdrawal; approvals: Approvals }>;
      approve: Post<ApproveBody, { withdrawal: DeskWithdrawal; approvals: Approvals }>;
      complete: Post<CompleteBody, { withdrawal: DeskWithdrawal; approvals: Approvals }>;
      reject: Post<RejectBody, { withdrawal: DeskWithdrawal; approvals: Approvals }>;
    };
  };
  ledger: {
    $get: (args: object) => Promise<import("hono/client").ClientResponse<{ ledger: DeskLedger }, number, "json">>;
  };
};

const PAGE_ROWS = "50";

/** An image for the trader: a data URL, and what it shows. */
export type SentImage = { image: string; message: string };

type WithVersion = { version: number };
export type ApproveBody = WithVersion & { notes?: string; images?: SentImage[] };
export type CompleteBody = ApproveBody & { paymentId: string; proof?: SentImage };
export type RejectBody = ApproveBody & { reason: RejectReason; notes: string };
export type NoteBody = WithVersion & { note: string };
export type MatchBody = NoteBody & { amount: number };
export type MarkPaidBody = { bankReference: string; settlementHash: string; note: string };

function once(key: string) {
  return { headers: { "Idempotency-Key": key } };
}

/** Opens the next quarter of an hour for acts on money. @param code six digits of the authenticator */
export async function confirmSecondFactor(code: string): Promise<void> {
  await answer(api.admin["step-up"].$post({ json: { code } }));
}

export async function fetchWithdrawals(
  status: WithdrawalStatus,
  cursor: string | null,
): Promise<DeskPage<DeskWithdrawal>> {
  const query = { status, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
  const { withdrawals, nextCursor } = await answer(desk.withdrawals.$get({ query }));
  return { rows: withdrawals, nextCursor };
}

/** One request, whatever its status; null when there is none of this id. */
export async function findWithdrawal(id: string): Promise<DeskWithdrawal | null> {
  const { withdrawals } = await answer(desk.withdrawals.$get({ query: { id } }));
  return withdrawals[0] ?? null;
}

export async function claimWithdrawal(id: string, json: WithVersion, key: string): Promise<DeskWithdrawal> {
  return (await answer(desk.withdrawals[":id"].claim.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function approveWithdrawal(id: string, json: ApproveBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(desk.withdrawals[":id"].approve.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function completeWithdrawal(id: string, json: CompleteBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(desk.withdrawals[":id"].complete.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function rejectWithdrawal(id: string, json: RejectBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(desk.withdrawals[":id"].reject.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function fetchExceptions(
  status: ExceptionStatus,
  cursor: string | null,
): Promise<DeskPage<DeskException>> {
  const query = { status, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
  const { exceptions, nextCursor } = await answer(api.admin.exceptions.$get({ query }));
  return { rows: exceptions, nextCursor };
}

export async function findException(id: string): Promise<DeskException | null> {
  const { exceptions } = await answer(api.admin.exceptions.$get({ query: { id } }));
  return exceptions[0] ?? null;
}

export async function matchException(id: string, json: MatchBody, key: string): Promise<DeskException> {
  return (await answer(api.admin.exceptions[":id"].match.$post({ param: { id }, json }, once(key)))).exception;
}

export async function noteRefund(id: string, json: NoteBody, key: string): Promise<DeskException> {
  return (await answer(api.admin.exceptions[":id"]["refund-note"].$post({ param: { id }, json }, once(key)))).exception;
}

export async function dismissException(id: string, json: NoteBody, key: string): Promise<DeskException> {
  return (await answer(api.admin.exceptions[":id"].dismiss.$post({ param: { id }, json }, once(key)))).exception;
}

/** @param search a bill number, e-mail address, username or settlement hash, whole; "" for all of this status */
export async function fetchDeposits(
  filter: { status: DepositStatus | null; search: string },
  cursor: string | null,
): Promise<DeskPage<DeskDeposit>> {
  const query = {
    limit: PAGE_ROWS,
    ...(filter.status === null ? {} : { status: filter.status }),
    ...(filter.search === "" ? {} : { search: filter.search }),
    ...(cursor === null ? {} : { cursor }),
  };
  const { deposits, nextCursor } = await answer(api.admin.deposits.$get({ query }));
  return { rows: deposits, nextCursor };
}

/** One deposit, whatever its status; null when there is none of this id. */
export async function findDeposit(id: string): Promise<DeskDeposit | null> {
  // Among what a search compares with is the id, whole.
  const { deposits } = await answer(api.admin.deposits.$get({ query: { search: id } }));
  return deposits[0] ?? null;
}

export async function markDepositPaid(id: string, json: MarkPaidBody, key: string): Promise<DeskDeposit> {
  return (await answer(api.admin.deposits[":id"]["mark-paid"].$post({ param: { id }, json }, once(key)))).deposit;
}

/** Recomputes every balance from its entries. */
export async function checkLedger(): Promise<DeskLedger> {
  return (await answer(desk.ledger.$get({}))).ledger;
}
