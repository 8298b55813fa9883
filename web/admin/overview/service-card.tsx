import { Card, CardHead } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatAge, formatCount, formatPercent, type Instant, NO_VALUE } from "../../ui/format.ts";
import { StatusDot } from "../../ui/status-dot.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { midSentence } from "../core/admin-time.ts";
import type { AdminOverview } from "./overview-calls.ts";
import { OVERVIEW_TEXT } from "./overview-text.ts";

type Service = NonNullable<AdminOverview["services"]>[number];
type ServiceCardProps = { overview: AdminOverview; nowMs: number; at: (instant: Instant) => string };

const text = OVERVIEW_TEXT.services;
const TONE = { up: "up", shaky: "warn", down: "down", unknown: "idle" } as const;

/** Health of each external service: the last success, and the failed calls of the last hour. */
export function ServiceCard({ overview, nowMs, at }: ServiceCardProps) {
  const { services, bakong } = overview;
  const columns: Column<Service>[] = [
    { key: "service", head: text.service, isRowHead: true, cell: ({ service }) => text.name[service] },
    {
      key: "state",
      head: text.state,
      cell: ({ service, state }) => (
        <StatusDot tone={TONE[state]}>
          {[text.states[state], ...(service === "bakong" ? bakongNotes(bakong, nowMs, at) : [])].join(", ")}
        </StatusDot>
      ),
    },
    {
      key: "last",
      head: text.lastSuccess,
      isNumeric: true,
      cell: ({ lastSuccessAt, state }) => {
        if (lastSuccessAt === null) return state === "unknown" ? NO_VALUE : text.never;
        return OVERVIEW_TEXT.ledger.ago(formatAge(nowMs - Date.parse(lastSuccessAt)));
      },
    },
    {
      key: "errors",
      head: text.errors,
      isNumeric: true,
      cell: ({ calls, failures, errorRate }) =>
        calls === 0
          ? text.noCalls
          : text.rate(formatCount(failures), formatCount(calls), formatPercent(errorRate * 100)),
    },
  ];
  return (
    <Card isFlush>
      <CardHead title={text.title} note={text.note} />
      {services === null ? (
        <EmptyState title={text.away} text={OVERVIEW_TEXT.stale} />
      ) : (
        <Table caption={text.title} columns={columns} rows={services} rowKey={({ service }) => service} empty={null} />
      )}
    </Card>
  );
}

/** A token is renewed in its last week; its end is not shown before. */
const TOKEN_NEAR_MS = 7 * 24 * 60 * 60_000;

function bakongNotes(bakong: AdminOverview["bakong"], nowMs: number, at: (instant: Instant) => string): string[] {
  const { restsUntil, isTokenRefused, tokenEndsAt } = bakong;
  const isEnding = tokenEndsAt !== null && Date.parse(tokenEndsAt) - nowMs < TOKEN_NEAR_MS;
  return [
    ...(restsUntil === null ? [] : [text.rests(midSentence(at(restsUntil)))]),
    ...(isTokenRefused ? [text.tokenRefused] : []),
    ...(isEnding ? [text.tokenEnds(midSentence(at(tokenEndsAt)))] : []),
  ];
}
