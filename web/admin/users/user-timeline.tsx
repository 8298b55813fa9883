import { styled } from "goober";
import { useSearchParams } from "wouter";
import type { AuditAction } from "../../../worker/contract/audit-actions.ts";
import { TIMELINE_KINDS, type TimelineKind } from "../../../worker/contract/timeline-kinds.ts";
import { ROUTE } from "../../state/routes.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Box } from "../../ui/layout.tsx";
import { Money } from "../../ui/money.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { TabLinks } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, type } from "../../ui/theme.ts";
import { AUDIT_ADMIN_TEXT } from "../audit/audit-admin-text.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { formatDetail } from "../core/detail-text.ts";
import { personPath, subjectPath } from "../list/subject-path.ts";
import { useAdminList } from "../list/use-admin-list.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { timelineOf } from "./user-calls.ts";
import type { AdminUser, TimelineEntry } from "./user-types.ts";

const Head = styled("div")`
  margin-bottom: 4px;
  & > h3 {
    ${type.lead}
    font-weight: 600;
  }
  & > nav > a {
    ${type.dense}
    height: 36px;
  }
  ${media.phone} {
    & > nav > a {
      height: 44px;
    }
  }
`;

const List = styled("ol")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 132px minmax(120px, 172px) minmax(0, 1fr) auto 84px;
    align-items: center;
    gap: 0 14px;
    min-height: 32px;
    padding: 3px 0;
    border-bottom: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  }
  & > li > [data-tone="muted"] {
    color: var(--muted);
  }
  & [data-tone="up"],
  & [data-tone="up"] > a {
    color: var(--up);
  }
  & [data-tone="warn"],
  & [data-tone="warn"] > a {
    color: var(--warn);
  }
  & [data-tone="down"],
  & [data-tone="down"] > a {
    color: var(--down);
  }
  & > li > [data-sum] {
    font-weight: 500;
    text-align: right;
  }
  & > li > p {
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & > li > p[data-tone="muted"] {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  ${media.narrow} {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    & > li > time {
      order: 3;
    }
    & > li > [data-sum] {
      order: 1;
    }
    & > li > p {
      order: 2;
    }
    & > li > [data-who] {
      order: 4;
      text-align: right;
    }
    & > li > p {
      grid-column: 1 / -1;
    }
    & > li > p:empty {
      display: none;
    }
  }
`;

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

  return (
    <Box as="section" minWidth={0} aria-label={text.timeline}>
      <Head>
        <h3>{text.timeline}</h3>
        <TabLinks
          label={text.narrow}
          items={[null, ...TIMELINE_KINDS].map((one) => ({
            href: addressWith(one),
            label: one === null ? text.everything : text.kinds[one],
            isCurrent: one === kind,
          }))}
        />
      </Head>
      {list.rows !== null && list.error !== null && <StaleLine>{ADMIN_TEXT.stale}</StaleLine>}
      {list.rows === null && list.error !== null && !list.isLoading && (
        <ErrorState title={text.timelineFailed} text={text.failedDetail} onRetry={list.reload} />
      )}
      {list.rows === null && (list.error === null || list.isLoading) && (
        <Loading label={text.timeline}>
          <Skeleton width="100%" height={240} />
        </Loading>
      )}
      {list.rows?.length === 0 && (
        <EmptyState title={text.nothing} text={kind === null ? text.nothingDetail : text.nothingOfKind} />
      )}
      {list.rows !== null && list.rows.length > 0 && (
        <List>
          {list.rows.map((entry) => (
            <Entry key={entry._id} entry={entry} user={user} at={at} />
          ))}
        </List>
      )}
      {list.hasMore && (
        <Box pad="12px 0 0">
          <Button isLoading={list.isLoading} onClick={list.loadMore}>
            {text.older}
          </Button>
        </Box>
      )}
    </Box>
  );
}

type EntryProps = { entry: TimelineEntry; user: AdminUser; at: (instant: string) => string };

function Entry({ entry, user, at }: EntryProps) {
  const { action, subject, detail, note } = entry;
  // Events about the person need no link: this is their page.
  const path = subject === `user:${user._id}` ? null : subjectPath(subject, user);
  const label = AUDIT_ADMIN_TEXT.actions[action];
  const sumCents = detail.amountCents ?? detail.profitCents;
  // Long details end in an ellipsis; the title has the whole text.
  const details = formatDetail(detail);
  return (
    <li>
      <time className="num" dateTime={entry.at} data-tone="muted">
        {at(entry.at)}
      </time>
      <span data-tone={actionTone(action, detail)} title={subject}>
        {path === null ? label : <TextLink href={path}>{label}</TextLink>}
      </span>
      {note === null ? (
        <p data-tone="muted" title={details.join("\n")}>
          {visibleDetail(detail).join(", ")}
        </p>
      ) : (
        <p>{note}</p>
      )}
      <span data-tone="muted" data-who="">
        {entry.byId === null ? (
          entry.by === "system" ? (
            text.system
          ) : (
            entry.by
          )
        ) : (
          <TextLink href={personPath(entry.byId)} title={entry.byId}>
            {entry.by}
          </TextLink>
        )}
      </span>
      <span className="num" data-sum="">
        {typeof sumCents === "number" && <Money usd={sumCents / 100} />}
      </span>
    </li>
  );
}

/** Ids and names of files and payments, and details that have a column of their own. */
const HIDDEN_DETAILS = new Set(["filename", "userId", "settlementHash", "amountCents", "profitCents", "isNewDevice"]);

function visibleDetail(detail: TimelineEntry["detail"]): string[] {
  const rest = Object.entries(detail).filter(([name, value]) => !HIDDEN_DETAILS.has(name) && value !== "unchanged");
  return [...formatDetail(Object.fromEntries(rest)), ...(detail.isNewDevice === true ? [text.newDevice] : [])];
}

/** Tone of an action in a timeline. */
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
