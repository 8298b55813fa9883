import type { api } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatRelativeDay, formatSum, formatTime } from "../../ui/format.ts";
import { Landmark, Wallet } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import type { Column } from "../../ui/list/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { AGE_SORTS, PERIOD_FIELDS } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { LogTable, timeHead } from "../list/log-table.tsx";
import { textColumn } from "../list/row-columns.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListAddress, type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { transferPath } from "./ledger-address.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { type AccountEntry, entriesOf, fetchAccounts, findAccount, type LedgerAccount } from "./ledger-calls.ts";
import { balanceAfter, type LedgerItemProps, type LedgerListSection } from "./ledger-list.tsx";
import { accountName, actorName, purposeOf } from "./ledger-names.ts";
import { MovedSum } from "./moved-sum.tsx";
import { ACCOUNT_ADMIN_TEXT, TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = ACCOUNT_ADMIN_TEXT;

/** The house accounts, or those of the trader searched for, and the entries of each. */
export const ACCOUNTS: LedgerListSection<LedgerAccount> = {
  title: LEDGER_ADMIN_TEXT.views.accounts,
  item: text.account,
  loading: text.loading,
  path: "ledger/accounts",
  note: (rows) => (rows.every(({ user }) => user === null) ? text.shownOfHouse : text.shown)(rows.length),
  columns: [
    textColumn(text.kind, "minmax(0, 1fr)", ({ _id, user }) => accountName(_id, user)),
    textColumn(text.amount, "112px", ({ balance, currency }) => formatSum(balance, currency), {
      isStrong: true,
      isRight: true,
      isFigure: true,
    }),
  ],
  spec: {
    fields: fieldsOf<typeof api.admin.ledger.accounts.$get>()([
      { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
    ]),
    sorts: [],
    order: "newest",
  },
  fetch: fetchAccounts,
  find: findAccount,
  empty: text.empty,
  Item: AccountItem,
};

type EntriesCall = (typeof api.admin.ledger.accounts)[":id"]["entries"]["$get"];
const ENTRIES: ListSpec = {
  fields: fieldsOf<EntriesCall>()(PERIOD_FIELDS),
  sorts: AGE_SORTS,
  order: "newest",
  isOfItem: true,
};

function AccountItem({ item: account, view, onBack }: LedgerItemProps<LedgerAccount>) {
  const { balance, currency, kind, user } = account;
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatSum(balance, currency)}
          copy={{ text: balance.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={
            <Badge tone="neutral" icon={user ? Wallet : Landmark}>
              {TRANSFER_ADMIN_TEXT.account[kind]}
            </Badge>
          }
          lead={user ? `${user.name}, ${user.email}` : text.house}
          onBack={onBack}
        />
        <AdminFacts title={text.account} facts={factsOf(account, view.at)} />
        <AccountEntries account={account} view={view} />
      </ItemMain>
    </ItemColumns>
  );
}

function factsOf({ _id, movedAt, floor, currency, user }: LedgerAccount, at: (instant: string) => string): AdminFact[] {
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
    { name: text.floor, value: floor === null ? text.noFloor : formatSum(floor, currency), isFigure: floor !== null },
    { name: text.id, value: _id, after: <CopyButton text={_id} what={text.copyId} /> },
  ];
}

type AccountEntriesProps = { account: LedgerAccount; view: AdminView };

/** The entries of an account, page by page, each with the balance after it. */
function AccountEntries({ account, view }: AccountEntriesProps) {
  const { _id } = account;
  const { timeZone } = view.admin;
  const address = useListAddress(ENTRIES, timeZone);
  const { query } = address;
  const entries = useAdminList({
    key: [entriesOf, _id, query],
    fetchPage: (cursor, signal) => entriesOf(_id)(query, cursor, signal),
    isLog: true,
  });
  return (
    <LogTable
      list={entries}
      address={address}
      path={`ledger/accounts/${_id}/entries`}
      caption={text.entriesOf(accountName(_id, account.user))}
      columns={columnsFor(view, address, account)}
      loadingRows={8}
      empty={text.noEntries}
      failed={text.failed}
      failedDetail={text.failedDetail}
      more={text.more}
    />
  );
}

function columnsFor(
  { admin, nowMs }: AdminView,
  address: ListAddress,
  { currency }: LedgerAccount,
): Column<AccountEntry>[] {
  return [
    {
      ...timeHead(TRANSFER_ADMIN_TEXT.when, address),
      cell: ({ at, ...entry }) => (
        <Box className="num" phone={{ pad: "6px 0" }}>
          {formatRelativeDay(at, nowMs, admin.timeZone)}
          <Box as="span" showOn="wide">
            , {formatTime(at, admin.timeZone)}
          </Box>
          {/* Four columns have no room on a phone. */}
          <Box showOn="phone">
            <Purpose {...entry} />
          </Box>
        </Box>
      ),
    },
    {
      key: "what",
      head: TRANSFER_ADMIN_TEXT.what,
      isRowHead: true,
      isHiddenOnPhone: true,
      cell: (entry) => <Purpose {...entry} />,
    },
    { key: "by", head: TRANSFER_ADMIN_TEXT.movedBy, isHiddenOnPhone: true, cell: ({ actor }) => actorName(actor) },
    {
      key: "amount",
      head: text.amount,
      isNumeric: true,
      cell: ({ amount }) => <MovedSum amount={amount} currency={currency} />,
    },
    balanceAfter(() => currency),
  ];
}

function Purpose({ transferId, reference }: Pick<AccountEntry, "transferId" | "reference">) {
  return <TextLink href={transferPath(transferId)}>{purposeOf(reference)}</TextLink>;
}
