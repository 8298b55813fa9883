import { useCallback } from "react";
import type { api, User } from "../../state/api.ts";
import { Money } from "../../ui/money.tsx";
import { ActionBar, ItemPane, Panes } from "../core/admin-layout.ts";
import { ItemSteps } from "../list/item-steps.tsx";
import { fieldsOf } from "../list/list-filter.ts";
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { AccountItem } from "./account-item.tsx";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { fetchAccounts, findAccount } from "./ledger-calls.ts";
import { ACCOUNT_ADMIN_TEXT, TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = ACCOUNT_ADMIN_TEXT;
const ACCOUNTS = {
  fields: fieldsOf<typeof api.admin.ledger.accounts.$get>()([
    { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
  ]),
  sorts: [],
} satisfies ListSpec;

/** The house accounts, or those of the trader searched for, and the entries of each. */
export function AccountSection({ admin }: { admin: User }) {
  const address = useListAddress(ACCOUNTS, "newest", admin.timeZone);
  const { query } = address;
  const list = useAdminList(useCallback(() => fetchAccounts(query), [query]));
  const open = useOpenItem(list, findAccount);
  const { item } = open;

  useListKeys(open);

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={LEDGER_ADMIN_TEXT.views.accounts}
        note={text.shown(list.rows?.length ?? 0)}
        narrowing={{ address, file: { list: "ledger/accounts", query } }}
        columns="minmax(0, 1fr) minmax(0, 1fr) 96px"
        heads={[{ label: text.kind }, { label: text.whose }, { label: text.amount, isRight: true }]}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={({ kind, user, balance }) => (
          <>
            <span>{TRANSFER_ADMIN_TEXT.account[kind]}</span>
            <span data-tone="muted">{user?.name ?? text.house}</span>
            <b data-align="right">
              <Money usd={balance} />
            </b>
          </>
        )}
        empty={text.empty}
        loading={text.loading}
      />
      <ItemPane aria-label={text.account}>
        {item ? (
          <AccountItem key={item._id} account={item} admin={admin} onBack={open.close} />
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && (
        <ActionBar>
          <ItemSteps open={open} />
        </ActionBar>
      )}
    </Panes>
  );
}
