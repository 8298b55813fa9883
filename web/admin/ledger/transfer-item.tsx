import type { User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatMoney } from "../../ui/format.ts";
import { MailAddress } from "../../ui/mail-address.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { subjectPath } from "../list/subject-path.ts";
import { itemPath } from "../list/use-open-item.ts";
import { accountName } from "./account-name.ts";
import { actorName } from "./actor-name.ts";
import { BalanceAfter } from "./balance-after.tsx";
import { accountPath } from "./ledger-address.ts";
import { findTransfer } from "./ledger-calls.ts";
import type { AdminTransfer, TransferEntry } from "./ledger-types.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";
import { TRANSFER_GLYPH } from "./transfer-mark.tsx";
import { purposeOf } from "./transfer-purpose.ts";

const text = TRANSFER_ADMIN_TEXT;

type TransferItemProps = { transfer: AdminTransfer; admin: User; onBack: () => void };

/** One transfer: its entries, its purpose, and its actor. */
export function TransferItem({ transfer, admin, onBack }: TransferItemProps) {
  const { _id, amount, kind, reference, user } = transfer;
  const found = useQuery({ key: _id, fetch: () => findTransfer(_id) });
  const whole = found.key === _id ? found.value : null;
  const hasFailed = found.error !== null || (found.key === _id && whole === null);
  const purpose = purposeOf(reference);
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatMoney(amount)}
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
            isRetrying={found.isFetching}
            onRetry={found.refetch}
          />
        ) : (
          <Card data-flush="true">
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
        <AdminFacts title={text.facts} facts={factsOf(transfer, timesFor(admin.timeZone, Date.now()))} />
      </ItemMain>
    </ItemColumns>
  );
}

const ENTRY_COLUMNS: Column<TransferEntry>[] = [
  {
    key: "account",
    head: text.accountHead,
    isRowHead: true,
    cell: ({ accountId, kind, user }) => (
      <TextLink href={accountPath(accountId)}>{accountName({ kind, user })}</TextLink>
    ),
  },
  { key: "debit", head: text.debit, isNumeric: true, cell: ({ amount }) => (amount < 0 ? formatMoney(-amount) : "") },
  { key: "credit", head: text.credit, isNumeric: true, cell: ({ amount }) => (amount > 0 ? formatMoney(amount) : "") },
  {
    key: "balance",
    head: text.balanceAfter,
    isNumeric: true,
    isStrong: true,
    cell: ({ balance }) => <BalanceAfter balance={balance} />,
  },
];

function factsOf(transfer: AdminTransfer, at: (instant: string) => string): AdminFact[] {
  const { _id, reference, memo, actor, user } = transfer;
  const purpose = purposeOf(reference);
  const purposePath = user && subjectPath(reference, user);
  return [
    { name: text.when, value: at(transfer.at), isFigure: true },
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
