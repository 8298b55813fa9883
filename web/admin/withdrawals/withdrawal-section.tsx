import { useSearch } from "wouter";
import { isInList, WITHDRAWAL_LIST_NAMES, WITHDRAWAL_LISTS } from "../../../worker/contract/withdrawal-lists.ts";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatMoney } from "../../ui/format.ts";
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
import { StatusTabs, statusPath } from "../list/status-tabs.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { clientKey } from "../questions/client-wait.ts";
import { decidedItems } from "../review/decided-items.ts";
import { type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import { waitsForAdmin } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import { offeredActions, withdrawalObstacle } from "./withdrawal-bar-actions.ts";
import { type AdminWithdrawal, fetchWithdrawals, findWithdrawal, type WithdrawalContext } from "./withdrawal-calls.ts";
import { WITHDRAWAL_COLUMNS } from "./withdrawal-columns.tsx";
import { WithdrawalItem } from "./withdrawal-item.tsx";

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
  signsOf: ({ stage, identityStatus, isSecurityChanged, isRenamed, user }) =>
    [stage, identityStatus, isSecurityChanged, isRenamed, user.frozenAt].join(" "),
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
  const stage = new URLSearchParams(useSearch()).get("stage");
  const { order } = WITHDRAWAL_LISTS[status];
  const fields = order === "oldest" ? OPEN_FIELDS : CLOSED_FIELDS;
  return (
    <ReviewScreen
      admin={admin}
      queue={WITHDRAWALS}
      spec={{ fields, sorts: AMOUNT_SORTS, order, fixed: { status }, ...(status !== "all" && { widest: "all" }) }}
      isListed={(request) =>
        isInList(status, request) &&
        (stage !== "waiting" || waitsForAdmin(request, admin._id)) &&
        (stage !== "client" || request.client.askedAt !== null)
      }
      tabs={<StatusTabs statuses={WITHDRAWAL_LIST_NAMES} labels={text.status} ownFilter="stage" />}
      empty={text.empty[status]}
    />
  );
}
