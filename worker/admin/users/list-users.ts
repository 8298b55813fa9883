import { csvLine } from "../../http/csv.ts";
import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { cutPage, type Page } from "../desk/desk-page.ts";
import { selectUserPage, type UserFilter } from "./user-desk-store.ts";
import { listedUserView } from "./user-desk-view.ts";

/** Everybody, or who fits, the newest first. @throws AppError `invalid_input` for characters that no name has */
export async function listUsers(scope: Scope, { search, state, ...page }: Page & UserFilter) {
  const { rows, nextCursor } = await readPage(scope, { search, state }, page);
  return { users: rows.map(listedUserView), nextCursor };
}

const EXPORT_PAGE = 2_000;
const EXPORT_HEAD = [
  "Id",
  "Name",
  "Username",
  "E-mail",
  "Verified",
  "Role",
  "State",
  "Balance (USD)",
  "Signed up (UTC)",
];

/** The same as CSV, page by page while it is read. The first page is read before the answer begins, or a stranger got half a file. */
export async function exportUsers(scope: Scope, filter: UserFilter): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await readPage(scope, filter, { limit: EXPORT_PAGE });
  let head = csvLine(EXPORT_HEAD);
  return new ReadableStream({
    async pull(controller) {
      const lines = page.rows.map(listedUserView).map(exportLine);
      controller.enqueue(encoder.encode(head + lines.join("")));
      head = "";
      if (page.nextCursor === null) controller.close();
      else page = await readPage(scope, filter, { cursor: page.nextCursor, limit: EXPORT_PAGE });
    },
  });
}

function exportLine(user: ReturnType<typeof listedUserView>): string {
  const { _id, name, username, email, isVerified, role, balance, createdAt } = user;
  const state = user.closedAt ? "closed" : user.frozenAt ? "frozen" : "open";
  return csvLine([_id, name, username, email, isVerified ? "yes" : "no", role, state, balance.toFixed(2), createdAt]);
}

async function readPage(scope: Scope, filter: UserFilter, page: Page) {
  const { rows } = await batchAs(scope, "read", (me) => [selectUserPage(scope.db.query, me, { ...filter, page })]);
  return cutPage(rows[0], page);
}
