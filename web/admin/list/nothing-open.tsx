import { EmptyState } from "../../ui/empty-state.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminList } from "./use-admin-list.ts";

/** Placeholder while no item is open; nothing if the list is empty, as the list says so itself. */
export function NothingOpen({ list }: { list: Pick<AdminList<unknown>, "rows"> }) {
  return list.rows?.length ? <EmptyState title={ADMIN_TEXT.nothingOpen} text={ADMIN_TEXT.nothingOpenDetail} /> : null;
}
