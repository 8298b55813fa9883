import { useCallback, useMemo } from "react";
import type { api, User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/format.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionBar, ActionBarSpace, ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import { ItemSteps } from "../list/item-steps.tsx";
import { AGE_SORTS, BY_AGE, PERIOD_FIELDS, USER_FIELD } from "../list/list-columns.ts";
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
import { EvidenceImagesContext } from "../trader/evidence-images.ts";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import { fetchIdentities, findIdentity, rejectIdentity, reopenIdentity, verifyIdentity } from "./identity-calls.ts";
import { RejectIdentityDialog, ReopenIdentityDialog, VerifyDialog } from "./identity-dialogs.tsx";
import { IdentityItem } from "./identity-item.tsx";
import type { AdminIdentity, IdentityStatus } from "./identity-types.ts";

const text = IDENTITY_ADMIN_TEXT;
const STATUSES = allOf<IdentityStatus>()(["pending", "verified", "rejected"]);
const IDENTITY_LIST = {
  fields: fieldsOf<typeof api.admin.identities.$get, "status">()([USER_FIELD, ...PERIOD_FIELDS]),
  sorts: AGE_SORTS,
};
const TICK_MS = 30_000;

type Decision = "verify" | "reject" | "reopen";

const decidedIdentities = decidedItems<AdminIdentity>();

/** ID cards of traders: the queue, the open card beside the account details, and the decision. */
export function IdentitySection({ admin }: { admin: User }) {
  const status = useStatus(STATUSES);
  const address = useListAddress(IDENTITY_LIST, status === "pending" ? "oldest" : "newest", admin.timeZone);
  const query = useMemo(() => ({ status, ...address.query }), [status, address.query]);
  const nowMs = useNow(TICK_MS);
  const review = useReview<AdminIdentity, Decision>({
    list: useAdminList(useCallback((cursor) => fetchIdentities(query, cursor), [query])),
    find: findIdentity,
    decided: decidedIdentities,
    isListed: (identity) => identity.status === status,
    hrefOf: (identity) => itemPath(addressOf(identity.status), identity._id),
    possibleWithoutEvidence: "reject",
    label: (decision) => text[decision],
    traderName: ({ user }) => user.name,
    done: (decision, after) => text.done[decision](after.user.name),
  });
  const { list, open, item, dialog } = review;
  const isOwn = item?.user._id === admin._id;
  const isDecidable = item?.status === "pending" && !isOwn;
  const can = (decision: Decision) => {
    if (item === null || isOwn || !review.may(decision)) return false;
    if (decision === "reopen") return item.status === "verified";
    // Without an image there is nothing to verify.
    return item.status === "pending" && (decision === "reject" || item.image !== null);
  };
  const openDialog = (decision: Decision) => (can(decision) ? () => review.openDialog(decision) : undefined);

  useListKeys(open, {
    v: openDialog("verify"),
    r: openDialog("reject") ?? openDialog("reopen"),
  });

  const dialogProps = dialog && { identity: dialog.row, onClose: review.closeDialog };

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={text.title}
        note={text.shown(list.rows?.length ?? 0, list.hasMore)}
        filters={<StatusTabs statuses={STATUSES} labels={text.status} />}
        narrowing={{ address, file: { list: "identities", query } }}
        columns="68px minmax(0, 1fr) minmax(0, 1fr)"
        heads={[{ label: ADMIN_TEXT.age, sorts: BY_AGE }, { label: ADMIN_TEXT.name }, { label: text.username }]}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={({ submittedAt, user }) => (
          <>
            <span className="num" data-tone="muted">
              {formatAge(nowMs - Date.parse(submittedAt))}
            </span>
            <b>{user.name}</b>
            <span data-tone="muted">{user.username}</span>
          </>
        )}
        arrival="identities"
        empty={text.empty[status]}
        loading={text.loading}
      />
      <ItemPane aria-label={text.identity}>
        {item ? (
          <EvidenceImagesContext value={review.evidence.images}>
            <IdentityItem
              // A new image is a new item to review.
              key={`${item._id} ${item.version}`}
              identity={item}
              admin={admin}
              {...review.itemProps}
              nowMs={nowMs}
            />
          </EvidenceImagesContext>
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && (
        <ActionBar>
          <ItemSteps open={open} />
          <ActionBarSpace>
            {item.status !== "rejected" && isOwn
              ? text.own
              : review.hasPendingDecision && ADMIN_TEXT.pending.hasPendingDecision}
            {isDecidable && !review.hasPendingDecision && (
              <EvidenceMessage key={item._id} evidence={review.evidence} canReject />
            )}
          </ActionBarSpace>
          {item.status === "pending" && (
            <>
              <Button variant="danger" aria-keyshortcuts="r" disabled={!can("reject")} onClick={openDialog("reject")}>
                <ButtonKey>R</ButtonKey>
                {text.reject}
              </Button>
              <Button variant="accent" aria-keyshortcuts="v" disabled={!can("verify")} onClick={openDialog("verify")}>
                <ButtonKey>V</ButtonKey>
                {text.verify}
              </Button>
            </>
          )}
          {item.status === "verified" && (
            <Button variant="danger" aria-keyshortcuts="r" disabled={!can("reopen")} onClick={openDialog("reopen")}>
              <ButtonKey>R</ButtonKey>
              {text.reopen}
            </Button>
          )}
        </ActionBar>
      )}
      <LiveRegion>{item ? `${item.user.name}, ${text.status[item.status]}` : ""}</LiveRegion>
      {dialogProps && dialog.verb === "verify" && (
        <VerifyDialog
          {...dialogProps}
          draft={review.draft("verify")}
          onDecide={(body) => review.decide(body, verifyIdentity)}
        />
      )}
      {dialogProps && dialog.verb === "reject" && (
        <RejectIdentityDialog
          {...dialogProps}
          draft={review.draft("reject")}
          onDecide={(body) => review.decide(body, rejectIdentity)}
        />
      )}
      {dialogProps && dialog.verb === "reopen" && (
        <ReopenIdentityDialog
          {...dialogProps}
          draft={review.draft("reopen")}
          onDecide={(body) => review.decide(body, reopenIdentity)}
        />
      )}
    </Panes>
  );
}

function addressOf(status: IdentityStatus): string {
  return status === "pending" ? ROUTE.adminIdentities : `${ROUTE.adminIdentities}?status=${status}`;
}
