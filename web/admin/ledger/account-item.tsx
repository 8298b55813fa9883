import { useCallback } from "react";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Landmark, Wallet } from "../../ui/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { AGE_SORTS, PERIOD_FIELDS } from "../list/list-columns.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { AccountEntries } from "./account-entries.tsx";
import { accountName } from "./account-name.ts";
import { fetchAccountEntries } from "./ledger-calls.ts";
import type { LedgerAccount } from "./ledger-types.ts";
import { ACCOUNT_ADMIN_TEXT, TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = ACCOUNT_ADMIN_TEXT;
type EntriesCall = (typeof api.admin.ledger.accounts)[":id"]["entries"]["$get"];
const ENTRIES = { fields: fieldsOf<EntriesCall>()(PERIOD_FIELDS), sorts: AGE_SORTS, isOfItem: true } satisfies ListSpec;

type AccountItemProps = { account: LedgerAccount; admin: User; onBack: () => void };

/** One account: its balance and its entries. */
export function AccountItem({ account, admin, onBack }: AccountItemProps) {
  const { _id, balance, kind, user } = account;
  const address = useListAddress(ENTRIES, "newest", admin.timeZone);
  const { query } = address;
  const entries = useAdminList(
    useCallback((cursor) => fetchAccountEntries(_id, query, cursor), [_id, query]),
    {
      isLog: true,
    },
  );
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatMoney(balance)}
          copy={{ text: balance.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={
            <Badge tone="neutral" icon={user ? Wallet : Landmark}>
              {TRANSFER_ADMIN_TEXT.account[kind]}
            </Badge>
          }
          lead={user ? `${user.name}, ${user.email}` : text.house}
          onBack={onBack}
        />
        <AdminFacts title={text.account} facts={factsOf(account, timesFor(admin.timeZone, Date.now()))} />
        <AccountEntries
          accountId={_id}
          caption={text.entriesOf(accountName({ kind, user }))}
          entries={entries}
          address={address}
          timeZone={admin.timeZone}
        />
      </ItemMain>
    </ItemColumns>
  );
}

function factsOf({ _id, movedAt, floor, user }: LedgerAccount, at: (instant: string) => string): AdminFact[] {
  return [
    {
      name: text.whose,
      value: user ? (
        <TextLink href={itemPath(ROUTE.adminUsers, user._id)}>{`${user.name} (${user.username})`}</TextLink>
      ) : (
        text.house
      ),
    },
    { name: text.moved, value: movedAt === null ? text.never : at(movedAt), isFigure: movedAt !== null },
    { name: text.floor, value: floor === null ? text.noFloor : formatMoney(floor), isFigure: floor !== null },
    { name: text.id, value: _id, after: <CopyButton text={_id} what={text.copyId} /> },
  ];
}
