import { useSignals } from "@preact/signals-react/runtime";
import { useSearch } from "wouter";
import { cardExpiry } from "../../../worker/contract/read-card.ts";
import { dayAt, isoDate } from "../../../worker/contract/trade-calendar.ts";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatDate, NO_VALUE } from "../../ui/format.ts";
import { CalendarDays, ClockAlert, Icon } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { KEYS } from "../core/admin-keys.ts";
import { queues } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { Ageing } from "../core/waiting-age.tsx";
import { AGE_SORTS, BY_TIME, choiceField, PERIOD_FIELDS, SEARCH_FIELD } from "../list/list-fields.ts";
import { allOf, fieldsOf } from "../list/list-filter.ts";
import { ageColumn, type RowColumn, textColumn } from "../list/row-columns.tsx";
import { SaveView } from "../list/saved-views.tsx";
import { StatusTabs, statusPath } from "../list/status-tabs.tsx";
import { EXPIRING_IDENTITIES } from "../list/subject-path.ts";
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
const EXPIRING = "expiring";
const VERIFIED_FIELDS = [
  SEARCH_FIELD,
  { ...choiceField("stage", text.card, { [EXPIRING]: text.expiring }), isLead: true as const },
  ...PERIOD_FIELDS,
];
const FIELDS_OF = { pending: FIELDS, verified: VERIFIED_FIELDS, rejected: CLOSED_FIELDS };

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

const PERSON_COLUMNS = [
  textColumn<AdminIdentity>(ADMIN_TEXT.name, "minmax(0, 1fr)", ({ user }) => user.name, { isStrong: true }),
  textColumn<AdminIdentity>(text.username, "minmax(0, 1fr)", ({ user }) => user.username, { isMuted: true }),
];

/** Until when the card is valid, by which the list of expiring ones is in order. */
const EXPIRY_COLUMN: RowColumn<AdminIdentity> = {
  head: text.field.expiresOn,
  width: "112px",
  sorts: BY_TIME,
  cell: ({ cardExpiresOn }, { admin, nowMs }) => {
    const isOver = cardExpiry(cardExpiresOn, isoDate(dayAt(nowMs, admin.timeZone))) === "expired";
    return (
      <span className="num" data-tone={isOver ? "warn" : undefined} title={isOver ? text.expired : undefined}>
        <Row as="span" gap={4}>
          {cardExpiresOn === null ? NO_VALUE : formatDate(cardExpiresOn, "UTC")}
          {isOver && <Icon of={ClockAlert} size={14} />}
        </Row>
        {isOver && <VisuallyHidden>{text.expired}</VisuallyHidden>}
      </span>
    );
  },
};

const IDENTITIES: ReviewQueue<AdminIdentity, IdentityContext> = {
  title: text.title,
  item: text.identity,
  loading: text.loading,
  path: "identities",
  arrival: "identities",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    ageColumn("68px", ageingOf),
    ...PERSON_COLUMNS,
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

const EXPIRING_CARDS = {
  ...IDENTITIES,
  title: text.expiring,
  columns: [EXPIRY_COLUMN, ...PERSON_COLUMNS],
};

export function IdentitySection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const isOpen = status === "pending";
  const order = isOpen ? "oldest" : "newest";
  useSignals();
  const search = useSearch();
  const view = askingViewAt(search, isOpen);
  const isExpiring = status === "verified" && new URLSearchParams(search).get("stage") === EXPIRING;
  const today = isoDate(dayAt(Date.now(), admin.timeZone));
  return (
    <ReviewScreen
      admin={admin}
      queue={
        isExpiring ? EXPIRING_CARDS : view === null ? IDENTITIES : { ...IDENTITIES, title: QUESTION_TEXT.view[view] }
      }
      spec={{
        fields: FIELDS_OF[status],
        sorts: AGE_SORTS,
        order: isExpiring ? "oldest" : order,
        fixed: { status },
        view: view === null && !isExpiring ? undefined : "stage",
      }}
      isListed={({ status: now, client, cardExpiresOn }) =>
        now === status &&
        (view === null || (view === "client") === (client.askedAt !== null)) &&
        (!isExpiring || cardExpiry(cardExpiresOn, today) !== null)
      }
      tabs={<StatusTabs statuses={STATUSES} labels={text.status} ownFilter="stage" />}
      views={
        <QueueViews
          queue="identities"
          title={text.title}
          current={view ?? (isOpen ? "all" : null)}
          more={[
            {
              href: EXPIRING_IDENTITIES,
              icon: CalendarDays,
              label: text.expiring,
              isCurrent: isExpiring,
              counted: queues.value?.expiringCards ?? null,
            },
          ]}
        />
      }
      headAside={<SaveView list="identities" />}
      groups={isOpen && view !== "client" ? { queue: "identities", of: ageingOf } : undefined}
      empty={isExpiring ? text.noneExpires : view === null ? text.empty[status] : emptyView("identities", view)}
    />
  );
}
