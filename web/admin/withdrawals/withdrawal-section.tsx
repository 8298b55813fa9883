import { useCallback, useMemo, useState } from "react";
import { WITHDRAWAL_LIST_NAMES, WITHDRAWAL_LISTS } from "../../../worker/contract/withdrawal-lists.ts";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatMoney } from "../../ui/format.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { toast } from "../../ui/toaster.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { Sort } from "../core/admin-types.ts";
import { useAction } from "../core/use-action.ts";
import {
  AMOUNT_FIELDS,
  AMOUNT_SORTS,
  choiceField,
  METHOD_FIELD,
  PERIOD_FIELDS,
  periodFields,
  USER_FIELD,
} from "../list/list-columns.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { StatusTabs } from "../list/status-tabs.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress, useStatus } from "../list/use-list-address.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { itemPath } from "../list/use-open-item.ts";
import { decidedItems } from "../review/decided-items.ts";
import { useReview } from "../review/use-review.ts";
import { EvidenceImagesContext } from "../trader/evidence-images.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { CompleteDialog } from "./complete-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { WithdrawalActionBar } from "./withdrawal-action-bar.tsx";
import { mayRelease, withdrawalActions } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import {
  approveWithdrawal,
  claimWithdrawal,
  completeWithdrawal,
  fetchWithdrawals,
  findWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
} from "./withdrawal-calls.ts";
import { WithdrawalItem } from "./withdrawal-item.tsx";
import { WITHDRAWAL_COLUMNS, WithdrawalCells } from "./withdrawal-row.tsx";
import type { AdminWithdrawal, WithdrawalContext, WithdrawalStatus } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;
const FIELDS = fieldsOf<typeof api.admin.withdrawals.$get, "status">()([
  { ...choiceField("stage", text.stageLabel, text.stage), isLead: true },
  USER_FIELD,
  ...PERIOD_FIELDS,
  ...AMOUNT_FIELDS,
  METHOD_FIELD,
  ...periodFields("completedFrom", "completedTo", ADMIN_TEXT.filter.paid),
]);
const OPEN_LIST = {
  fields: FIELDS.filter(({ name }) => name !== "completedFrom" && name !== "completedTo"),
  sorts: AMOUNT_SORTS,
} satisfies ListSpec;
const CLOSED_LIST = { fields: FIELDS.filter(({ name }) => name !== "stage"), sorts: AMOUNT_SORTS } satisfies ListSpec;
/** Ages are shown in minutes; what a claim or a hold allows is the API's to say. */
const TICK_MS = 10_000;

type Decision = "approve" | "complete" | "reject";

const decidedWithdrawals = decidedItems<AdminWithdrawal>();

