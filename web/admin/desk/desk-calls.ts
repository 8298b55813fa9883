import { ApiError, answer, api } from "../../api.ts";
import type { DeskRows } from "../list/desk-rows.ts";
import type {
  AccountEntry,
  ApproveBody,
  AuditCheck,
  AuditEntry,
  ClaimBody,
  CompleteBody,
  DeskArrivals,
  DeskDeposit,
  DeskException,
  DeskIdentity,
  DeskLedger,
  DeskOverview,
  DeskQueues,
  DeskTransfer,
  DeskWithdrawal,
  ItemContext,
  LedgerAccount,
  MarkPaidBody,
  MatchBody,
  NoteBody,
  RejectBody,
  RejectIdentityBody,
  VerifyBody,
  WholeTransfer,
  WithdrawalContext,
} from "./desk-types.ts";

/** The calls of the desk. The key of an act names the attempt. @throws ApiError | NetworkError, each of them */

const desk = api.admin;
const withdrawal = desk.withdrawals[":id"];
const exception = desk.exceptions[":id"];
const identity = desk.identities[":userId"];

const PAGE_ROWS = "50";

/** State, filter and order of a list, as the API names them. */
type ListQuery = Record<string, string>;

function once(key: string) {
  return { headers: { "Idempotency-Key": key } };
}

