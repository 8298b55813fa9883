import { cutPage, type Page } from "../admin/desk/desk-page.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { deskIdentityView } from "./desk-identity-view.ts";
import type { IdentityStatus } from "./identity-rules.ts";
import { selectDeskIdentityPage } from "./identity-store.ts";

/**
 * Identities that wait for review, the longest waiting first; of those decided, or of all, the newest first.
 * @param id narrows it to one trader's, whatever became of it
 */
export async function listIdentities(
  scope: Scope,
  { id, status, ...page }: Page & { id?: string | undefined; status?: IdentityStatus | undefined },
) {
  const direction = status === "pending" ? "oldest_first" : "newest_first";
  const { rows } = await batchAs(scope, "read", (me) => [
    selectDeskIdentityPage(scope.db.query, me, { id, status, page, direction }),
  ]);
  const listed = rows[0].map((row) => ({ ...row, id: row.userId, createdAtMs: row.submittedAtMs }));
  const { rows: shown, nextCursor } = cutPage(listed, page);
  return { identities: shown.map(deskIdentityView), nextCursor };
}
