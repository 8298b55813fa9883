import { useSignals } from "@preact/signals-react/runtime";
import { useSearch } from "wouter";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatMoney, NO_VALUE } from "../../ui/format.ts";
import { Row } from "../../ui/layout.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { approvalsKey } from "../core/seen.ts";
import type { Ageing } from "../core/waiting-age.tsx";
import { AGE_SORTS, choiceField, PERIOD_FIELDS, periodFields, SEARCH_FIELD } from "../list/list-fields.ts";
import { allOf, fieldsOf } from "../list/list-filter.ts";
import { ageColumn, textColumn } from "../list/row-columns.tsx";
import { SaveView } from "../list/saved-views.tsx";
import { StatusTabs, statusPath } from "../list/status-tabs.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { clientActions } from "../questions/client-actions.tsx";
import { ClientMark } from "../questions/client-mark.tsx";
import { clientKey } from "../questions/client-wait.ts";
import { QUESTION_TEXT } from "../questions/question-text.ts";
import { askingViewAt, emptyView, QueueViews } from "../questions/queue-views.tsx";
import { ApprovalMark } from "../review/approval-mark.tsx";
import { decidedItems } from "../review/decided-items.ts";
import { decision } from "../review/review-actions.tsx";
import { type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import {
  type AdminException,
  dismissException,
  type ExceptionContext,
  type ExceptionStatus,
  fetchExceptions,
  findException,
  matchException,
  recordRefund,
} from "./exception-calls.ts";
import { DismissDialog, MatchDialog, RefundDialog } from "./exception-dialogs.tsx";
import { ExceptionItem } from "./exception-item.tsx";
import { paidSum } from "./paid-sum.ts";

const text = EXCEPTION_ADMIN_TEXT;
const STATUSES = allOf<ExceptionStatus>()(["open", "matched", "refunded", "dismissed"]);
const FIELDS = fieldsOf<typeof api.admin.exceptions.$get, "status">()([
  SEARCH_FIELD,
  ...PERIOD_FIELDS,
  ...periodFields("decidedFrom", "decidedTo", ADMIN_TEXT.filter.decided),
  { ...choiceField("stage", text.stageLabel, text.stage), isLead: true },
  choiceField("reason", text.why, text.reason),
]);
const CLOSED_FIELDS = FIELDS.filter(({ name }) => name !== "stage");

// Every decision needs the evidence: none of them returns the money by itself.
const MATCH = decision({
  name: "match",
  label: (exception) => `${text.match} ${paidSum(exception)}`,
  Dialog: MatchDialog,
  send: matchException,
  done: ({ status, creditedAmount, user }) =>
    status === "matched" ? text.done.match(formatMoney(creditedAmount ?? 0), user.name) : text.done.approvalRecorded,
});
const REFUND = decision({
  name: "refund",
  label: (exception) => `${text.refund} ${paidSum(exception)}`,
  Dialog: RefundDialog,
  send: recordRefund,
  done: ({ status }) => (status === "refunded" ? text.done.refund : text.done.refundAgreed),
});
const DISMISS = decision({
  name: "dismiss",
  label: (exception) => `${text.dismiss} ${paidSum(exception)}`,
  Dialog: DismissDialog,
  send: dismissException,
  done: () => text.done.dismiss,
});

const CLIENT = clientActions("exception", findException);

function ageingOf({ createdAt, client, status }: AdminException): Ageing {
  const queue = status === "open" ? "exceptions" : null;
  return { since: createdAt, client, queue, isAwaited: client.askedAt === null };
}

const EXCEPTIONS: ReviewQueue<AdminException, ExceptionContext> = {
  title: text.title,
  item: text.payment,
  loading: text.loading,
  path: "exceptions",
  arrival: "exceptions",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    ageColumn("64px", ageingOf),
    textColumn(text.paid, "92px", paidSum, { isStrong: true, isFigure: true, isRight: true }),
    textColumn(text.from, "minmax(0, 1fr)", ({ paidFrom }) => paidFrom ?? NO_VALUE, {
      isMuted: true,
      isWide: true,
      title: ({ paidFrom }) => paidFrom ?? undefined,
    }),
    textColumn(ADMIN_TEXT.name, "minmax(0, 1fr)", ({ user }) => user.name),
    {
      head: "",
      width: "auto",
      cell: (exception, { admin, nowMs }) => (
        <Row as="span" gap={4}>
          <ClientMark client={exception.client} nowMs={nowMs} isOpen={exception.status === "open"} />
          <ApprovalMark {...agreementOn(exception)} adminId={admin._id} />
        </Row>
      ),
    },
  ],
  fetch: fetchExceptions,
  find: findException,
  stateOf: ({ version, deposit, client, ...row }) =>
    [version, deposit?.status, clientKey(client), approvalsKey(row)].join(" "),
  decided: decidedItems(),
  hrefOf: ({ _id, status }) => itemPath(statusPath(ROUTE.adminExceptions, STATUSES, status), _id),
  announcement: (exception) => `${paidSum(exception)}, ${exception.user.name}, ${text.status[exception.status]}`,
  Item: ExceptionItem,
  actionsOf(exception, view) {
    const { status, user, deposit, notCreditable, mostRefundable, refundApprovals } = exception;
    const { admin } = view;
    if (status !== "open") return [];
    const isPossible = user._id !== admin._id;
    const refund = `${text.refund}${ADMIN_TEXT.agreement.step(refundApprovals.have, refundApprovals.need)}`;
    return [
      { action: DISMISS, key: KEYS.dismiss, label: text.dismiss, isPossible },
      // Nobody can be asked while nobody knows whose payment it is.
      ...(deposit ? CLIENT(exception, view, { isAskable: isPossible }) : []),
      ...(mostRefundable > 0 ? [{ action: REFUND, key: KEYS.sentBack, label: refund, isPossible }] : []),
      ...(notCreditable === null
        ? [
            {
              action: MATCH,
              key: KEYS.match,
              label: deposit ? text.match : text.creditTitle,
              tone: "accent" as const,
              isPossible,
            },
          ]
        : []),
    ];
  },
  obstacle: ({ status, user, notCreditable }, { admin, evidence }) =>
    status === "open" &&
    user._id !== admin._id &&
    evidence === "shown" &&
    notCreditable !== null &&
    text.notCreditable[notCreditable],
};

