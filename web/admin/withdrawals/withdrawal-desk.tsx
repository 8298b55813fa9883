import { useCallback, useState } from "react";
import { useSearch } from "wouter";
import type { User } from "../../api.ts";
import { formatMoney } from "../../format.ts";
import { ROUTE } from "../../routes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toaster.tsx";
import { useNow } from "../../ui/use-now.ts";
import { claimWithdrawal, fetchWithdrawals, findWithdrawal } from "../desk/desk-calls.ts";
import { ItemPane, Panes } from "../desk/desk-layout.ts";
import { DeskQueue } from "../desk/desk-queue.tsx";
import { DESK_TEXT } from "../desk/desk-text.ts";
import type { DeskWithdrawal, WithdrawalStatus } from "../desk/desk-types.ts";
import { focusItem } from "../desk/item-head.tsx";
import { useAct } from "../desk/use-act.ts";
import { useDeskKeys } from "../desk/use-desk-keys.ts";
import { useDeskList } from "../desk/use-desk-list.ts";
import { useOpenItem } from "../desk/use-open-item.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { CompleteDialog } from "./complete-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { WithdrawalActBar } from "./withdrawal-act-bar.tsx";
import { withdrawalActs } from "./withdrawal-acts.ts";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawal-desk-text.ts";
import { WithdrawalItem } from "./withdrawal-item.tsx";
import { WITHDRAWAL_COLUMNS, WithdrawalCells } from "./withdrawal-row.tsx";

const text = WITHDRAWAL_DESK_TEXT;
const STATUSES = ["pending", "approved", "completed", "rejected"] as const satisfies WithdrawalStatus[];
/** Ages are shown in minutes; what a claim or a hold allows is the API's to say. */
const TICK_MS = 10_000;

type Decision = "approve" | "complete" | "reject";

/** Requests for money: the queue, the open one, and what can be done with it. */
export function WithdrawalDesk({ admin }: { admin: User }) {
  const status = statusIn(useSearch());
  const list = useDeskList(useCallback((cursor) => fetchWithdrawals(status, cursor), [status]));
  const open = useOpenItem(list, findWithdrawal);
  const nowMs = useNow(TICK_MS);
  /** The request as it was when the question was asked: the list below may change, what is decided about may not. */
  const [dialog, setDialog] = useState<{ decision: Decision; request: DeskWithdrawal } | null>(null);
  /** Why an act on this request came too late. */
  const [conflict, setConflict] = useState<{ id: string; message: string } | null>(null);
  const { item } = open;

  function onConflict(id: string, message: string) {
    setDialog(null);
    setConflict({ id, message });
    void open.look(id);
  }

  function onDecided(decision: Decision, after: DeskWithdrawal) {
    setDialog(null);
    setConflict(null);
    toast.success(doneText(decision, after));
    open.moveOn();
    if (after.status === status) list.put(after);
    else list.drop(after._id);
  }

  const claim = useAct({
    send: (body: { version: number }, key) => claimWithdrawal(item?._id ?? "", body, key),
    onDone: (claimed) => {
      list.put(claimed);
      toast.success(text.claimed);
    },
    onConflict: (message) => item && onConflict(item._id, message),
  });

  const acts = item && withdrawalActs(item, admin._id, nowMs);
  const ask = (decision: Decision) => item && (() => setDialog({ decision, request: item }));
  const begin = {
    approve: (acts?.forward === "approve" && acts.forwardObstacle === null && ask("approve")) || undefined,
    complete: (acts?.forward === "complete" && acts.forwardObstacle === null && ask("complete")) || undefined,
    reject: (acts?.rejectObstacle === null && ask("reject")) || undefined,
    claim: item && acts?.rejectObstacle === null ? () => void claim.act({ version: item.version }) : undefined,
  };

  useDeskKeys({
    j: () => open.move(1),
    k: () => open.move(-1),
    Enter: focusItem,
    a: begin.approve,
    c: begin.complete,
    r: begin.reject,
    m: begin.claim,
  });

  const decisionProps = dialog && {
    request: dialog.request,
    onClose: () => setDialog(null),
    onConflict: (message: string) => onConflict(dialog.request._id, message),
    onDone: (after: DeskWithdrawal) => onDecided(dialog.decision, after),
  };

  return (
    <Panes data-open={item !== null}>
      <DeskQueue
        title={text.title}
        note={noteOf(list.rows, list.hasMore)}
        filters={
          <TabLinks
            label={DESK_TEXT.status}
            items={STATUSES.map((one) => ({
              href: addressOf(one),
              label: text.status[one],
              isCurrent: one === status,
            }))}
          />
        }
        {...WITHDRAWAL_COLUMNS}
        list={list}
        openId={item?._id}
        onOpen={(id, isByKey) => {
          open.open(id);
          if (isByKey || !open.isSideBySide) focusItem();
        }}
        row={(request) => <WithdrawalCells request={request} adminId={admin._id} nowMs={nowMs} />}
        empty={text.empty[status]}
        loading={text.loading}
      />
      <ItemPane aria-label={text.request}>
        {item ? (
          <WithdrawalItem
            key={item._id}
            request={item}
            admin={admin}
            nowMs={nowMs}
            conflict={conflict?.id === item._id ? conflict.message : null}
            onBack={open.close}
          />
        ) : (
          list.rows !== null &&
          list.rows.length > 0 && <EmptyState title={DESK_TEXT.nothingOpen} text={DESK_TEXT.nothingOpenDetail} />
        )}
      </ItemPane>
      {item && acts && (
        <WithdrawalActBar
          request={item}
          acts={acts}
          place={open.place}
          count={list.rows?.length ?? 0}
          hasMore={list.hasMore}
          begin={begin}
          isClaiming={claim.isSending}
          problem={claim.problem?.message ?? null}
          onMove={open.move}
        />
      )}
      <LiveRegion>
        {item ? `${formatMoney(item.amount)}, ${item.user.name}, ${text.status[item.status]}` : ""}
      </LiveRegion>
      {decisionProps && dialog.decision === "approve" && <ApproveDialog {...decisionProps} />}
      {decisionProps && dialog.decision === "complete" && <CompleteDialog {...decisionProps} />}
      {decisionProps && dialog.decision === "reject" && <RejectDialog {...decisionProps} />}
    </Panes>
  );
}

function statusIn(search: string): WithdrawalStatus {
  const asked = new URLSearchParams(search).get("status");
  return STATUSES.find((status) => status === asked) ?? "pending";
}

function addressOf(status: WithdrawalStatus): string {
  return status === "pending" ? ROUTE.adminWithdrawals : `${ROUTE.adminWithdrawals}?status=${status}`;
}

function noteOf(rows: readonly DeskWithdrawal[] | null, hasMore: boolean): string {
  const sum = rows?.reduce((total, { amount }) => total + amount, 0) ?? 0;
  return text.shown(rows?.length ?? 0, hasMore, formatMoney(sum));
}

function doneText(decision: Decision, after: DeskWithdrawal): string {
  const sum = formatMoney(after.amount);
  const outcome = { approve: "approved", complete: "completed", reject: "rejected" }[decision];
  return after.status === outcome ? text.done[decision](sum, after.user.name) : text.done.word(sum);
}
