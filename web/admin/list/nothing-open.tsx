import { EmptyState } from "../../ui/empty-state.tsx";
import { DESK_TEXT } from "../core/admin-text.ts";
import type { DeskList } from "./use-admin-list.ts";

/** In an item's place while none is open; nothing where the list has none to open, and says so itself. */
export function NothingOpen({ list }: { list: Pick<DeskList<unknown>, "rows"> }) {
  return list.rows?.length ? <EmptyState title={DESK_TEXT.nothingOpen} text={DESK_TEXT.nothingOpenDetail} /> : null;
}