export function ExceptionSection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const isOpen = status === "open";
  const order = isOpen ? "oldest" : "newest";
  useSignals();
  const view = askingViewAt(useSearch(), isOpen);
  const waits = (exception: AdminException) =>
    exception.client.askedAt === null &&
    !agreementOn(exception).approvedBy.some(({ adminId }) => adminId === admin._id);
  return (
    <ReviewScreen
      admin={admin}
      queue={view === null ? EXCEPTIONS : { ...EXCEPTIONS, title: QUESTION_TEXT.view[view] }}
      spec={{
        fields: isOpen ? FIELDS : CLOSED_FIELDS,
        sorts: AGE_SORTS,
        order,
        fixed: { status },
        view: view === null ? undefined : "stage",
      }}
      isListed={(exception) =>
        exception.status === status &&
        (view !== "waiting" || waits(exception)) &&
        (view !== "client" || exception.client.askedAt !== null)
      }
      tabs={<StatusTabs statuses={STATUSES} labels={text.status} ownFilter="stage" />}
      views={<QueueViews queue="exceptions" title={text.title} current={view ?? (isOpen ? "all" : null)} />}
      headAside={<SaveView list="exceptions" />}
      groups={isOpen && view !== "client" ? { queue: "exceptions", of: ageingOf } : undefined}
      empty={view === null ? text.empty[status] : emptyView("exceptions", view)}
    />
  );
}

/** The approvals of an open payment's refund where there are any, otherwise those of its match. */
function agreementOn({ status, approvals, approvedBy, refundApprovals, refundApprovedBy }: AdminException) {
  if (status !== "open") return { approvals, approvedBy: [] };
  return refundApprovals.have > 0
    ? { approvals: refundApprovals, approvedBy: refundApprovedBy }
    : { approvals, approvedBy };
}
