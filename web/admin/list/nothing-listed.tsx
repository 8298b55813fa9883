import { EmptyState } from "../../ui/empty-state.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { filterWords } from "./list-filter.ts";
import type { ListAddress } from "./use-list-address.ts";

const text = ADMIN_TEXT.filter;

type NothingListedProps = { address: ListAddress; empty: readonly [title: string, text: string] };

/** Message of a list without rows: nothing exists yet, or nothing matches the filter, which is described. */
export function NothingListed({ address, empty: [title, detail] }: NothingListedProps) {
  const conditions = filterWords(address.fields, address.filter);
  if (conditions.length === 0) return <EmptyState title={title} text={detail} />;
  return <EmptyState title={text.nothing} text={text.nothingFits(conditions, address.matching ?? text.wholeWords)} />;
}
