import { useCallback, useMemo, useState } from "react";
import type { User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatMoney } from "../../ui/format.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { toast } from "../../ui/toaster.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
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
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { StatusTabs } from "../list/status-tabs.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress, useStatus } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { useWalkKeys } from "../list/use-walk-keys.ts";
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
import type { AdminWithdrawal, ListedStatus, WithdrawalContext, WithdrawalStatus } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;
const STATUSES = ["pending", "approved", "open", "completed", "rejected"] as const satisfies ListedStatus[];
const FIELDS = [USER_FIELD, ...PERIOD_FIELDS, ...AMOUNT_FIELDS, METHOD_FIELD];
const OPEN_LIST = {
  fields: [{ ...choiceField("stage", text.stageLabel, text.stage), isLead: true }, ...FIELDS],
  sorts: AMOUNT_SORTS,
} satisfies ListSpec;
const CLOSED_LIST = {
  fields: [...FIELDS, ...periodFields("completedFrom", "completedTo", ADMIN_TEXT.filter.paid)],
  sorts: AMOUNT_SORTS,
};
/** Ages are shown in minutes; the API checks claims and holds itself. */
const TICK_MS = 10_000;

type Decision = "approve" | "complete" | "reject";

const decidedWithdrawals = decidedItems<AdminWithdrawal>();

/** Withdrawals: the queue, the open request, and the actions on it. */
export function WithdrawalSection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const waits = isOpen(status) || status === "open";
  const address = useListAddress(waits ? OPEN_LIST : CLOSED_LIST, waits ? "oldest" : "newest", admin.timeZone);
  const query = useMemo(() => ({ status, ...address.query }), [status, address.query]);
  const nowMs = useNow(TICK_MS);
  const review = useReview<AdminWithdrawal, Decision, WithdrawalContext>({
    list: useAdminList(useCallback((cursor) => fetchWithdrawals(query, cursor), [query])),
    find: findWithdrawal,
    decided: decidedWithdrawals,
    isListed: (request) => request.status === status || (status === "open" && isOpen(request.status)),
    hrefOf: (request) => itemPath(addressOf(request.status), request._id),
    possibleBlind: "reject",
    what: (decision, { amount }) => text.decision[decision](formatMoney(amount)),
    whom: ({ user }) => user.name,
    done: doneText,
  });
  const { list, open, item, question, ask } = review;

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
  const [marking, setMarking] = useState<{ act: "start" | "stop"; request: AdminWithdrawal } | null>(null);
  const endMarking = () => setMarking(null);

  const { context } = review.beside;
  const warnings = context === null || context === "failed" ? [] : context.warnings;
  const acts = item && withdrawalActions(item, admin._id, nowMs, warnings);
  const payment = acts?.payment ?? null;
  const forward = acts !== null && acts.forwardObstacle === null && review.may(acts.forward) ? acts.forward : null;
  const begin = {
    approve: forward === "approve" ? () => ask("approve") : undefined,
    complete: forward === "complete" ? () => ask("complete") : undefined,
    reject: acts !== null && acts.rejectObstacle === null && review.may("reject") ? () => ask("reject") : undefined,
    claim:
      acts !== null && item && acts.forward === "approve" && acts.rejectObstacle === null && review.may("approve")
        ? () => void claim.act({ version: item.version })
        : undefined,
    release:
      item && mayRelease(item, admin._id, nowMs) && !review.isOnItsWay
        ? () => void release.act({ version: item.version })
        : undefined,
    payment:
      acts !== null && item && payment !== null && review.may(acts.forward)
        ? () => setMarking({ act: payment, request: item })
        : undefined,
  };

  useWalkKeys(open, {
    a: begin.approve,
    c: begin.complete,
    r: begin.reject,
    m: begin.claim,
    x: begin.release,
    p: begin.payment,
  });

  const asked = question && { request: question.row, onClose: review.dropQuestion };

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={text.title}
        note={noteOf(list.rows, list.hasMore)}
        filters={<StatusTabs statuses={STATUSES} labels={text.status} ownFilter="stage" />}
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
            <WithdrawalItem key={item._id} request={item} admin={admin} nowMs={nowMs} {...review.beside} />
          </EvidenceImagesContext>
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && acts && (
        <WithdrawalActionBar
          request={item}
          adminId={admin._id}
          warnings={warnings}
          acts={acts}
          open={open}
          begin={begin}
          isOnItsWay={review.isOnItsWay}
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
      {asked && question.verb === "approve" && (
        <ApproveDialog
          {...asked}
          warnings={warnings}
          draft={review.draft("approve")}
          onDecide={(body) => review.decide(body, approveWithdrawal)}
        />
      )}
      {asked && question.verb === "complete" && (
        <CompleteDialog
          {...asked}
          warnings={warnings}
          draft={review.draft("complete")}
          onDecide={(body) => review.decide(body, completeWithdrawal)}
        />
      )}
      {asked && question.verb === "reject" && (
        <RejectDialog
          {...asked}
          adminId={admin._id}
          draft={review.draft("reject")}
          onDecide={(body) => review.decide(body, rejectWithdrawal)}
        />
      )}
    </Panes>
  );
}

function isOpen(status: ListedStatus): boolean {
  return status === "pending" || status === "approved";
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
  return after.status === outcome ? text.done[decision](sum, after.user.name) : text.done.word(sum);
}
