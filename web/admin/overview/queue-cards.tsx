import { ROUTE } from "../../state/routes.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { formatAge, formatCount, NO_VALUE } from "../../ui/format.ts";
import type { AdminQueues } from "../core/admin-types.ts";
import { WAITING_IMPORTS } from "../imports/waiting-imports.ts";
import { stagePath } from "../withdrawals/stage-path.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "../withdrawals/withdrawal-admin-text.ts";
import { OverviewLine } from "./overview-line.tsx";
import { OVERVIEW_TEXT } from "./overview-text.ts";

type QueueLine = {
  name: string;
  queue: AdminQueues["identities"];
  href: string;
  /** Holds and claims end by themselves, so their age is never late. */
  endsByItself?: true;
};

const text = OVERVIEW_TEXT.queues;
const { stage } = WITHDRAWAL_ADMIN_TEXT;
/** An item older than this has waited through a working day. */
const LATE_MS = 24 * 60 * 60_000;

/** Open items of each queue and the age of the oldest; each line links to its list. */
export function QueueCards({ queues, nowMs }: { queues: AdminQueues; nowMs: number }) {
  const { withdrawals, identities, exceptions, imports } = queues;
  const { review, secondApproval, payout, held, claims } = withdrawals;
  return (
    <>
      <QueueCard
        title={text.withdrawals}
        nowMs={nowMs}
        lines={[
          { name: stage.review, queue: review, href: stagePath("review") },
          { name: stage.second_approval, queue: secondApproval, href: stagePath("second_approval") },
          { name: stage.payout, queue: payout, href: stagePath("payout") },
          { name: stage.held, queue: held, href: stagePath("held"), endsByItself: true },
          { name: stage.claimed, queue: claims, href: stagePath("claimed"), endsByItself: true },
        ]}
      />
      <QueueCard
        title={text.others}
        nowMs={nowMs}
        lines={[
          { name: text.identities, queue: identities, href: ROUTE.adminIdentities },
          { name: text.exceptions, queue: exceptions, href: ROUTE.adminExceptions },
          { name: text.imports, queue: imports, href: WAITING_IMPORTS },
        ]}
      />
    </>
  );
}

function QueueCard({ title, lines, nowMs }: { title: string; lines: readonly QueueLine[]; nowMs: number }) {
  return (
    <Card isFlush>
      <CardHead title={title} note={text.waiting} />
      {lines.map(({ name, queue: { count, oldestAt }, href, endsByItself = false }) => {
        const ageMs = oldestAt === null ? null : nowMs - Date.parse(oldestAt);
        return (
          <OverviewLine
            key={name}
            name={name}
            value={formatCount(count)}
            aside={ageMs === null ? NO_VALUE : formatAge(ageMs)}
            isLate={ageMs !== null && ageMs > LATE_MS && !endsByItself}
            isQuiet={count === 0}
            href={href}
          />
        );
      })}
    </Card>
  );
}
