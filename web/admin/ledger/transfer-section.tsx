import type { api } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatSum } from "../../ui/format.ts";
import { type Column, Table } from "../../ui/list/table.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ItemHead } from "../core/item-head.tsx";
import { formatMovedMoney, MovedMoney } from "../core/moved-money.tsx";
import { AGE_SORTS, AMOUNT_FIELDS, choiceField, PERIOD_FIELDS, USER_FIELD } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { dayColumn, markColumn, textColumn } from "../list/row-columns.tsx";
import { subjectPath } from "../list/subject-path.ts";
import { itemPath } from "../list/use-open-item.ts";
import { accountPath } from "./ledger-address.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { type AdminTransfer, fetchTransfers, findTransfer, type TransferEntry } from "./ledger-calls.ts";
import { balanceAfter, type LedgerItemProps, type LedgerListSection } from "./ledger-list.tsx";
import { accountName, actorName, moveOf, purposeOf, routeOf, TRANSFER_GLYPH } from "./ledger-names.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = TRANSFER_ADMIN_TEXT;

const [LEAST, MOST] = AMOUNT_FIELDS;

export const TRANSFERS: LedgerListSection<AdminTransfer> = {
  title: LEDGER_ADMIN_TEXT.views.transfers,
  item: text.transfer,
  loading: text.loading,
  path: "ledger/transfers",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    dayColumn(text.when, ({ at }) => at),
    textColumn(
      ADMIN_TEXT.amount,
      "92px",
      (row) =>
        row.currency === "USD" ? (
          <MovedMoney usd={row.amount} moves={moveOf(row)} />
        ) : (
          formatSum(row.amount, row.currency)
        ),
      {
        isStrong: true,
        isRight: true,
      },
    ),
    textColumn(text.trader, "minmax(0, 1fr)", ({ user }) => user?.name ?? text.nobody),
    textColumn(text.route, "minmax(0, 1fr)", routeOf, { isMuted: true, isWide: true }),
    markColumn(({ kind, reference }) => ({ icon: TRANSFER_GLYPH[kind], label: purposeOf(reference) })),
  ],
  spec: {
    fields: fieldsOf<typeof api.admin.ledger.transfers.$get>()([
      { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
      { ...choiceField("kind", text.kind, text.kinds), isLead: true },
      USER_FIELD,
      ...PERIOD_FIELDS,
      // Sums narrow what one person moved: no index has everybody's.
      { ...LEAST, needs: USER_FIELD.name },
      { ...MOST, needs: USER_FIELD.name },
    ]),
    sorts: AGE_SORTS,
    order: "newest",
    matching: ADMIN_TEXT.filter.wholeWords,
  },
  fetch: fetchTransfers,
  find: findTransfer,
  empty: text.empty,
  Item: TransferItem,
};

function TransferItem({ item: transfer, view, onBack }: LedgerItemProps<AdminTransfer>) {
  const { _id, amount, currency, kind, reference, user } = transfer;
  const found = useQuery({
    key: adminKey("transfer", _id),
    fetch: async (signal) => ({ transfer: await findTransfer(_id, signal) }),
  });
  const whole = found.value?.transfer ?? null;
  const hasFailed = whole === null && (found.error !== null || found.value !== null);
  const purpose = purposeOf(reference);
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={currency === "USD" ? formatMovedMoney(amount, moveOf(transfer)) : formatSum(amount, currency)}
          copy={{ text: amount.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={
            <Badge tone="neutral" icon={TRANSFER_GLYPH[kind]}>
              {text.kinds[kind]}
            </Badge>
          }
          lead={user ? `${purpose}, ${user.name}` : purpose}
          onBack={onBack}
        />
        {hasFailed ? (
          <ErrorState
            title={text.failed}
            text={text.failedDetail}
            isRetrying={found.isLoading}
            onRetry={found.refetch}
          />
        ) : (
          <Card isFlush>
            <CardHead title={text.entries} />
            <Table
              caption={text.entries}
              columns={ENTRY_COLUMNS}
              rows={whole?.entries ?? null}
              rowKey={({ _id: id }) => id}
              loadingRows={2}
              empty={null}
            />
          </Card>
        )}
        <AdminFacts title={text.facts} facts={factsOf(transfer, view.at)} />
      </ItemMain>
    </ItemColumns>
  );
}

const ENTRY_COLUMNS: Column<TransferEntry>[] = [
  {
    key: "account",
    head: text.accountHead,
    isRowHead: true,
    cell: ({ accountId, user }) => <TextLink href={accountPath(accountId)}>{accountName(accountId, user)}</TextLink>,
  },
  {
    key: "debit",
    head: text.debit,
    isNumeric: true,
    cell: ({ amount, currency }) => (amount < 0 ? formatSum(-amount, currency) : ""),
  },
  {
    key: "credit",
    head: text.credit,
    isNumeric: true,
    cell: ({ amount, currency }) => (amount > 0 ? formatSum(amount, currency) : ""),
  },
  balanceAfter(({ currency }) => currency),
];

function factsOf(transfer: AdminTransfer, at: (instant: string) => string): AdminFact[] {
  const { _id, reference, memo, actor, user } = transfer;
  const purpose = purposeOf(reference);
  const purposePath = user && subjectPath(reference, user);
  return [
    { name: text.when, value: at(transfer.at), isFigure: true },
    { name: text.route, value: routeOf(transfer) },
    { name: text.what, value: purposePath === null ? purpose : <TextLink href={purposePath}>{purpose}</TextLink> },
    {
      name: text.trader,
      value: user && (
        <TextLink href={itemPath(ROUTE.adminUsers, user._id)}>{`${user.name} (${user.username})`}</TextLink>
      ),
    },
    { name: ADMIN_TEXT.email, value: user && <MailAddress of={user.email} /> },
    { name: text.movedBy, value: actorName(actor) },
    { name: text.memo, value: memo || null },
    { name: text.reference, value: reference, after: <CopyButton text={reference} what={text.copyReference} /> },
    { name: text.id, value: _id, after: <CopyButton text={_id} what={text.copyId} /> },
  ];
}
