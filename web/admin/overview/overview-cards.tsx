import { useSignals } from "@preact/signals-react/runtime";
import type { IncidentQueue } from "../../../worker/contract/incidents.ts";
import { SOCKET } from "../../../worker/contract/limits.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { dayAt, isoDate } from "../../../worker/contract/trade-calendar.ts";
import { ROUTE } from "../../state/routes.ts";
import { SimulatedBadge } from "../../ui/badge.tsx";
import { Card, CardHead, Panel } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import {
  formatAge,
  formatCount,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  formatSum,
  formatZone,
  type Instant,
  NO_VALUE,
} from "../../ui/format.ts";
import { CircleCheck, Info, Lock, TriangleAlert } from "../../ui/icon.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { type CardLine, LinesPanel } from "../core/card-lines.tsx";
import { ageMsOf, workedAge } from "../core/waiting-age.tsx";
import { CHECK_LATE_MS } from "../ledger/automatic-checks.tsx";
import { accountPath, ledgerPath } from "../ledger/ledger-address.ts";
import {
  EXCEPTIONS_AT_CLIENT,
  IDENTITIES_AT_CLIENT,
  WAITING_EXCEPTIONS,
  WAITING_IDENTITIES,
  WAITING_IMPORTS,
} from "../list/subject-path.ts";
import { stagePath } from "../withdrawals/stage-path.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "../withdrawals/withdrawal-admin-text.ts";
import type { AdminOverview } from "./overview-calls.ts";
import { OVERVIEW_TEXT } from "./overview-text.ts";

type Queue = AdminOverview["queues"]["identities"];
type At = (instant: Instant) => string;

const text = OVERVIEW_TEXT;
const { stage } = WITHDRAWAL_ADMIN_TEXT;

const ageOf = (at: string, nowMs: number) => formatAge(nowMs - Date.parse(at));

/** Open items of each queue and the age of the oldest; each line links to its list. */
export function QueueCards({ queues, nowMs }: { queues: AdminOverview["queues"]; nowMs: number }) {
  useSignals();
  const { withdrawals, identities, exceptions, imports, atClient } = queues;
  const { mine, review, secondApproval, payout, blocked, held, client, claims } = withdrawals;
  /** Holds and claims end by themselves, so their age is never late. */
  const open = (name: string, { count, oldestAt }: Queue, href: string): CardLine => ({
    name,
    value: formatCount(count),
    aside: oldestAt === null ? NO_VALUE : ADMIN_TEXT.shortAge(ageOf(oldestAt, nowMs)),
    isQuiet: count === 0,
    href,
  });
  /** What waits for admins, and what waits for its client, ages by the operation's working hours. */
  const aged = (of: IncidentQueue, name: string, queue: Queue, href: string): CardLine => {
    const { oldestAt } = queue;
    const ageing = oldestAt === null ? null : { since: oldestAt, queue: of, isAwaited: true };
    return {
      ...open(name, queue, href),
      ...(ageing && { aside: ADMIN_TEXT.shortAge(workedAge(ageMsOf(ageing, nowMs))) }),
    };
  };
  const waiting = (of: IncidentQueue, name: string, queue: Queue, href: string): CardLine => ({
    ...aged(of, name, queue, href),
    isLate: queue.late > 0,
  });
  return (
    <>
      <LinesPanel
        title={text.queues.withdrawals}
        note={text.queues.waiting}
        lines={[
          waiting("withdrawals", stage.waiting, mine, stagePath("waiting")),
          waiting("withdrawals", stage.review, review, stagePath("review")),
          waiting("withdrawals", stage.second_approval, secondApproval, stagePath("second_approval")),
          waiting("withdrawals", stage.payout, payout, stagePath("payout")),
          open(stage.blocked, blocked, stagePath("blocked")),
          open(stage.held, held, stagePath("held")),
          aged("withdrawals", text.queues.withdrawalsAtClient, client, stagePath("client")),
          open(stage.claimed, claims, stagePath("claimed")),
        ]}
      />
      <LinesPanel
        title={text.queues.others}
        note={text.queues.waiting}
        lines={[
          waiting("identities", text.queues.identities, identities, WAITING_IDENTITIES),
          waiting("exceptions", text.queues.exceptions, exceptions, WAITING_EXCEPTIONS),
          waiting("imports", text.queues.imports, imports, WAITING_IMPORTS),
          aged("identities", text.queues.identitiesAtClient, atClient.identities, IDENTITIES_AT_CLIENT),
          aged("exceptions", text.queues.exceptionsAtClient, atClient.exceptions, EXCEPTIONS_AT_CLIENT),
        ]}
      />
    </>
  );
}

