import type { ComponentType } from "react";
import type { User } from "../../state/api.ts";
import { formatSum } from "../../ui/format.ts";
import type { Column } from "../../ui/list/table.tsx";
import { Money } from "../../ui/money.tsx";
import { type AdminView, viewOf } from "../core/admin-time.ts";
import type { FetchRows } from "../core/call-parts.ts";
import { ListScreen } from "../list/list-screen.tsx";
import type { ListSection } from "../list/queue-list.tsx";
import { type ListSpec, useListAddress, useListAt } from "../list/use-list-address.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

export type LedgerItemProps<Row> = { item: Row; view: AdminView; onBack: () => void };

/** A list of the ledger and its items, which are only read. */
export type LedgerListSection<Row extends { _id: string }> = ListSection<Row> & {
  spec: ListSpec;
  fetch: FetchRows<Row>;
  find: (id: string, signal: AbortSignal) => Promise<Row | null>;
  empty: readonly [title: string, text: string];
  Item: ComponentType<LedgerItemProps<Row>>;
};

type LedgerListProps<Row extends { _id: string }> = { admin: User; section: LedgerListSection<Row> };

export function LedgerList<Row extends { _id: string }>({ admin, section }: LedgerListProps<Row>) {
  const { spec, fetch, find, empty, Item } = section;
  const address = useListAddress(spec, admin.timeZone);
  const list = useListAt(address, fetch);
  const open = useOpenItem(list, find);
  const view = viewOf(admin, Date.now());
  return (
    <ListScreen
      section={section}
      list={list}
      address={address}
      open={open}
      view={view}
      empty={empty}
      item={(row) => <Item key={row._id} item={row} view={view} onBack={open.close} />}
    />
  );
}

/** The column with the balance of an account after an entry; null when it is unknown. */
export function balanceAfter<Entry extends { balance: number | null }>(
  currencyOf: (entry: Entry) => "USD" | "KHR",
): Column<Entry> {
  return {
    key: "balance",
    head: TRANSFER_ADMIN_TEXT.balanceAfter,
    isNumeric: true,
    isStrong: true,
    cell: (entry) => (
      <span title={entry.balance === null ? TRANSFER_ADMIN_TEXT.notKept : undefined}>
        {entry.balance === null || currencyOf(entry) === "USD" ? (
          <Money usd={entry.balance} />
        ) : (
          formatSum(entry.balance, currencyOf(entry))
        )}
      </span>
    ),
  };
}
