import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { STUDIED_MAX } from "../../worker/contract/studied-trades.ts";
import type { TicketReminder } from "../../worker/contract/terminal/terminal-schema.ts";
import { demoRun } from "../demo/demo-account.ts";
import { QUESTION_TEXT } from "../insights/question-text.ts";
import { holdsFor, needsTrades } from "../insights/reminded-order.ts";
import { localTimes, tradesOf } from "../insights/study-trades.ts";
import { planOf } from "../plans/plan-draft.ts";
import { answer, api } from "../state/api.ts";
import { serverNow } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { formatCount } from "../ui/format.ts";
import { Clock, Icon } from "../ui/icon.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { tint, type } from "../ui/theme.ts";
import { useNow } from "../ui/use-now.ts";
import { orderDraft } from "./draft.ts";
import type { LiveTicket } from "./live.ts";
import { reminderText as text } from "./reminder-text.ts";

const Frame = styled("section")`
  ${type.caption}
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 8px;
  margin: 0 -8px;
  padding: 8px 12px;
  border: 1px solid ${tint("warn", 40)};
  border-radius: var(--radius-control);
  background: ${tint("warn", 9)};
  & > b {
    ${type.dense}
    font-weight: 600;
  }
  & > span {
    grid-column: 2 / -1;
    color: var(--muted);
  }
  /* A low window has room for what it is about alone. */
  @media (min-width: 640px) and (max-height: 799px) {
    margin: 4px -8px 0;
    padding: 2px 12px;
    & > span {
      display: none;
    }
  }
`;

/** How often a condition about the time is looked at again, ms. */
const EVERY_MS = 10_000;
/** Results are recorded moments after the account says that a position is closed. */
const BEHIND_MS = 2_000;

type ReminderLineProps = { reminder: TicketReminder; ticket: LiveTicket };

/** The reminder that the trader asked for, shown while the order is of its kind. It blocks nothing. */
export function ReminderLine({ reminder, ticket }: ReminderLineProps) {
  useSignals();
  const isDue = useIsDue(reminder, ticket);
  const { question, about, account, trades, milliR } = reminder;
  const title = QUESTION_TEXT[question];
  // One that this version does not have any more.
  if (!isDue || title === undefined) return null;
  const multiple = (Math.abs(milliR) / 1_000).toFixed(2);
  return (
    <Frame data-reminds="true" role="status">
      <Icon of={Clock} size={16} tone="warn" />
      <b>{typeof title === "function" ? title(about?.name ?? "") : title}</b>
      <TextLink href={`${ROUTE.performanceInsights}?account=${account}`}>{text.see}</TextLink>
      <span>{text.cost(formatCount(trades), multiple)}</span>
    </Frame>
  );
}

/** Reads signals. */
function useIsDue(reminder: TicketReminder, { symbol, reading }: LiveTicket): boolean {
  const run = demoRun.value;
  // The server's time is read with each of its steps.
  useNow(EVERY_MS);
  const { value } = useQuery({
    // Of each closing the trades are read anew.
    key: run && needsTrades(reminder) ? ["reminder-trades", run.number, run.closed] : null,
    fetch: async (signal) => {
      const query = { account: `run:${run?.number ?? 0}` };
      const { data } = await answer(api.trade.studied.$get({ query }, { init: { signal } }));
      return data;
    },
    everyMs: (known) => (known && known.id.length < Math.min(run?.closed ?? 0, STUDIED_MAX) ? BEHIND_MS : undefined),
    failure: "trades for the reminder not loaded",
  });
  const timeZone = user.value?.timeZone ?? "UTC";
  const toLocalTime = useMemo(() => localTimes(timeZone), [timeZone]);
  const closed = useMemo(() => (value ? tradesOf(value) : []), [value]);
  const draft = orderDraft.value;
  // The market reads the order anew with each price, and seldom with another amount.
  const { units, hasStop } = useMemo(
    () => ({
      units: computed(() => reading.value.units),
      hasStop: computed(() => reading.value.stop !== null),
    }),
    [reading],
  );
  const order = {
    symbol,
    direction: draft.side === "buy" ? ("Buy" as const) : ("Sell" as const),
    quantity: units.value,
    hasStop: hasStop.value,
    setupId: draft.plan.setupId || null,
    hasPlan: planOf(draft.plan) !== null,
  };
  if (!run || (needsTrades(reminder) && value === null)) return false;
  const open = run.positions.map((position) => ({
    symbol: position.symbol,
    direction: position.side === "buy" ? ("Buy" as const) : ("Sell" as const),
    quantity: position.units,
    openedAtMs: position.openedAt,
  }));
  return holdsFor(reminder, order, { closed, open, nowMs: serverNow(), toLocalTime });
}