type MoneyCardProps = { overview: AdminOverview; timeZone: string };

/**
 * Deposits and withdrawals of today and this month: amount and count. Each line links to the list of exactly those.
 * @param props.timeZone the operation's time zone, which defines the days
 */
export function MoneyCard({ overview: { deposits, matched, withdrawals, since }, timeZone }: MoneyCardProps) {
  const dateOf = (instant: string) => isoDate(dayAt(Date.parse(instant), timeZone));
  /** @param moment prefix of the list's parameters for the time of the payment */
  const listOf = (list: string, status: string, moment: string) => (period: "today" | "month") =>
    `${list}?${new URLSearchParams({ status, [`${moment}From`]: dateOf(since[period]), [`${moment}To`]: dateOf(since.today) })}`;
  const flows = [
    { name: text.money.deposits, sums: deposits, sign: 1, hrefIn: listOf(ROUTE.adminDeposits, "paid", "paid") },
    { name: text.money.matched, sums: matched, sign: 1, hrefIn: listOf(ROUTE.adminExceptions, "matched", "decided") },
    {
      name: text.money.withdrawals,
      sums: withdrawals,
      sign: -1,
      hrefIn: listOf(ROUTE.adminWithdrawals, "completed", "completed"),
    },
  ];
  const lines = (["today", "month"] as const).flatMap((period) =>
    flows.map(({ name, sums, sign, hrefIn }) => ({
      name: `${name}, ${text.money[period]}`,
      value: formatSignedMoney(sign * sums[period].sum),
      aside: formatCount(sums[period].count),
      isQuiet: sums[period].count === 0,
      href: hrefIn(period),
    })),
  );
  return (
    <LinesPanel title={text.money.title} note={text.money.note(formatZone(timeZone, since.today))} lines={lines} />
  );
}

/**
 * The money of all traders, beside the sums that the ledger and the bank must have, so that they can be compared.
 * `worker/admin/overview/client-money-view.ts` defines the sums.
 */
export function ClientMoneyCard({ clientMoney }: Pick<AdminOverview, "clientMoney">) {
  const { available, held, total, byLedger, difference, undecided, undecidedOther } = clientMoney;
  const words = text.clientMoney;
  const others = undecidedOther.map(({ currency, amount }) => formatSum(amount, currency)).join(", ");
  return (
    <LinesPanel
      title={words.title}
      note={words.note}
      lines={[
        { name: words.available, value: formatMoney(available) },
        { name: words.held, value: formatMoney(held) },
        { name: words.total, value: formatMoney(total) },
        { name: words.byLedger, value: formatMoney(byLedger), href: ledgerPath("accounts") },
        {
          name: words.undecided,
          value: formatSignedMoney(undecided),
          href: ROUTE.adminExceptions,
          detail: others === "" ? undefined : words.undecidedOther(others),
        },
        {
          name: words.payoutsBegun,
          value: formatSignedMoney(-clientMoney.payoutsBegun),
          href: stagePath("payout"),
        },
        { name: words.bank, value: formatMoney(clientMoney.bankHasAtLeast), detail: words.bankDetail },
      ]}
      flags={[
        difference === 0
          ? { tone: "plain", icon: CircleCheck, title: words.equal }
          : { icon: TriangleAlert, title: words.differs(formatSignedMoney(difference)) },
      ]}
    />
  );
}

/** The sums that moved the money of all traders since the beginning: the house accounts with the opposite sign. */
export function HouseCard({ house }: Pick<AdminOverview, "house">) {
  const lines = house.map(({ accountId, account, balance }) => ({
    name: text.house.account[account],
    value: formatSignedMoney(-balance),
    href: accountPath(accountId),
  }));
  return <LinesPanel title={text.house.title} note={text.house.note} lines={lines} />;
}

