import { cutPage, type Page } from "../admin/desk/desk-page.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { selectImportPage } from "./import-store.ts";
import { importView } from "./import-view.ts";

/** What was brought in for a trader, also what was taken back, the newest first. */
export async function listImports(scope: Scope, { userId, ...page }: Page & { userId: string }) {
  const { rows } = await batchAs(scope, "read", (me) => [selectImportPage(scope.db.query, me, { userId, page })]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { imports: shown.map(importView), nextCursor };
}
