import type { ClientRequestOptions, InferRequestType, InferResponseType } from "hono/client";
import { asciiOf } from "../../../worker/contract/ascii.ts";
import type { DemoReceiptRecord } from "../../../worker/contract/demo/demo-messages.ts";
import { readWithdrawalNumber, withdrawalNumber } from "../../../worker/contract/withdrawal-number.ts";
import { answer, api } from "../../state/api.ts";
import { action, type ListQuery, pagesOf } from "../core/call-parts.ts";

const { users } = api.admin;
const one = users[":id"];

const FOUND_ROWS = "8";

export const fetchUsers = pagesOf(users.$get, "users");

const FOUND_REQUESTS = "3";

/** The first people that a search finds, whether there are more, and the withdrawals that it names. */
export async function searchPeople(search: string, signal: AbortSignal) {
  const query = { search, limit: FOUND_ROWS };
  const [{ users: people, nextCursor }, requests] = await Promise.all([
    answer(users.$get({ query }, { init: { signal } })),
    searchRequests(search, signal),
  ]);
  return { people, requests, hasMore: nextCursor !== null };
}

/** A request's id, reference or number, or a bank's id of its payment: one word of characters that names do not have together. */
const REQUEST_NAME = /^(?=.*\d)[\w-]{6,}$/;

export type FoundRequest = Awaited<ReturnType<typeof searchRequests>>[number];

/** The withdrawals that a text names by their own id; not those of a person or an account. */
async function searchRequests(search: string, signal: AbortSignal) {
  const name = codeOf(search);
  if (!REQUEST_NAME.test(name)) return [];
  const query = { user: name, limit: FOUND_REQUESTS };
  const { withdrawals } = await answer(api.admin.withdrawals.$get({ query }, { init: { signal } }));
  const number = readWithdrawalNumber(search);
  return withdrawals.filter(
    (request) =>
      (number !== null && request.number === withdrawalNumber(number)) ||
      request._id.startsWith(name) ||
      request.paymentId?.toLowerCase().startsWith(name) === true,
  );
}

function codeOf(text: string): string {
  return asciiOf(text).replaceAll(/\s/g, "").toLowerCase();
}

export async function findUser(id: string, signal: AbortSignal): Promise<ListedUser | null> {
  const { users: rows } = await answer(users.$get({ query: { search: id } }, { init: { signal } }));
  return rows.find(({ _id }) => _id === id) ?? null;
}

export async function fetchUser(id: string, signal: AbortSignal): Promise<UserPage> {
  const { user, sessions, notes } = await answer(one.$get({ param: { id } }, { init: { signal } }));
  return { _id: user._id, user, sessions, notes };
}

export async function fetchReceipt(id: string, fillId: number, signal: AbortSignal): Promise<DemoReceiptRecord> {
  const param = { id, fillId: String(fillId) };
  return answer(one.fills[":fillId"].$get({ param }, { init: { signal } }));
}

/** The call that returns one page of a person's timeline. */
export const timelineOf = (id: string) =>
  pagesOf(
    (request: { query: ListQuery }, options?: ClientRequestOptions) =>
      one.timeline.$get({ param: { id }, ...request }, options),
    "entries",
  );

/** Freezes an account: no money can be moved. */
export const freezeUser = action(one.freeze.$post, "user");
export const unfreezeUser = action(one.unfreeze.$post, "user");
/** Removes a lost second factor, with the approval of a second admin. */
export const resetSecondFactor = action(one["reset-second-factor"].$post, "user");
/** Makes a person an admin, with the approval of a second admin, or removes that role. */
export const changeRole = action(one.role.$post, "user");
export const noteUser = action(one.note.$post, "success");
export const endUserSessions = action(one["end-sessions"].$post, "success");

/**
 * Request and response types of the user API for admins, inferred from the Worker's routes. Money in dollars, times ISO
 * 8601.
 */

type Users = typeof api.admin.users;
type User = Users[":id"];
type Shown = InferResponseType<User["$get"]>;

export type ListedUser = InferResponseType<Users["$get"]>["users"][number];
/** A state that the list can be filtered by. */
export type UserState = NonNullable<InferRequestType<Users["$get"]>["query"]["state"]>;

export type UserPage = { _id: string } & Pick<Shown, "user" | "sessions" | "notes">;
export type AdminUser = Shown["user"];
export type UserSession = Shown["sessions"][number];
export type UserNote = Shown["notes"][number];
export type TimelineEntry = InferResponseType<User["timeline"]["$get"]>["entries"][number];

export type EndSessionsBody = InferRequestType<User["end-sessions"]["$post"]>["json"];