function pageAt(cursor: string | null) {
  return { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
}

/** An item of a queue, and what stands beside it. */
export type Found<Row, Context = ItemContext> = { row: Row; context: Context };

/** What is not there is null. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** Opens the next quarter of an hour for acts on money. @param code six digits of the authenticator */
export async function confirmSecondFactor(code: string): Promise<void> {
  await answer(desk["step-up"].$post({ json: { code } }));
}

export async function fetchWithdrawals(query: ListQuery, cursor: string | null): Promise<DeskRows<DeskWithdrawal>> {
  const { withdrawals, nextCursor } = await answer(desk.withdrawals.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: withdrawals, nextCursor };
}

/** One request, whatever its status, and what bears on it; null when there is none of this id. */
export async function findWithdrawal(id: string): Promise<Found<DeskWithdrawal, WithdrawalContext> | null> {
  const found = await orNull(answer(withdrawal.$get({ param: { id } })));
  if (!found) return null;
  const { withdrawal: row, trader, payouts, warnings } = found;
  return { row, context: { trader, payouts, warnings } };
}

export async function claimWithdrawal(id: string, json: ClaimBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(withdrawal.claim.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function approveWithdrawal(id: string, json: ApproveBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(withdrawal.approve.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function completeWithdrawal(id: string, json: CompleteBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(withdrawal.complete.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function rejectWithdrawal(id: string, json: RejectBody, key: string): Promise<DeskWithdrawal> {
  return (await answer(withdrawal.reject.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function fetchExceptions(query: ListQuery, cursor: string | null): Promise<DeskRows<DeskException>> {
  const { exceptions, nextCursor } = await answer(desk.exceptions.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: exceptions, nextCursor };
}

/** One payment, whatever became of it, and its trader; null when there is none of this id. */
export async function findException(id: string): Promise<Found<DeskException> | null> {
  const found = await orNull(answer(exception.$get({ param: { id } })));
  return found && { row: found.exception, context: { trader: found.trader } };
}

export async function matchException(id: string, json: MatchBody, key: string): Promise<DeskException> {
  return (await answer(exception.match.$post({ param: { id }, json }, once(key)))).exception;
}

export async function noteRefund(id: string, json: NoteBody, key: string): Promise<DeskException> {
  return (await answer(exception["refund-note"].$post({ param: { id }, json }, once(key)))).exception;
}

export async function dismissException(id: string, json: NoteBody, key: string): Promise<DeskException> {
  return (await answer(exception.dismiss.$post({ param: { id }, json }, once(key)))).exception;
}

export async function fetchDeposits(query: ListQuery, cursor: string | null): Promise<DeskRows<DeskDeposit>> {
  const { deposits, nextCursor } = await answer(desk.deposits.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: deposits, nextCursor };
}

/** One deposit, whatever its status; null when there is none of this id. */
export async function findDeposit(id: string): Promise<DeskDeposit | null> {
  // Among what a search compares with is the id, whole.
  const { deposits } = await answer(desk.deposits.$get({ query: { search: id } }));
  return deposits[0] ?? null;
}

export async function markDepositPaid(id: string, json: MarkPaidBody, key: string): Promise<DeskDeposit> {
  return (await answer(desk.deposits[":id"]["mark-paid"].$post({ param: { id }, json }, once(key)))).deposit;
}

export async function fetchIdentities(query: ListQuery, cursor: string | null): Promise<DeskRows<DeskIdentity>> {
  const { identities, nextCursor } = await answer(desk.identities.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: identities, nextCursor };
}

/** The identity of one trader, whatever became of it, and the trader; null when they have sent none. */
export async function findIdentity(id: string): Promise<Found<DeskIdentity> | null> {
  const found = await orNull(answer(identity.$get({ param: { userId: id } })));
  return found && { row: found.identity, context: { trader: found.trader } };
}

export async function verifyIdentity(userId: string, json: VerifyBody, key: string): Promise<DeskIdentity> {
  return (await answer(identity.verify.$post({ param: { userId }, json }, once(key)))).identity;
}

export async function rejectIdentity(userId: string, json: RejectIdentityBody, key: string): Promise<DeskIdentity> {
  return (await answer(identity.reject.$post({ param: { userId }, json }, once(key)))).identity;
}

/** Everything that the overview shows. */
export async function fetchOverview(): Promise<DeskOverview> {
  return (await answer(desk.overview.$get())).overview;
}

/** Counts what waits, and for how many seconds acts on money are still open. */
export async function fetchQueues(): Promise<{ queues: DeskQueues; arrivals: DeskArrivals; stepUpLeftS: number }> {
  return await answer(desk.queues.$get());
}

/** Recomputes every balance from its entries. */
export async function checkLedger(): Promise<DeskLedger> {
  return (await answer(desk.ledger.$get())).ledger;
}

export async function fetchTransfers(query: ListQuery, cursor: string | null): Promise<DeskRows<DeskTransfer>> {
  const { transfers, nextCursor } = await answer(
    desk.ledger.transfers.$get({ query: { ...query, ...pageAt(cursor) } }),
  );
  return { rows: transfers, nextCursor };
}

/** One transfer with its entries; null when there is none of this id. */
export async function findTransfer(id: string): Promise<WholeTransfer | null> {
  return (await orNull(answer(desk.ledger.transfers[":id"].$get({ param: { id } }))))?.transfer ?? null;
}

/** The house's accounts, or those that a search finds: all of them in one page. */
export async function fetchAccounts(query: ListQuery): Promise<DeskRows<LedgerAccount>> {
  const { accounts } = await answer(desk.ledger.accounts.$get({ query }));
  return { rows: accounts, nextCursor: null };
}

/** One account; null when there is none of this id. */
export async function findAccount(id: string): Promise<LedgerAccount | null> {
  const { accounts } = await answer(desk.ledger.accounts.$get({ query: { search: id } }));
  return accounts.find(({ _id }) => _id === id) ?? null;
}

export async function fetchAccountEntries(
  id: string,
  query: ListQuery,
  cursor: string | null,
): Promise<DeskRows<AccountEntry>> {
  const ask = desk.ledger.accounts[":id"].entries.$get({ param: { id }, query: { ...query, ...pageAt(cursor) } });
  const { entries, nextCursor } = await answer(ask);
  return { rows: entries, nextCursor };
}

export async function fetchAudit(query: ListQuery, cursor: string | null): Promise<DeskRows<AuditEntry>> {
  const { entries, nextCursor } = await answer(desk.audit.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows: entries, nextCursor };
}

/** Holds one stretch of the audit log against its seals. @param after where the one before ended; 0 begins */
export async function checkAudit(after: number): Promise<AuditCheck> {
  return (await answer(desk.audit.check.$get({ query: { after: String(after) } }))).check;
}
