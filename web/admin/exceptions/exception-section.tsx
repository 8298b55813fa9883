import { useCallback, useMemo } from "react";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge, formatMoney, NO_VALUE } from "../../ui/format.ts";
import { useNow } from "../../ui/use-now.ts";
import { ActionBar, ActionBarSpace, ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import { ItemSteps } from "../list/item-steps.tsx";
import { AGE_SORTS, BY_AGE, choiceField, PERIOD_FIELDS, periodFields, USER_FIELD } from "../list/list-columns.ts";
import { allOf, fieldsOf } from "../list/list-filter.ts";
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { StatusTabs } from "../list/status-tabs.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { useListAddress, useStatus } from "../list/use-list-address.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { itemPath } from "../list/use-open-item.ts";
import { decidedItems } from "../review/decided-items.ts";
import { EvidenceMessage } from "../review/evidence-text.tsx";
import { useReview } from "../review/use-review.ts";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import { dismissException, fetchExceptions, findException, matchException, noteRefund } from "./exception-calls.ts";
import { ExceptionItem } from "./exception-item.tsx";
import { DismissDialog, RefundNoteDialog } from "./exception-note-dialogs.tsx";
import type { AdminException, ExceptionStatus } from "./exception-types.ts";
import { MatchDialog } from "./match-dialog.tsx";
import { paidText } from "./paid-sum.ts";

const text = EXCEPTION_ADMIN_TEXT;
const STATUSES = allOf<ExceptionStatus>()(["open", "matched", "refunded", "dismissed"]);
const EXCEPTION_LIST = {
  fields: fieldsOf<typeof api.admin.exceptions.$get, "status">()([
    USER_FIELD,
    ...PERIOD_FIELDS,
    ...periodFields("decidedFrom", "decidedTo", ADMIN_TEXT.filter.decided),
    choiceField("reason", text.why, text.reason),
  ]),
  sorts: AGE_SORTS,
};
const TICK_MS = 30_000;

type Decision = "match" | "refund" | "dismiss";

const decidedExceptions = decidedItems<AdminException>();

/** Payments that did not match their deposit: the paid amount, the requested one, and the decision. */
export function ExceptionSection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const address = useListAddress(EXCEPTION_LIST, status === "open" ? "oldest" : "newest", admin.timeZone);
  const query = useMemo(() => ({ status, ...address.query }), [status, address.query]);
  const nowMs = useNow(TICK_MS);
  const review = useReview<AdminException, Decision>({
    list: useAdminList(useCallback((cursor) => fetchExceptions(query, cursor), [query])),
    find: findException,
    decided: decidedExceptions,
    isListed: (exception) => exception.status === status,
    hrefOf: (exception) => itemPath(addressOf(exception.status), exception._id),
    // Every decision needs the evidence: none of them returns the money by itself.
    possibleWithoutEvidence: null,
    label: (decision, exception) => `${text[decision]} ${paidText(exception)}`,
    traderName: ({ user }) => user.name,
    done: doneText,
  });
  const { list, open, item, dialog } = review;
  const isDecidable = item?.status === "open" && item.user._id !== admin._id;
  const canDecide = isDecidable && review.evidence.state === "shown" && !review.hasPendingDecision;
  const openDialog = (decision: Decision) => (canDecide ? () => review.openDialog(decision) : undefined);

  const canCredit = item?.notCreditable === null;

  useListKeys(open, {
    m: canCredit ? openDialog("match") : undefined,
    n: openDialog("refund"),
    d: openDialog("dismiss"),
  });

  const dialogProps = dialog && { exception: dialog.row, onClose: review.closeDialog };

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={text.title}
        note={text.shown(list.rows?.length ?? 0, list.hasMore)}
        filters={<StatusTabs statuses={STATUSES} labels={text.status} />}
        narrowing={{ address, file: { list: "exceptions", query } }}
        columns="64px 92px minmax(0, 1fr)"
        wideColumns="64px 92px minmax(0, 1fr) minmax(0, 1fr)"
        heads={[
          { label: ADMIN_TEXT.age, sorts: BY_AGE },
          { label: text.paid, isRight: true },
          { label: text.from, isWide: true },
          { label: ADMIN_TEXT.name },
        ]}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={({ createdAt, user, ...payment }) => (
          <>
            <span className="num" data-tone="muted">
              {formatAge(nowMs - Date.parse(createdAt))}
            </span>
            <b className="num" data-align="right">
              {paidText(payment)}
            </b>
            <span data-wide data-tone="muted" title={payment.paidFrom ?? undefined}>
              {payment.paidFrom ?? NO_VALUE}
            </span>
            <span>{user.name}</span>
          </>
        )}
        arrival="exceptions"
        empty={text.empty[status]}
        loading={text.loading}
      />
      <ItemPane aria-label={text.payment}>
        {item ? (
          <ExceptionItem key={item._id} exception={item} admin={admin} {...review.itemProps} nowMs={nowMs} />
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && (
        <ActionBar>
          <ItemSteps open={open} />
          <ActionBarSpace>
            {review.hasPendingDecision && ADMIN_TEXT.pending.hasPendingDecision}
            {isDecidable && !review.hasPendingDecision && (
              <EvidenceMessage key={item._id} evidence={review.evidence} canReject={false} />
            )}
            {canDecide && item.notCreditable !== null && text.notCreditable[item.notCreditable]}
          </ActionBarSpace>
          {item.status === "open" && (
            <>
              <Button aria-keyshortcuts="d" disabled={!canDecide} onClick={openDialog("dismiss")}>
                <ButtonKey>D</ButtonKey>
                {text.dismiss}
              </Button>
              <Button aria-keyshortcuts="n" disabled={!canDecide} onClick={openDialog("refund")}>
                <ButtonKey>N</ButtonKey>
                {text.refund}
              </Button>
              {canCredit && (
                <Button variant="accent" aria-keyshortcuts="m" disabled={!canDecide} onClick={openDialog("match")}>
                  <ButtonKey>M</ButtonKey>
                  {text.match}
                </Button>
              )}
            </>
          )}
        </ActionBar>
      )}
      {dialogProps && dialog.verb === "match" && (
        <MatchDialog
          {...dialogProps}
          draft={review.draft("match")}
          onDecide={(body) => review.decide(body, matchException)}
        />
      )}
      {dialogProps && dialog.verb === "refund" && (
        <RefundNoteDialog
          {...dialogProps}
          draft={review.draft("refund")}
          onDecide={(body) => review.decide(body, noteRefund)}
        />
      )}
      {dialogProps && dialog.verb === "dismiss" && (
        <DismissDialog
          {...dialogProps}
          draft={review.draft("dismiss")}
          onDecide={(body) => review.decide(body, dismissException)}
        />
      )}
    </Panes>
  );
}

function addressOf(status: ExceptionStatus): string {
  return status === "open" ? ROUTE.adminExceptions : `${ROUTE.adminExceptions}?status=${status}`;
}

function doneText(decision: Decision, after: AdminException): string {
  if (decision !== "match") return text.done[decision];
  if (after.status !== "matched") return text.done.approvalRecorded;
  return text.done.match(formatMoney(after.creditedAmount ?? 0), after.user.name);
}
