import { useSearch } from "wouter";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { AGE_SORTS, choiceField, PERIOD_FIELDS, SEARCH_FIELD } from "../list/list-fields.ts";
import { allOf, fieldsOf } from "../list/list-filter.ts";
import { ageColumn, textColumn } from "../list/row-columns.tsx";
import { StatusTabs, statusPath } from "../list/status-tabs.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { clientActions } from "../questions/client-actions.tsx";
import { ClientMark } from "../questions/client-mark.tsx";
import { clientKey } from "../questions/client-wait.ts";
import { QUESTION_TEXT } from "../questions/question-text.ts";
import { decidedItems } from "../review/decided-items.ts";
import { decision } from "../review/review-actions.tsx";
import { type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import {
  type AdminIdentity,
  fetchIdentities,
  findIdentity,
  type IdentityContext,
  type IdentityStatus,
  rejectIdentity,
  reopenIdentity,
  verifyIdentity,
} from "./identity-calls.ts";
import { RejectIdentityDialog, ReopenIdentityDialog, VerifyDialog } from "./identity-dialogs.tsx";
import { IdentityItem } from "./identity-item.tsx";

const text = IDENTITY_ADMIN_TEXT;
const STATUSES = allOf<IdentityStatus>()(["pending", "verified", "rejected"]);
const FIELDS = fieldsOf<typeof api.admin.identities.$get, "status">()([
  SEARCH_FIELD,
  { ...choiceField("stage", QUESTION_TEXT.list, QUESTION_TEXT.stage), isLead: true },
  ...PERIOD_FIELDS,
]);
const CLOSED_FIELDS = FIELDS.filter(({ name }) => name !== "stage");

const VERIFY = decision({
  name: "verify",
  label: () => text.verify,
  Dialog: VerifyDialog,
  send: verifyIdentity,
  done: ({ user }) => text.done.verify(user.name),
});
const REJECT = decision({
  name: "reject",
  evidence: "tried",
  label: () => text.reject,
  Dialog: RejectIdentityDialog,
  send: rejectIdentity,
  done: ({ user }) => text.done.reject(user.name),
});
const REOPEN = decision({
  name: "reopen",
  label: () => text.reopen,
  Dialog: ReopenIdentityDialog,
  send: reopenIdentity,
  done: ({ user }) => text.done.reopen(user.name),
});

const CLIENT = clientActions("identity", findIdentity);

const IDENTITIES: ReviewQueue<AdminIdentity, IdentityContext> = {
  title: text.title,
  item: text.identity,
  loading: text.loading,
  path: "identities",
  arrival: "identities",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    ageColumn("68px", ({ submittedAt, client, status }) => ({
      since: submittedAt,
      client,
      queue: status === "pending" ? "identities" : null,
      isAwaited: client.askedAt === null,
    })),
    textColumn(ADMIN_TEXT.name, "minmax(0, 1fr)", ({ user }) => user.name, { isStrong: true }),
    textColumn(text.username, "minmax(0, 1fr)", ({ user }) => user.username, { isMuted: true }),
    {
      head: "",
      width: "auto",
      cell: ({ client, status }, { nowMs }) => (
        <ClientMark client={client} nowMs={nowMs} isOpen={status === "pending"} />
      ),
    },
  ],
  fetch: fetchIdentities,
  find: findIdentity,
  stateOf: ({ version, client }) => `${version} ${clientKey(client)}`,
  decided: decidedItems(),
  hrefOf: ({ _id, status }) => itemPath(statusPath(ROUTE.adminIdentities, STATUSES, status), _id),
  announcement: ({ user, status }) => `${user.name}, ${text.status[status]}`,
  Item: IdentityItem,
  actionsOf(identity, view) {
    const { status, user, image } = identity;
    const { admin } = view;
    const isPossible = user._id !== admin._id;
    if (status === "verified")
      return [{ action: REOPEN, key: KEYS.reopen, label: text.reopen, tone: "danger", isPossible }];
    if (status === "rejected") return [];
    return [
      { action: REJECT, key: KEYS.reject, label: text.reject, tone: "danger", isPossible },
      // Without an image there is nothing to verify.
      ...CLIENT(identity, view, { isAskable: isPossible }),
      {
        action: VERIFY,
        key: KEYS.verify,
        label: text.verify,
        tone: "accent",
        isPossible: isPossible && image !== null,
      },
    ];
  },
  obstacle: ({ status, user }, { admin }) => status !== "rejected" && user._id === admin._id && text.own,
};

export function IdentitySection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const order = status === "pending" ? "oldest" : "newest";
  const stage = new URLSearchParams(useSearch()).get("stage");
  return (
    <ReviewScreen
      admin={admin}
      queue={IDENTITIES}
      spec={{ fields: status === "pending" ? FIELDS : CLOSED_FIELDS, sorts: AGE_SORTS, order, fixed: { status } }}
      isListed={({ status: now, client }) =>
        now === status && (stage === null || (stage === "client") === (client.askedAt !== null))
      }
      tabs={<StatusTabs statuses={STATUSES} labels={text.status} ownFilter="stage" />}
      empty={text.empty[status]}
    />
  );
}
