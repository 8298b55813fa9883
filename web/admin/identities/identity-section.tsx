import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { AGE_SORTS, PERIOD_FIELDS, SEARCH_FIELD } from "../list/list-fields.ts";
import { allOf, fieldsOf } from "../list/list-filter.ts";
import { ageColumn, textColumn } from "../list/row-columns.tsx";
import { StatusTabs, statusPath } from "../list/status-tabs.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { itemPath } from "../list/use-open-item.ts";
import { decidedItems } from "../review/decided-items.ts";
import { decision } from "../review/review-actions.tsx";
import { type ReviewQueue, ReviewScreen } from "../review/review-screen.tsx";
import type { ItemContext } from "../trader/trader-types.ts";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import {
  type AdminIdentity,
  fetchIdentities,
  findIdentity,
  type IdentityStatus,
  rejectIdentity,
  reopenIdentity,
  verifyIdentity,
} from "./identity-calls.ts";
import { RejectIdentityDialog, ReopenIdentityDialog, VerifyDialog } from "./identity-dialogs.tsx";
import { IdentityItem } from "./identity-item.tsx";

const text = IDENTITY_ADMIN_TEXT;
const STATUSES = allOf<IdentityStatus>()(["pending", "verified", "rejected"]);
const FIELDS = fieldsOf<typeof api.admin.identities.$get, "status">()([SEARCH_FIELD, ...PERIOD_FIELDS]);

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

const IDENTITIES: ReviewQueue<AdminIdentity, ItemContext> = {
  title: text.title,
  item: text.identity,
  loading: text.loading,
  path: "identities",
  arrival: "identities",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    ageColumn(
      "68px",
      ({ submittedAt }) => submittedAt,
      ({ status }) => (status === "pending" ? "identities" : null),
    ),
    textColumn(ADMIN_TEXT.name, "minmax(0, 1fr)", ({ user }) => user.name, { isStrong: true }),
    textColumn(text.username, "minmax(0, 1fr)", ({ user }) => user.username, { isMuted: true }),
  ],
  fetch: fetchIdentities,
  find: findIdentity,
  stateOf: ({ version }) => String(version),
  decided: decidedItems(),
  hrefOf: ({ _id, status }) => itemPath(statusPath(ROUTE.adminIdentities, STATUSES, status), _id),
  announcement: ({ user, status }) => `${user.name}, ${text.status[status]}`,
  Item: IdentityItem,
  actionsOf({ status, user, image }, { admin }) {
    const isPossible = user._id !== admin._id;
    if (status === "verified") return [{ action: REOPEN, key: "r", label: text.reopen, tone: "danger", isPossible }];
    if (status === "rejected") return [];
    return [
      { action: REJECT, key: "r", label: text.reject, tone: "danger", isPossible },
      // Without an image there is nothing to verify.
      { action: VERIFY, key: "v", label: text.verify, tone: "accent", isPossible: isPossible && image !== null },
    ];
  },
  obstacle: ({ status, user }, { admin }) => status !== "rejected" && user._id === admin._id && text.own,
};

export function IdentitySection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const order = status === "pending" ? "oldest" : "newest";
  return (
    <ReviewScreen
      admin={admin}
      queue={IDENTITIES}
      spec={{ fields: FIELDS, sorts: AGE_SORTS, order, fixed: { status } }}
      isListed={(identity) => identity.status === status}
      tabs={<StatusTabs statuses={STATUSES} labels={text.status} />}
      empty={text.empty[status]}
    />
  );
}
