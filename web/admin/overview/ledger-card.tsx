import { ROUTE } from "../../state/routes.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { formatAge, type Instant } from "../../ui/format.ts";
import { CircleCheck, Lock, TriangleAlert } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { AdminFlag, FlagStack } from "../core/admin-flag.tsx";
import { midSentence } from "../core/admin-time.ts";
import type { AdminOverview } from "./overview-calls.ts";
import { OverviewLine } from "./overview-line.tsx";
import { OVERVIEW_TEXT } from "./overview-text.ts";

const text = OVERVIEW_TEXT.ledger;

type LedgerCardProps = { overview: AdminOverview; nowMs: number; at: (instant: Instant) => string };

/** Whether the ledger is balanced, when it was last checked, and which functions are stopped. */
export function LedgerCard({ overview, nowMs, at }: LedgerCardProps) {
  const { newEntriesCheckedAt, wholeCheckedAt, difference } = overview.ledger;
  const ago = (moment: string | null) =>
    moment === null ? text.never : text.ago(formatAge(nowMs - Date.parse(moment)));
  return (
    <Card isFlush>
      <CardHead title={text.title} />
      <Box pad={8}>
        <FlagStack>
          {difference === null ? (
            wholeCheckedAt !== null && <AdminFlag tone="plain" icon={CircleCheck} title={text.clean} />
          ) : (
            <AdminFlag tone="warn" icon={TriangleAlert} title={text.differs}>
              {text.paused(midSentence(at(difference.withdrawalsPausedSince)))} {difference.reason}
            </AdminFlag>
          )}
          {overview.paused.length > 0 && (
            <AdminFlag tone="warn" icon={Lock} title={text.stopped(overview.paused.join(", "))} />
          )}
        </FlagStack>
      </Box>
      <OverviewLine name={text.newEntries} value={ago(newEntriesCheckedAt)} href={ROUTE.adminLedger} />
      <OverviewLine name={text.whole} value={ago(wholeCheckedAt)} href={ROUTE.adminLedger} />
    </Card>
  );
}
