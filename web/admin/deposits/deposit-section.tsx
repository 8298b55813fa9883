import { useCallback, useState } from "react";
import type { api, User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney, formatRelativeDay } from "../../ui/format.ts";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toaster.tsx";
import { ActionBar, ActionBarSpace, ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import { ItemSteps } from "../list/item-steps.tsx";
import {
  AMOUNT_FIELDS,
  AMOUNT_SORTS,
  BY_AMOUNT,
  BY_TIME,
  choiceField,
  PERIOD_FIELDS,
  periodFields,
} from "../list/list-columns.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { EvidenceMessage } from "../review/evidence-text.tsx";
import { useItemContext } from "../trader/use-item-context.ts";
import { DEPOSIT_ADMIN_TEXT } from "./deposit-admin-text.ts";
import { fetchDeposits, findDeposit } from "./deposit-calls.ts";
import { DepositItem } from "./deposit-item.tsx";
import { DepositMark } from "./deposit-mark.tsx";
import type { AdminDeposit } from "./deposit-types.ts";
import { MarkPaidDialog } from "./mark-paid-dialog.tsx";

const text = DEPOSIT_ADMIN_TEXT;
const DEPOSIT_LIST = {
  fields: fieldsOf<typeof api.admin.deposits.$get>()([
    { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
    { ...choiceField("status", ADMIN_TEXT.status, text.status), isLead: true },
    ...PERIOD_FIELDS,
    ...periodFields("paidFrom", "paidTo", ADMIN_TEXT.filter.paid),
    ...AMOUNT_FIELDS,
  ]),
  sorts: AMOUNT_SORTS,
} satisfies ListSpec;

/** Deposits, searchable by bill number, and the action that marks one paid from the bank's own records. */
export function DepositSection({ admin }: { admin: User }) {
  const address = useListAddress(DEPOSIT_LIST, "newest", admin.timeZone);
  const { query } = address;
  const list = useAdminList(useCallback((cursor) => fetchDeposits(query, cursor), [query]));
  const open = useOpenItem(list, findDeposit);
  /** The deposit as it was when the dialog opened: the list may change meanwhile, the dialog's subject may not. */
  const [marked, setMarked] = useState<AdminDeposit | null>(null);
  const [conflictId, setConflictId] = useState<string | null>(null);
  const { item } = open;
  const { state, refetch } = useItemContext(item, {
    find: refetchDeposit,
    stateOf: ({ _id, status, approvals }) => `${_id} ${status} ${approvals.have}`,
    onOtherState: (id) => void open.look(id),
  });
  const nowMs = Date.now();
  const at = timesFor(admin.timeZone, nowMs);
  const evidence = { state, loadAgain: refetch };
  const isMarkable = item !== null && item.status !== "paid" && item.user._id !== admin._id;
  const canMark = isMarkable && state === "shown";

  function onConflict(id: string) {
    setMarked(null);
    setConflictId(id);
    void open.look(id);
  }

  function onDone(after: AdminDeposit) {
    setMarked(null);
    setConflictId(null);
    toast.success(
      after.status === "paid" ? text.done(formatMoney(after.amount), after.user.name) : text.approvalRecorded,
    );
    list.put(after);
  }

  useListKeys(open, {
    m: canMark ? () => setMarked(item) : undefined,
  });

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={text.title}
        note={text.shown(list.rows?.length ?? 0, list.hasMore)}
        narrowing={{ address, file: { list: "deposits", query } }}
        columns="88px 92px minmax(0, 1fr) 16px"
        wideColumns="88px 106px 92px minmax(0, 1fr) 16px"
        heads={[
          { label: ADMIN_TEXT.created, sorts: BY_TIME },
          { label: text.bill, isWide: true },
          { label: ADMIN_TEXT.amount, isRight: true, sorts: BY_AMOUNT },
          { label: ADMIN_TEXT.name },
          { label: "" },
        ]}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={(deposit) => (
          <>
            <span className="num" data-tone="muted" title={at(deposit.createdAt)}>
              {formatRelativeDay(deposit.createdAt, nowMs, admin.timeZone)}
            </span>
            <span className="num" data-wide data-tone="muted">
              {deposit.billNumber}
            </span>
            <b data-align="right">
              <Money usd={deposit.amount} />
            </b>
            <span>{deposit.user.name}</span>
            <DepositMark status={deposit.status} />
          </>
        )}
        empty={text.empty}
        loading={text.loading}
      />
      <ItemPane aria-label={text.deposit}>
        {item ? (
          <DepositItem
            key={item._id}
            deposit={item}
            admin={admin}
            hasConflict={conflictId === item._id}
            onBack={open.close}
          />
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && (
        <ActionBar>
          <ItemSteps open={open} />
          <ActionBarSpace>
            {isMarkable && <EvidenceMessage key={item._id} evidence={evidence} canReject={false} />}
          </ActionBarSpace>
          {item.status !== "paid" && (
            <Button variant="accent" aria-keyshortcuts="m" disabled={!canMark} onClick={() => setMarked(item)}>
              <ButtonKey>M</ButtonKey>
              {`${text.mark}${ADMIN_TEXT.agreement.step(item.approvals.have, item.approvals.need)}`}
            </Button>
          )}
        </ActionBar>
      )}
      {marked && (
        <MarkPaidDialog
          deposit={marked}
          onDone={onDone}
          onConflict={() => onConflict(marked._id)}
          onClose={() => setMarked(null)}
        />
      )}
    </Panes>
  );
}

/** Refetches the deposit: its list may be some seconds old, and a payment or another admin may have changed it. */
async function refetchDeposit(id: string) {
  const row = await findDeposit(id);
  return row && { row, context: {} };
}
