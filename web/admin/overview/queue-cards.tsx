import { styled } from "goober";
import { Link } from "wouter";
import { formatAge, formatCount, NO_VALUE } from "../../format.ts";
import { ROUTE } from "../../routes.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { tint, type } from "../../ui/theme.ts";
import type { DeskQueues } from "../desk/desk-types.ts";
import { OVERVIEW_TEXT } from "./overview-text.ts";

const Line = styled("a")`
  ${type.dense}
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 84px;
  align-items: center;
  gap: 12px;
  min-height: 36px;
  padding: 0 20px;
  & + & {
    border-top: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  }
  & > b {
    font-weight: 600;
  }
  & > [data-age] {
    color: var(--muted);
    text-align: right;
  }
  & > [data-late="true"] {
    color: var(--warn);
  }
  &[data-empty="true"] > * {
    color: var(--muted);
    font-weight: 400;
  }
  &:hover {
    background: ${tint("text", 4)};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

type Queue = DeskQueues["identities"];
type QueueLine = {
  label: string;
  queue: Queue;
  href: string /** After how long one should not wait any more, in ms. */;
  lateMs: number;
};

const text = OVERVIEW_TEXT.queues;
const HOUR_MS = 60 * 60_000;
/** A hold ends by itself, and a claim too: nobody is late. */
const NEVER = Number.POSITIVE_INFINITY;

/** What waits, and for how long the oldest has: each line opens its list. */
export function QueueCards({ queues, nowMs }: { queues: DeskQueues; nowMs: number }) {
  const { withdrawals, identities, exceptions } = queues;
  const pending = ROUTE.adminWithdrawals;
  const approved = `${ROUTE.adminWithdrawals}?status=approved`;
  return (
    <>
      <QueueCard
        title={text.withdrawals}
        nowMs={nowMs}
        lines={[
          { label: text.review, queue: withdrawals.review, href: pending, lateMs: 24 * HOUR_MS },
          { label: text.secondWord, queue: withdrawals.secondWord, href: pending, lateMs: 24 * HOUR_MS },
          { label: text.payout, queue: withdrawals.payout, href: approved, lateMs: 24 * HOUR_MS },
          { label: text.held, queue: withdrawals.held, href: pending, lateMs: NEVER },
          { label: text.claims, queue: withdrawals.claims, href: pending, lateMs: NEVER },
        ]}
      />
      <QueueCard
        title={text.identities}
        nowMs={nowMs}
        lines={[
          { label: text.identitiesPending, queue: identities, href: ROUTE.adminIdentities, lateMs: 24 * HOUR_MS },
        ]}
      />
      <QueueCard
        title={text.exceptions}
        nowMs={nowMs}
        lines={[{ label: text.exceptionsOpen, queue: exceptions, href: ROUTE.adminExceptions, lateMs: 24 * HOUR_MS }]}
      />
    </>
  );
}

function QueueCard({ title, lines, nowMs }: { title: string; lines: readonly QueueLine[]; nowMs: number }) {
  return (
    <Card data-flush="true">
      <CardHead title={title} />
      {lines.map(({ label, queue, href, lateMs }) => {
        const ageMs = queue.oldestAt === null ? null : nowMs - Date.parse(queue.oldestAt);
        return (
          <Link key={label} href={href} asChild>
            <Line href={href} data-empty={queue.count === 0}>
              <span>{label}</span>
              <b className="num">{formatCount(queue.count)}</b>
              <span className="num" data-age="" data-late={ageMs !== null && ageMs > lateMs}>
                {ageMs === null ? NO_VALUE : formatAge(ageMs)}
              </span>
            </Line>
          </Link>
        );
      })}
    </Card>
  );
}