/**
 * The source of prices, and the age of the newest price of each symbol. Without listeners any age is fine, and symbols
 * without a price are left out.
 */
export function FeedCard({ feed, nowMs }: { feed: AdminOverview["feed"]; nowMs: number }) {
  if (feed === null) {
    return (
      <Panel title={text.feed.title}>
        <EmptyState title={text.feed.away} text={text.stale} />
      </Panel>
    );
  }
  const { isConnected, isWanted, heardAt } = feed;
  const [tone, state] = isConnected
    ? (["up", text.feed.connected] as const)
    : isWanted
      ? (["down", text.feed.lost] as const)
      : (["idle", text.feed.idle] as const);
  const prices = feed.prices.filter(({ at }) => isWanted || at !== null);
  return (
    <LinesPanel
      title={text.feed.title}
      note={text.feed.from(feed.upstream)}
      action={feed.isSimulated ? <SimulatedBadge /> : undefined}
      lines={[
        {
          name: text.feed.heard,
          value: <StatusDot tone={tone}>{state}</StatusDot>,
          aside: heardAt === null ? NO_VALUE : ageOf(heardAt, nowMs),
        },
        ...prices.map(({ symbol, at }) => ({
          name: symbol,
          value: "",
          aside: at === null ? NO_VALUE : ageOf(at, nowMs),
          isLate: isWanted && (at === null || nowMs - Date.parse(at) > SOCKET.staleAfterMs),
        })),
      ]}
    />
  );
}

type HealthProps = { overview: AdminOverview; nowMs: number; at: At };

/** Whether the ledger is balanced, when it was last checked, and which functions are stopped. */
export function LedgerCard({ overview: { ledger, paused }, nowMs, at }: HealthProps) {
  const { newEntriesCheckedAt, wholeCheckedAt, difference } = ledger;
  const line = (kind: keyof typeof CHECK_LATE_MS, moment: string | null): CardLine => {
    const isLate = moment === null || nowMs - Date.parse(moment) > CHECK_LATE_MS[kind];
    return {
      name: text.ledger[kind],
      value: moment === null ? text.ledger.never : text.ledger.ago(ageOf(moment, nowMs)),
      tone: isLate ? "warn" : undefined,
      href: ROUTE.adminLedger,
    };
  };
  return (
    <LinesPanel
      title={text.ledger.title}
      lines={[line("newEntries", newEntriesCheckedAt), line("whole", wholeCheckedAt)]}
      flags={[
        difference === null &&
          wholeCheckedAt !== null && { tone: "plain", icon: CircleCheck, title: text.ledger.clean },
        difference !== null && {
          icon: TriangleAlert,
          title: text.ledger.differs,
          text: `${text.ledger.paused(midSentence(at(difference.withdrawalsPausedSince)))} ${difference.reason}`,
        },
        paused.length > 0 && { icon: Lock, title: text.ledger.stopped(paused.join(", ")) },
      ]}
    />
  );
}

/** More minutes than these wait for the bucket only while it does not answer. */
const UNSHIPPED_MINUTES_MAX = 2;

/** Up to when the price tape is sealed, when it was last checked, and each fault that was found. */
export function TapeCard({ overview: { tape }, nowMs, at }: HealthProps) {
  const { state, checkedAt, checkedUntil, faultCount, faults } = tape;
  const words = text.tape;
  const unshipped = state?.unshippedMinutes ?? 0;
  const unlisted = faultCount - faults.length;
  const sentences = [
    ...faults.map(({ minuteAt, fault, detail }) => words.faultOf(at(minuteAt), words.fault[fault], detail)),
    ...(unlisted > 0 ? [words.more(unlisted)] : []),
  ];
  return (
    <LinesPanel
      title={words.title}
      lines={[
        ...(state === null
          ? []
          : [
              {
                name: words.sealedUntil,
                value: state.sealedUntil === null ? words.nothingSealed : at(state.sealedUntil),
                isQuiet: state.sealedUntil === null,
              },
              { name: words.recordsToday, value: formatCount(state.recordsToday), isQuiet: state.recordsToday === 0 },
            ]),
        {
          name: words.checked,
          value: checkedAt === null ? words.never : text.ledger.ago(ageOf(checkedAt, nowMs)),
          isQuiet: checkedAt === null,
        },
        ...(checkedUntil === null ? [] : [{ name: words.checkedUntil, value: at(checkedUntil) }]),
      ]}
      flags={[
        state === null && { tone: "plain", icon: Info, title: words.away },
        faultCount === 0 && checkedUntil !== null && { tone: "plain", icon: CircleCheck, title: words.clean },
        faultCount > 0 && {
          icon: TriangleAlert,
          title: words.faulty(faultCount),
          // Each in a line of its own.
          text: ["", ...sentences].join("\n"),
        },
        unshipped > UNSHIPPED_MINUTES_MAX && { icon: TriangleAlert, title: words.unshipped(unshipped) },
      ]}
    />
  );
}

