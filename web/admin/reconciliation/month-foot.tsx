import { styled } from "goober";
import { Link } from "wouter";
import { useQuery } from "../../state/use-query.ts";
import { formatSum } from "../../ui/format.ts";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { ADMIN_POLL_MS, adminKey } from "../core/admin-polling.ts";
import { MonthClose } from "../month-close/month-close.tsx";
import { kindName } from "./day-grid.tsx";
import { monthDays, monthOf, type Place, reconciliationPath, shortDay } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { signedSum } from "./signed-sum.ts";
import { fetchMonth, type ShownMonth } from "./statement-calls.ts";

/** The month, its days, and at the right the place of its close. */
const Foot = styled("footer")`
  display: grid;
  grid-template: "month days close" auto "sums sums close" auto / 176px minmax(0, 1fr) auto;
  align-items: center;
  gap: 8px 20px;
  flex: none;
  min-height: 96px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  background: var(--surface);
  & > [data-area="month"] {
    grid-area: month;
  }
  & > [data-area="days"] {
    grid-area: days;
  }
  & > [data-area="sums"] {
    grid-area: sums;
  }
  & > [data-area="close"] {
    grid-area: close;
  }
  ${media.medium} {
    grid-template: "month close" auto "days days" auto "sums sums" auto / minmax(0, 1fr) auto;
  }
  ${media.phone} {
    padding: 12px 16px max(12px, env(safe-area-inset-bottom));
  }
`;

const Squares = styled("ol")`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Square = styled("a")`
  ${type.caption}
  display: grid;
  place-items: center;
  width: 26px;
  height: 26px;
  border: 1px solid transparent;
  border-radius: 6px;
  &[data-state="done"] {
    background: ${tint("up", 14)};
    color: var(--up);
  }
  &[data-state="open"] {
    background: ${tint("warn", 14)};
    color: var(--warn);
    font-weight: 600;
  }
  &[data-state="partly"],
  &[data-state="to_come"] {
    border-color: var(--line);
    color: var(--muted);
  }
  &[aria-current="true"] {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  ${media.touch} {
    width: 40px;
    height: 40px;
  }
`;

/** It adds up a whole month, and is read again at once after each act. */
const MONTH_POLL_MS = 6 * ADMIN_POLL_MS;

const text = RECONCILIATION_TEXT;
type Day = ShownMonth["days"][number];

type MonthFootProps = { place: Place & { today: string } };

/** The month of the shown day: which of its days are done, and what moved traders' money in it. */
export function MonthFoot({ place }: MonthFootProps) {
  const { day, currency, today } = place;
  const { from, to } = monthDays(day);
  const month = useQuery({
    key: adminKey("statements", "month", from, currency),
    fetch: (signal) => fetchMonth({ from, to, currency }, signal),
    everyMs: MONTH_POLL_MS,
  });
  const shown = month.value;
  const covered = shown?.days.filter(({ hasStatement }) => hasStatement) ?? [];
  const done = covered.filter((one) => stateOf(one) === "done").length;
  return (
    <Foot aria-label={text.month}>
      <div data-area="month">
        <Text as="h3" size="body" weight={600}>
          {monthOf(day)}
        </Text>
        <Text size="dense" tone="muted">
          {shown ? (covered.length === 0 ? text.noDays : text.daysDone(done, covered.length)) : "\u00a0"}
        </Text>
      </div>
      <Box data-area="days" minHeight={26} minWidth={0}>
        {shown && (
          <Squares aria-label={text.squares}>
            {shown.days.map((one) => (
              <li key={one.day}>
                <DaySquare of={one} place={place} isFuture={one.day > today} />
              </li>
            ))}
          </Squares>
        )}
        {shown === null && month.error !== null && (
          <Row gap={8} size="dense">
            {text.monthFailed}
            <TextButton onClick={() => void month.refetch()}>{text.retry}</TextButton>
          </Row>
        )}
      </Box>
      <Box data-area="sums" minHeight={20} minWidth={0}>
        {shown && <Sums month={shown} currency={currency} isOver={to < today} />}
      </Box>
      <div data-area="close">
        {shown && (
          <MonthClose
            month={day.slice(0, 7)}
            openItems={shown.days.reduce((sum, one) => sum + openOf(one), 0)}
            missingDays={shown.days.filter(({ missing }) => missing > 0).length}
          />
        )}
      </div>
    </Foot>
  );
}

const openOf = ({ openLines, openTransfers }: Day) => openLines + openTransfers;

/** A day is done when nothing of it is open and no account lacks its statement. */
function stateOf(of: Day): "done" | "open" | "partly" | "to_come" {
  if (!of.hasStatement) return "to_come";
  if (openOf(of) > 0) return "open";
  return of.missing > 0 ? "partly" : "done";
}

function DaySquare({ of, place, isFuture }: { of: Day; place: Place; isFuture: boolean }) {
  const { day } = of;
  const state = stateOf(of);
  const words = state === "open" ? text.square.open(openOf(of)) : text.square[state];
  const look = {
    className: "num",
    "data-state": state,
    "aria-label": `${shortDay(day)}, ${words}`,
    title: words,
    "aria-current": day === place.day,
    children: Number(day.slice(8)),
  } as const;
  if (isFuture) return <Square {...look} role="link" aria-disabled="true" />;
  return (
    <Link href={reconciliationPath({ ...place, day })} asChild>
      <Square {...look} />
    </Link>
  );
}

/** The opening sum and what moved it, which add up to the last one. */
function Sums({ month, currency, isOver }: { month: ShownMonth; currency: Place["currency"]; isOver: boolean }) {
  const { opening, flows, closing } = month.clientMoney;
  return (
    <Row as="dl" wrap gap="2px 20px" size="dense" margin={0}>
      <Sum name={text.opening} value={formatSum(opening, currency)} />
      {flows.map(({ kind, amount }) => (
        <Sum key={kind} name={kindName(kind)} value={signedSum(amount, currency)} />
      ))}
      <Sum name={isOver ? text.closing : text.soFar} value={formatSum(closing, currency)} />
    </Row>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <Row gap={6}>
      <Text as="dt" tone="muted">
        {name}
      </Text>
      <Text as="dd" weight={600} margin={0} className="num">
        {value}
      </Text>
    </Row>
  );
}
