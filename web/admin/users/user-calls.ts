import type { TimelineKind } from "../../../worker/contract/timeline-kinds.ts";
import { answer, api } from "../../state/api.ts";
import { idempotencyHeaders, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type {
  AdminUser,
  EndSessionsBody,
  FreezeBody,
  ListedUser,
  RoleBody,
  TimelineEntry,
  UserPage,
} from "./user-types.ts";

/** Admin API calls about people. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

const { users } = api.admin;
const one = users[":id"];

const FOUND_ROWS = "8";

/** One page of people. @param query filter and order as query parameters */
export async function fetchUsers(query: Record<string, string>, cursor: string | null): Promise<ListRows<ListedUser>> {
  const { users: rows, nextCursor } = await answer(users.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** The first people that a search finds, and whether there are more. */
export async function searchPeople(search: string): Promise<{ people: ListedUser[]; hasMore: boolean }> {
  const { users: people, nextCursor } = await answer(users.$get({ query: { search, limit: FOUND_ROWS } }));
  return { people, hasMore: nextCursor !== null };
}

/** One person; null when there is none with this id. */
export async function findUser(id: string): Promise<ListedUser | null> {
  const { users: rows } = await answer(users.$get({ query: { search: id } }));
  return rows.find(({ _id }) => _id === id) ?? null;
}

/** All data on a person's page. */
export async function fetchUser(id: string): Promise<UserPage> {
  const { user, sessions, notes } = await answer(one.$get({ param: { id } }));
  return { _id: user._id, user, sessions, notes };
}

/** One page of a person's timeline. @param kind null for all kinds */
export async function fetchTimeline(
  id: string,
  kind: TimelineKind | null,
  cursor: string | null,
): Promise<ListRows<TimelineEntry>> {
  const query = { ...(kind === null ? {} : { kind }), ...pageAt(cursor) };
  const { entries, nextCursor } = await answer(one.timeline.$get({ param: { id }, query }));
  return { rows: entries, nextCursor };
}

/** Freezes an account: no money can be moved. */
export async function freezeUser(id: string, json: FreezeBody, key: string): Promise<AdminUser> {
  return (await answer(one.freeze.$post({ param: { id }, json }, idempotencyHeaders(key)))).user;
}

/** Unfreezes an account. */
export async function unfreezeUser(id: string, json: FreezeBody, key: string): Promise<AdminUser> {
  return (await answer(one.unfreeze.$post({ param: { id }, json }, idempotencyHeaders(key)))).user;
}

/** Makes a person an admin, or removes that role. */
export async function changeRole(id: string, json: RoleBody, key: string): Promise<AdminUser> {
  return (await answer(one.role.$post({ param: { id }, json }, idempotencyHeaders(key)))).user;
}

/** Adds a note about a person. */
export async function noteUser(id: string, json: { note: string }, key: string): Promise<void> {
  await answer(one.note.$post({ param: { id }, json }, idempotencyHeaders(key)));
}

/** Ends one session of a person, or all. */
export async function endUserSessions(id: string, json: EndSessionsBody, key: string): Promise<void> {
  await answer(one["end-sessions"].$post({ param: { id }, json }, idempotencyHeaders(key)));
}
