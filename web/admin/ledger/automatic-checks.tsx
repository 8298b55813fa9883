import { HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatAge, type Instant } from "../../ui/format.ts";
import { CircleCheck, Clock, Lock, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Stack, Text } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { usePolled } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { type CardLine, LinesPanel } from "../core/card-lines.tsx";
import { LEDGER_ADMIN_TEXT } from "./ledger-admin-text.ts";
import { fetchLedgerChecks, type LedgerChecks } from "./ledger-calls.ts";

const KINDS = ["newEntries", "whole"] as const;

const text = LEDGER_ADMIN_TEXT.automatic;

type At = (instant: Instant) => string;

/** When the automatic ledger checks last ran, their results, and the differences. */
export function AutomaticChecks({ at }: { at: At }) {
  const { value: checks, atMs, hasFailed, refresh } = usePolled(fetchLedgerChecks);
  if (checks === null) {
    return (
      <Panel title={text.title}>
        {hasFailed ? (
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={refresh} />
        ) : (
          <Loading label={text.loading}>
            <Stack gap={24} pad="12px 20px">
              <Skeleton width={280} height={20} />
              <Skeleton width={220} height={20} />
            </Stack>
          </Loading>
        )}
      </Panel>
    );
  }
  return (
    <div aria-live="polite">
      <LinesPanel title={text.title} lines={KINDS.map((kind) => lineOf(kind, checks[kind], atMs, at))}>
        {hasFailed && <StaleLine atMs={atMs}>{ADMIN_TEXT.stale}</StaleLine>}
        {checks.withdrawalsPausedSince && (
          <Box pad={8}>
            <AdminFlag tone="warn" icon={Lock} title={LEDGER_ADMIN_TEXT.paused}>
              {LEDGER_ADMIN_TEXT.pausedDetail(midSentence(at(checks.withdrawalsPausedSince)))}
            </AdminFlag>
          </Box>
        )}
      </LinesPanel>
    </div>
  );
}

function lineOf(kind: (typeof KINDS)[number], check: LedgerChecks["whole"], nowMs: number, at: At): CardLine {
  const name = text.kind[kind];
  if (check === null) {
    const never = (
      <Badge tone="warn" icon={Clock}>
        {text.never}
      </Badge>
    );
    return { name, value: never, detail: text.neverDetail };
  }
  const { checkedAt, faultCount, faults } = check;
  const ageMs = nowMs - Date.parse(checkedAt);
  const isClean = faultCount === 0;
  return {
    name,
    value: (
      <Badge tone={isClean ? "up" : "down"} icon={isClean ? CircleCheck : TriangleAlert}>
        {isClean ? text.clean : text.differs(faultCount)}
      </Badge>
    ),
    detail: (
      <>
        <time className="num" dateTime={checkedAt} title={at(checkedAt)}>
          {text.checked(formatAge(ageMs))}
        </time>
        {ageMs > CHECK_LATE_MS[kind] && <Text tone="warn">{text.late[kind]}</Text>}
        {faults.length > 0 && (
          <ul className="num" aria-label={text.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
            {faultCount > faults.length && <li>{text.more(faultCount - faults.length)}</li>}
          </ul>
        )}
      </>
    ),
  };
}

/** Maximum age of a check of the ledger, ms: three runs of the frequent one, a night and two hours for the whole one. */
export const CHECK_LATE_MS = { newEntries: 15 * MINUTE_MS, whole: 26 * HOUR_MS } as const;
