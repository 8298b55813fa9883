import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { cutPage, type Page } from "../desk/desk-page.ts";
import { type ExceptionStatus, selectExceptionPage } from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";

/**
 * Payments that wait for a person, the longest waiting first; of those decided, or of all, the newest first.
 * @param id narrows it to one, whatever became of it
 */
export async function listExceptions(
  scope: Scope,
  { id, status, ...page }: Page & { id?: string | undefined; status?: ExceptionStatus | undefined },
) {
  const direction = status === "open" ? "oldest_first" : "newest_first";
  const { rows } = await batchAs(scope, "read", (me) => [
    selectExceptionPage(scope.db.query, me, { id, status, page, direction }),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { exceptions: shown.map(exceptionView), nextCursor };
}
