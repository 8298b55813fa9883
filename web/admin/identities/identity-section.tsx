import { useSignals } from "@preact/signals-react/runtime";
import { useSearch } from "wouter";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { Ageing } from "../core/waiting-age.tsx";
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
import { askingViewAt, emptyView, QueueViews } from "../questions/queue-views.tsx";
import { decidedItems } from "../review/decided-items.ts";
import { decision } from "../review/review-actions.tsx";
import { type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import {
  type AdminIdentity,
  correctCard,
  fetchIdentities,
  findIdentity,
  type IdentityContext,
  type IdentityStatus,
  rejectIdentity,
  reopenIdentity,
  verifyIdentity,
} from "./identity-calls.ts";
import { CorrectCardDialog, RejectIdentityDialog, ReopenIdentityDialog, VerifyDialog } from "./identity-dialogs.tsx";
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
const CORRECT = decision({
  name: "correctCard",
  label: () => text.correct,
  Dialog: CorrectCardDialog,
  send: correctCard,
  done: ({ user }) => text.done.correct(user.name),
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

function ageingOf({ submittedAt, client, status }: AdminIdentity): Ageing {
  const queue = status === "pending" ? "identities" : null;
  return { since: submittedAt, client, queue, isAwaited: client.askedAt === null };
}

const IDENTITIES: ReviewQueue<AdminIdentity, IdentityContext> = {
  title: text.title,
  item: text.identity,
  loading: text.loading,
  path: "identities",
  arrival: "identities",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    ageColumn("68px", ageingOf),
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
    if (status === "verified") {
      const hasCard = (view.context?.card ?? null) !== null;
      return [
        { action: REOPEN, key: KEYS.reopen, label: text.reopen, tone: "danger", isPossible },
        // Without an image nothing is read from it.
        {
          action: CORRECT,
          key: KEYS.correctCard,
          label: hasCard ? text.correct : text.add,
          isPossible: isPossible && image !== null && view.context !== null,
        },
      ];
    }
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
  const isOpen = status === "pending";
  const order = isOpen ? "oldest" : "newest";
  useSignals();
  const view = askingViewAt(useSearch(), isOpen);
  return (
    <ReviewScreen
      admin={admin}
      queue={view === null ? IDENTITIES : { ...IDENTITIES, title: QUESTION_TEXT.view[view] }}
      spec={{
        fields: isOpen ? FIELDS : CLOSED_FIELDS,
        sorts: AGE_SORTS,
        order,
        fixed: { status },
        view: view === null ? undefined : "stage",
      }}
      isListed={({ status: now, client }) =>
        now === status && (view === null || (view === "client") === (client.askedAt !== null))
      }
      tabs={<StatusTabs statuses={STATUSES} labels={text.status} ownFilter="stage" />}
      views={<QueueViews queue="identities" title={text.title} current={view ?? (isOpen ? "all" : null)} />}
      groups={isOpen && view !== "client" ? { queue: "identities", of: ageingOf } : undefined}
      empty={view === null ? text.empty[status] : emptyView("identities", view)}
    />
  );
}
