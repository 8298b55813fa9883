import { styled } from "goober";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatAge, type Instant } from "../../ui/format.ts";
import { CircleCheck, Clock, Lock, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Stack } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { media, type } from "../../ui/theme.ts";
import { AdminFlag } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { usePolled } from "../core/use-polled.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { fetchLedgerChecks, type LedgerChecks } from "./ledger-calls.ts";

const Lines = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 168px;
    align-items: center;
    gap: 4px 16px;
    min-height: 44px;
    padding: 8px 20px;
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & > li > time,
  & > li > small {
    color: var(--muted);
    text-align: right;
  }
  & > li > small {
    ${type.dense}
  }
  & > li > ul,
  & > li > p {
    grid-column: 1 / -1;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  & > li > p {
    color: var(--warn);
  }
  ${media.phone} {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
      padding: 8px 16px;
    }
    & > li > time,
    & > li > small {
      grid-column: 1 / -1;
      text-align: left;
    }
  }
`;

const MINUTE_MS = 60_000;
/** Maximum age of a check in ms: three runs of the frequent one, a day and two hours for the nightly one. */
const LATE_MS = { newEntries: 15 * MINUTE_MS, whole: 26 * 60 * MINUTE_MS };
const KINDS = ["newEntries", "whole"] as const;

const text = LEDGER_ADMIN_TEXT.automatic;

/** When the automatic ledger checks last ran, their results, and the differences. */
export function AutomaticChecks({ at }: { at: (instant: Instant) => string }) {
  const { value: checks, atMs, hasFailed, refresh } = usePolled(fetchLedgerChecks);
  return (
    <Card isFlush>
      <CardHead title={text.title} />
      {checks !== null && hasFailed && <StaleLine>{ADMIN_TEXT.stale}</StaleLine>}
      {checks === null && hasFailed && <ErrorState title={text.failed} text={text.failedDetail} onRetry={refresh} />}
      {checks === null && !hasFailed && (
        <Loading label={text.loading}>
          <Stack gap={24} pad="12px 20px">
            <Skeleton width={280} height={20} />
            <Skeleton width={220} height={20} />
          </Stack>
        </Loading>
      )}
      {checks?.withdrawalsPausedSince && (
        <Box pad="0 8px 8px">
          <AdminFlag tone="warn" icon={Lock} title={LEDGER_ADMIN_TEXT.paused}>
            {LEDGER_ADMIN_TEXT.pausedDetail(midSentence(at(checks.withdrawalsPausedSince)))}
          </AdminFlag>
        </Box>
      )}
      {checks !== null && (
        <Lines aria-live="polite">
          {KINDS.map((kind) => (
            <Check key={kind} kind={kind} check={checks[kind]} nowMs={atMs} at={at} />
          ))}
        </Lines>
      )}
    </Card>
  );
}

type CheckProps = {
  kind: (typeof KINDS)[number];
  check: LedgerChecks["whole"];
  nowMs: number;
  at: (instant: Instant) => string;
};

function Check({ kind, check, nowMs, at }: CheckProps) {
  if (check === null) {
    return (
      <li>
        <span>{text.kind[kind]}</span>
        <Badge tone="neutral" icon={Clock}>
          {text.never}
        </Badge>
        <small>{text.neverDetail}</small>
      </li>
    );
  }
  const { checkedAt, faultCount, faults } = check;
  const ageMs = nowMs - Date.parse(checkedAt);
  return (
    <li>
      <span>{text.kind[kind]}</span>
      {faultCount === 0 ? (
        <Badge tone="up" icon={CircleCheck}>
          {text.clean}
        </Badge>
      ) : (
        <Badge tone="down" icon={TriangleAlert}>
          {text.differs(faultCount)}
        </Badge>
      )}
      <time className="num" dateTime={checkedAt} title={at(checkedAt)}>
        {text.checked(formatAge(ageMs))}
      </time>
      {ageMs > LATE_MS[kind] && <p>{text.late[kind]}</p>}
      {faults.length > 0 && (
        <ul className="num" aria-label={text.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {faultCount > faults.length && <li>{text.more(faultCount - faults.length)}</li>}
        </ul>
      )}
    </li>
  );
}
