import { useSignals } from "@preact/signals-react/runtime";
import { useSearch } from "wouter";
import {
  isInList,
  WITHDRAWAL_LIST_NAMES,
  WITHDRAWAL_LISTS,
  type WithdrawalView,
} from "../../../worker/contract/withdrawal-lists.ts";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatMoney } from "../../ui/format.ts";
import { Check, Icon } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { queues } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { approvalsKey } from "../core/seen.ts";
import {
  AMOUNT_FIELDS,
  AMOUNT_SORTS,
  choiceField,
  METHOD_FIELD,
  PERIOD_FIELDS,
  periodFields,
  SEARCH_FIELD,
} from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { SaveView } from "../list/saved-views.tsx";
import { StatusTabs, statusPath } from "../list/status-tabs.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { clientKey } from "../questions/client-wait.ts";
import { decidedItems } from "../review/decided-items.ts";
import { type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import { stagePath } from "./stage-path.ts";
import { approvalsForNext, waitsForAdmin } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import { offeredActions, withdrawalObstacle } from "./withdrawal-bar-actions.ts";
import { type AdminWithdrawal, fetchWithdrawals, findWithdrawal, type WithdrawalContext } from "./withdrawal-calls.ts";
import { ageingOf, WITHDRAWAL_COLUMNS } from "./withdrawal-columns.tsx";
import { WithdrawalItem } from "./withdrawal-item.tsx";
import { hasTarget, viewAt, WithdrawalViews } from "./withdrawal-views.tsx";

const text = WITHDRAWAL_ADMIN_TEXT;
const FIELDS = fieldsOf<typeof api.admin.withdrawals.$get, "status">()([
  SEARCH_FIELD,
  { ...choiceField("stage", text.stageLabel, text.stage), isLead: true },
  ...PERIOD_FIELDS,
  ...AMOUNT_FIELDS,
  METHOD_FIELD,
  ...periodFields("completedFrom", "completedTo", ADMIN_TEXT.filter.paid),
]);
const OPEN_FIELDS = FIELDS.filter(({ name }) => name !== "completedFrom" && name !== "completedTo");
const CLOSED_FIELDS = FIELDS.filter(({ name }) => name !== "stage");

const WITHDRAWALS: ReviewQueue<AdminWithdrawal, WithdrawalContext> = {
  title: text.title,
  item: text.request,
  loading: text.loading,
  path: "withdrawals",
  arrival: "withdrawals",
  note(rows, hasMore) {
    const sum = rows.reduce((total, { amount }) => total + amount, 0);
    return text.shown(rows.length, hasMore, formatMoney(sum));
  },
  columns: WITHDRAWAL_COLUMNS,
  fetch: fetchWithdrawals,
  find: findWithdrawal,
  stateOf: ({ version, payerId, client, ...row }) => [version, payerId, clientKey(client), approvalsKey(row)].join(" "),
  signsOf: ({ stage, identityStatus, isSecurityChanged, isRenamed, owed, user }) =>
    [stage, identityStatus, isSecurityChanged, isRenamed, owed, user.frozenAt].join(" "),
  decided: decidedItems(),
  hrefOf: ({ _id, status, cancelledByUser }) =>
    itemPath(statusPath(ROUTE.adminWithdrawals, WITHDRAWAL_LIST_NAMES, cancelledByUser ? "cancelled" : status), _id),
  announcement: ({ amount, user, status }) => `${formatMoney(amount)}, ${user.name}, ${text.status[status]}`,
  Item: WithdrawalItem,
  actionsOf: offeredActions,
  obstacle: withdrawalObstacle,
};

export function WithdrawalSection({ admin }: { admin: User }) {
  const status = useStatus(WITHDRAWAL_LIST_NAMES);
  useSignals();
  const search = useSearch();
  const stage = new URLSearchParams(search).get("stage");
  const view = viewAt(search);
  const { order } = WITHDRAWAL_LISTS[status];
  const fields = order === "oldest" ? OPEN_FIELDS : CLOSED_FIELDS;
  return (
    <ReviewScreen
      admin={admin}
      queue={view === null ? WITHDRAWALS : { ...WITHDRAWALS, title: text.viewName[view] }}
      spec={{
        fields,
        sorts: AMOUNT_SORTS,
        order,
        fixed: { status },
        view: view === null ? undefined : "stage",
        ...(status !== "all" && { widest: "all" }),
      }}
      isListed={(request) => isInList(status, request) && staysAt(stage, request, admin._id)}
      tabs={<StatusTabs statuses={WITHDRAWAL_LIST_NAMES} labels={text.status} ownFilter="stage" />}
      views={<WithdrawalViews />}
      headAside={<SaveView list="withdrawals" />}
      groups={view !== null && hasTarget(view) ? { queue: "withdrawals", of: ageingOf } : undefined}
      below={view === "needs_approval" || view === "waiting" ? <ApprovedByYou /> : null}
      empty={view === null ? text.empty[status] : [text.emptyView[view], elsewhere(view)]}
    />
  );
}

/** Where work is, when a view has none. Reads signals. */
function elsewhere(view: WithdrawalView): string {
  const counted = queues.value?.withdrawals.views;
  const other = (["to_decide", "to_pay"] as const).find((one) => one !== view && (counted?.[one].count ?? 0) > 0);
  return counted && other ? text.elsewhere(other, counted[other].count) : "";
}

/** What the admin has approved and another one has not yet: it has left the list, and this leads to it. */
function ApprovedByYou() {
  useSignals();
  const count = queues.value?.withdrawals.views.approved_by_me.count ?? 0;
  if (count === 0) return null;
  return (
    <Row gap={8} minHeight={36} grow={false} pad="0 20px" size="dense" tone="muted" phone={{ pad: "0 16px" }}>
      <Icon of={Check} size={14} />
      <span className="num">{text.approvedByYou(count)}</span>
      <TextLink href={stagePath("approved_by_me")}>{text.showApproved}</TextLink>
    </Row>
  );
}

/** Whether a request that has just been acted on stays in a view of the open ones: the API decides, at the next load. */
function staysAt(stage: string | null, request: AdminWithdrawal, adminId: string): boolean {
  if (stage === "client") return request.client.askedAt !== null;
  if (stage === "waiting") return waitsForAdmin(request, adminId);
  const isByAdmin = approvalsForNext(request).some((approval) => approval.adminId === adminId);
  if (stage === "needs_approval") return request.status === "pending" && !isByAdmin && request.client.askedAt === null;
  if (stage === "to_decide") return request.status === "pending" && request.client.askedAt === null;
  if (stage === "to_pay") return request.payerId === null;
  return true;
}