type Service = NonNullable<AdminOverview["services"]>[number];

const SERVICE_TONE = { up: "up", shaky: "warn", down: "down", unknown: "idle" } as const;

/** Health of each external service: the last success, and the failed calls of the last hour. */
export function ServiceCard({ overview: { services, bakong, journal }, nowMs, at }: HealthProps) {
  const words = text.services;
  const notesOf = (service: Service["service"]) => {
    if (service === "journal") return journalNotes(journal, nowMs);
    return service === "bakong" ? bakongNotes(bakong, nowMs, at) : [];
  };
  const columns: Column<Service>[] = [
    { key: "service", head: words.service, isRowHead: true, cell: ({ service }) => words.name[service] },
    {
      key: "state",
      head: words.state,
      cell: ({ service, state }) => (
        <StatusDot tone={SERVICE_TONE[state]}>{[words.states[state], ...notesOf(service)].join(", ")}</StatusDot>
      ),
    },
    {
      key: "last",
      head: words.lastSuccess,
      isNumeric: true,
      cell: ({ lastSuccessAt, state }) => {
        if (lastSuccessAt === null) return state === "unknown" ? NO_VALUE : words.never;
        return text.ledger.ago(ageOf(lastSuccessAt, nowMs));
      },
    },
    {
      key: "errors",
      head: words.errors,
      isNumeric: true,
      cell: ({ calls, failures, errorRate }) =>
        calls === 0
          ? words.noCalls
          : words.rate(formatCount(failures), formatCount(calls), formatPercent(errorRate * 100)),
    },
  ];
  return (
    <Card isFlush>
      <CardHead title={words.title} note={words.note} />
      {services === null ? (
        <EmptyState title={words.away} text={text.stale} />
      ) : (
        <Table caption={words.title} columns={columns} rows={services} rowKey={({ service }) => service} empty={null} />
      )}
    </Card>
  );
}

/** The cron ships the journal every minute; entries that wait longer wait for the bucket. */
const SHIPPED_WITHIN_MS = 2 * MINUTE_MS;

function journalNotes(journal: AdminOverview["journal"], nowMs: number): string[] {
  if (journal === null) return [];
  const { lastAppendAt, waitingRows, unshippedEntries } = journal;
  const words = text.services;
  const isStuck = lastAppendAt !== null && nowMs - Date.parse(lastAppendAt) > SHIPPED_WITHIN_MS;
  return [
    ...(lastAppendAt === null ? [] : [words.appended(ageOf(lastAppendAt, nowMs))]),
    ...(waitingRows > 0 ? [words.waitingRows(formatCount(waitingRows))] : []),
    ...(unshippedEntries > 0 && isStuck ? [words.unshipped(formatCount(unshippedEntries))] : []),
  ];
}

/** A token is renewed in its last week; its end is not shown before. */
const TOKEN_NEAR_MS = 7 * DAY_MS;

function bakongNotes(bakong: AdminOverview["bakong"], nowMs: number, at: At): string[] {
  const { restsUntil, isTokenRefused, tokenEndsAt } = bakong;
  const isEnding = tokenEndsAt !== null && Date.parse(tokenEndsAt) - nowMs < TOKEN_NEAR_MS;
  return [
    ...(restsUntil === null ? [] : [text.services.rests(midSentence(at(restsUntil)))]),
    ...(isTokenRefused ? [text.services.tokenRefused] : []),
    ...(isEnding ? [text.services.tokenEnds(midSentence(at(tokenEndsAt)))] : []),
  ];
}