/** Withdrawals: the queue, the open request, and the actions on it. */
export function WithdrawalSection({ admin }: { admin: User }) {
  const status = useStatus(WITHDRAWAL_LIST_NAMES);
  const { statuses, order }: { statuses: readonly WithdrawalStatus[]; order: Sort } = WITHDRAWAL_LISTS[status];
  const address = useListAddress(order === "oldest" ? OPEN_LIST : CLOSED_LIST, order, admin.timeZone);
  const query = useMemo(() => ({ status, ...address.query }), [status, address.query]);
  const nowMs = useNow(TICK_MS);
  const review = useReview<AdminWithdrawal, Decision, WithdrawalContext>({
    list: useAdminList(useCallback((cursor) => fetchWithdrawals(query, cursor), [query])),
    find: findWithdrawal,
    decided: decidedWithdrawals,
    isListed: (request) => statuses.includes(request.status),
    hrefOf: (request) => itemPath(addressOf(request.status), request._id),
    possibleWithoutEvidence: "reject",
    label: (decision, { amount }) => text.decision[decision](formatMoney(amount)),
    traderName: ({ user }) => user.name,
    done: doneText,
  });
  const { list, open, item, dialog, openDialog } = review;

  function onConflict(message: string): void {
    toast.error(message);
    if (item) void open.look(item._id);
  }
  const claim = useAction({
    send: (body: { version: number }, key) => claimWithdrawal(item?._id ?? "", body, key),
    onDone: (claimed) => {
      list.put(claimed);
      toast.success(text.claimed);
    },
    onConflict,
  });
  const release = useAction({
    send: (body: { version: number }, key) => releaseWithdrawal(item?._id ?? "", body, key),
    onDone: (released) => {
      list.put(released);
      toast.success(text.released);
    },
    onConflict,
  });

  /** The open dialog about a payment's mark, with the request as it was when it opened. */
  const [marking, setMarking] = useState<{ step: "start" | "stop"; request: AdminWithdrawal } | null>(null);
  const endMarking = () => setMarking(null);

  const { context } = review.itemProps;
  const warnings = context === null || context === "failed" ? [] : context.warnings;
  const actions = item && withdrawalActions(item, admin._id, nowMs, warnings);
  const payment = actions?.payment ?? null;
  const forward =
    actions !== null && actions.forwardObstacle === null && review.may(actions.forward) ? actions.forward : null;
  const begin = {
    approve: forward === "approve" ? () => openDialog("approve") : undefined,
    complete: forward === "complete" ? () => openDialog("complete") : undefined,
    reject:
      actions !== null && actions.rejectObstacle === null && review.may("reject")
        ? () => openDialog("reject")
        : undefined,
    claim:
      actions !== null &&
      item &&
      actions.forward === "approve" &&
      actions.rejectObstacle === null &&
      review.may("approve")
        ? () => void claim.run({ version: item.version })
        : undefined,
    release:
      item && mayRelease(item, admin._id, nowMs) && !review.hasPendingDecision
        ? () => void release.run({ version: item.version })
        : undefined,
    payment:
      actions !== null && item && payment !== null && review.may(actions.forward)
        ? () => setMarking({ step: payment, request: item })
        : undefined,
  };

  useListKeys(open, {
    a: begin.approve,
    c: begin.complete,
    r: begin.reject,
    m: begin.claim,
    x: begin.release,
    p: begin.payment,
  });

  const dialogProps = dialog && { request: dialog.row, onClose: review.closeDialog };

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={text.title}
        note={noteOf(list.rows, list.hasMore)}
        filters={<StatusTabs statuses={WITHDRAWAL_LIST_NAMES} labels={text.status} ownFilter="stage" />}
        narrowing={{ address, file: { list: "withdrawals", query } }}
        {...WITHDRAWAL_COLUMNS}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={(request) => (
          <WithdrawalCells request={request} adminId={admin._id} nowMs={nowMs} marksApproved={status === "open"} />
        )}
        arrival="withdrawals"
        empty={text.empty[status]}
        loading={text.loading}
      />
      <ItemPane aria-label={text.request}>
        {item ? (
          <EvidenceImagesContext value={review.evidence.images}>
            <WithdrawalItem key={item._id} request={item} admin={admin} nowMs={nowMs} {...review.itemProps} />
          </EvidenceImagesContext>
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && actions && (
        <WithdrawalActionBar
          request={item}
          adminId={admin._id}
          warnings={warnings}
          actions={actions}
          open={open}
          begin={begin}
          hasPendingDecision={review.hasPendingDecision}
          evidence={review.evidence}
          isClaiming={claim.isSending}
          isReleasing={release.isSending}
          problem={claim.problem?.message ?? release.problem?.message ?? null}
        />
      )}
      <LiveRegion>
        {item ? `${formatMoney(item.amount)}, ${item.user.name}, ${text.status[item.status]}` : ""}
      </LiveRegion>
      {marking && (
        <PaymentDialog
          {...marking}
          onDone={(marked) => {
            endMarking();
            list.put(marked);
            toast.success(marked.payer === null ? text.paymentStopped : text.paymentStarted);
          }}
          onConflict={(message) => {
            endMarking();
            onConflict(message);
          }}
          onClose={endMarking}
        />
      )}
      {dialogProps && dialog.verb === "approve" && (
        <ApproveDialog
          {...dialogProps}
          warnings={warnings}
          draft={review.draft("approve")}
          onDecide={(body) => review.decide(body, approveWithdrawal)}
        />
      )}
      {dialogProps && dialog.verb === "complete" && (
        <CompleteDialog
          {...dialogProps}
          warnings={warnings}
          draft={review.draft("complete")}
          onDecide={(body) => review.decide(body, completeWithdrawal)}
        />
      )}
      {dialogProps && dialog.verb === "reject" && (
        <RejectDialog
          {...dialogProps}
          adminId={admin._id}
          draft={review.draft("reject")}
          onDecide={(body) => review.decide(body, rejectWithdrawal)}
        />
      )}
    </Panes>
  );
}

function addressOf(status: WithdrawalStatus): string {
  return status === "pending" ? ROUTE.adminWithdrawals : `${ROUTE.adminWithdrawals}?status=${status}`;
}

function noteOf(rows: readonly AdminWithdrawal[] | null, hasMore: boolean): string {
  const sum = rows?.reduce((total, { amount }) => total + amount, 0) ?? 0;
  return text.shown(rows?.length ?? 0, hasMore, formatMoney(sum));
}

function doneText(decision: Decision, after: AdminWithdrawal): string {
  const sum = formatMoney(after.amount);
  const outcome = { approve: "approved", complete: "completed", reject: "rejected" }[decision];
  return after.status === outcome ? text.done[decision](sum, after.user.name) : text.done.approvalRecorded(sum);
}
