import { useSearchParams } from "wouter";
import type { AuditAction } from "../../../worker/contract/audit-actions.ts";
import { TIMELINE_KINDS, type TimelineKind } from "../../../worker/contract/timeline-kinds.ts";
import { ROUTE } from "../../state/routes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Box, Text } from "../../ui/layout.tsx";
import { LoadedList } from "../../ui/list/loaded-list.tsx";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { AUDIT_ADMIN_TEXT } from "../audit/audit-admin-text.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type EventRow, EventRows } from "../core/event-rows.tsx";
import { formatDetail } from "../core/format-detail.ts";
import type { MoneyMove } from "../core/moved-money.tsx";
import { personPath, subjectPath } from "../list/subject-path.ts";
import { useAdminList } from "../list/use-admin-list.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { type AdminUser, type TimelineEntry, timelineOf } from "./user-calls.ts";

const text = USER_ADMIN_TEXT;

/** All events of a person, newest first. The kind that is shown is in the address. */
export function UserTimeline({ user, at }: { user: AdminUser; at: (instant: string) => string }) {
  const [params] = useSearchParams();
  const kind = TIMELINE_KINDS.find((one) => one === params.get("kind")) ?? null;
  const { _id: id } = user;
  const list = useAdminList({
    key: [timelineOf, id, kind],
    fetchPage: (cursor, signal) => timelineOf(id)(kind === null ? {} : { kind }, cursor, signal),
    isLog: true,
  });

  function addressWith(next: TimelineKind | null): string {
    const after = new URLSearchParams(params);
    if (next === null) after.delete("kind");
    else after.set("kind", next);
    return `${ROUTE.adminUsers}?${after}`;
  }

  const empty = <EmptyState title={text.nothing} text={kind === null ? text.nothingDetail : text.nothingOfKind} />;
  const error = list.error === null ? null : { title: text.timelineFailed, text: text.failedDetail, requestId: null };

  return (
    <Box as="section" margin="0 -20px" minWidth={0} phone={{ margin: "0 -16px" }} aria-label={text.timeline}>
      <Text as="h3" size="lead" weight={600} pad="0 20px" phone={{ pad: "0 16px" }}>
        {text.timeline}
      </Text>
      <TabLinks
        label={text.narrow}
        size="dense"
        isInset
        items={[null, ...TIMELINE_KINDS].map((one) => ({
          href: addressWith(one),
          label: one === null ? text.everything : text.kinds[one],
          isCurrent: one === kind,
        }))}
      />
      <LoadedList
        items={list.rows}
        isLoading={list.isLoading}
        atMs={list.atMs}
        error={list.rows === null ? error : error && { ...error, title: ADMIN_TEXT.stale }}
        onReload={list.reload}
        placeholder={
          <Loading label={text.timeline}>
            <Skeleton width="100%" height={240} />
          </Loading>
        }
        empty={empty}
      >
        {(entries) => <EventRows rows={entries.map((entry) => rowOf(entry, user))} at={at} />}
      </LoadedList>
      {list.hasMore && (
        <ShowMore isLoading={list.isLoading} onMore={list.loadMore}>
          {text.older}
        </ShowMore>
      )}
    </Box>
  );
}

function rowOf(entry: TimelineEntry, user: AdminUser): EventRow {
  const { _id, action, subject, detail, note, by, byId } = entry;
  // Events about the person need no link: this is their page.
  const path = subject === `user:${user._id}` ? null : subjectPath(subject, user);
  const label = AUDIT_ADMIN_TEXT.actions[action];
  const sumCents = detail.amountCents ?? detail.profitCents;
  const who = by === "system" ? text.system : by;
  return {
    key: _id,
    at: entry.at,
    name:
      path === null ? (
        label
      ) : (
        <TextLink href={path} tone="quiet">
          {label}
        </TextLink>
      ),
    tone: actionTone(action, detail),
    detail: note ?? visibleDetail(detail).join(", "),
    // Long details end in an ellipsis; the title has the whole text.
    title: note === null ? formatDetail(detail).join("\n") : undefined,
    isWritten: note !== null,
    aside:
      byId === null ? (
        who
      ) : (
        <TextLink href={personPath(byId)} title={byId} tone="quiet">
          {who}
        </TextLink>
      ),
    usd: typeof sumCents === "number" ? sumCents / 100 : undefined,
    moves: MOVES[action],
  };
}

const MOVES: Partial<Record<AuditAction, MoneyMove>> = {
  "deposit.paid": "in",
  "exception.matched": "in",
  "withdrawal.completed": "out",
};

/** Ids and names of files and payments, and details that have a column of their own. */
const HIDDEN_DETAILS = new Set(["filename", "userId", "settlementHash", "amountCents", "profitCents"]);

function visibleDetail(detail: TimelineEntry["detail"]): string[] {
  const shown = Object.entries(detail).filter(([name, value]) => !HIDDEN_DETAILS.has(name) && value !== "unchanged");
  return formatDetail(Object.fromEntries(shown));
}

type ActionTone = "up" | "warn" | "down";

/** Actions that stand out in a timeline: successes, refusals, and those that wait or need attention. */
const TONES: Partial<Record<AuditAction, ActionTone>> = {
  "deposit.paid": "up",
  "deposit.failed": "down",
  "deposit.exception": "warn",
  "exception.matched": "up",
  "exception.dismissed": "down",
  "withdrawal.requested": "warn",
  "withdrawal.approved": "up",
  "withdrawal.completed": "up",
  "withdrawal.rejected": "down",
  "identity.submitted": "warn",
  "identity.verified": "up",
  "identity.rejected": "down",
  "identity.reopened": "warn",
  "profile.name_changed": "warn",
  "user.password_changed": "warn",
  "user.password_reset": "warn",
  "user.two_factor_off": "warn",
  "admin.wrong_codes": "down",
  "user.frozen": "down",
  "user.unfrozen": "up",
};

/**
 * The tone of an action; undefined for a routine one. Some depend on the detail: a log-in on a new device, log-in
 * alerts turned off, and a changed payment method that holds withdrawals.
 */
function actionTone(action: AuditAction, detail: Record<string, string | number | boolean>): ActionTone | undefined {
  if (action === "user.logged_in") return detail.isNewDevice === true ? "warn" : undefined;
  if (action === "user.login_alerts") return detail.on === false ? "warn" : undefined;
  if (action === "payment_methods.saved") return detail.holdsWithdrawals === true ? "warn" : undefined;
  return TONES[action];
}
