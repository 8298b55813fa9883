import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { IncidentQueue } from "../../../worker/contract/incidents.ts";
import { ageOfWaiting } from "../../../worker/contract/operation/working-hours.ts";
import { HOUR_MS } from "../../../worker/contract/time.ts";
import { user } from "../../state/session.ts";
import { formatAge } from "../../ui/format.ts";
import { operation } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";

/** What an item ages by. @property since when it came, ISO 8601 */
export type Ageing = {
  since: string;
  /** The time that it waited for its client, which is not in its age; absent for what has no client to ask. */
  client?: { askedAt: string | null; waits: readonly (readonly [fromMs: number, toMs: number])[] };
  /** The queue by whose working hours it ages; null for what ages as time passes. */
  queue: IncidentQueue | null;
  /** Whether it waits for an admin: only then can it be late. */
  isAwaited: boolean;
};

const Figure = styled("span")`
  display: inline-grid;
  grid-template-columns: auto;
  align-items: center;
  & > i {
    display: none;
  }
  @container queue-rows (min-width: 640px) {
    grid-template-columns: 58px 36px;
    gap: 8px;
    & > i {
      display: block;
      position: relative;
      height: 4px;
      border-radius: 2px;
      overflow: hidden;
      background: var(--control);
    }
    & > i > i {
      position: absolute;
      inset: 0 auto 0 0;
      width: var(--age-share);
      background: var(--muted);
    }
    &[data-tone="warn"] > i > i {
      background: var(--warn);
    }
    /* The target is at two thirds. */
    & > i::after {
      content: "";
      position: absolute;
      inset: 0 auto 0 calc(200% / 3);
      width: 2px;
      background: var(--text);
    }
  }
`;

/** The track ends at one and a half times the target. */
const TRACK_TARGETS = 1.5;

/** How old an item of a queue is, against the working hours that the operation wants it to take at most. */
export function WaitingAge({ of, nowMs }: { of: Ageing; nowMs: number }) {
  useSignals();
  const ageMs = ageMsOf(of, nowMs);
  const sinceText = formatAge(nowMs - Date.parse(of.since));
  if (of.queue === null) {
    return (
      <span className="num" data-tone="muted" title={sinceText}>
        {ADMIN_TEXT.shortAge(sinceText)}
      </span>
    );
  }
  const share = Math.min(1, ageMs / (TRACK_TARGETS * targetMsOf(of.queue)));
  return (
    <Figure
      className="num"
      data-tone={isOverTarget(of, nowMs) ? "warn" : "muted"}
      title={sinceText}
      style={{ "--age-share": `${Math.round(share * 100)}%` } as { [name: string]: string }}
    >
      {ADMIN_TEXT.shortAge(workedAge(ageMs))}
      {of.isAwaited && (
        <i aria-hidden="true">
          <i />
        </i>
      )}
    </Figure>
  );
}

/** A day, until it is known what the operation wants. */
const FIRST_TARGET_HOURS = 24;

/** How old an item may be, ms of working time. Reads signals. */
export function targetMsOf(queue: IncidentQueue): number {
  return (operation.value?.targetHours[queue] ?? FIRST_TARGET_HOURS) * HOUR_MS;
}

/** The age of an item, ms: of working time without its client's, where it is in a queue. Reads signals. */
export function ageMsOf({ since, client, queue }: Ageing, nowMs: number): number {
  return queue === null ? nowMs - Date.parse(since) : workedMsOf({ since, ...(client && { client }) }, nowMs);
}

/** How long something has waited for the operation, ms of working time without its client's. Reads signals. */
export function workedMsOf({ since, client }: Pick<Ageing, "since" | "client">, nowMs: number): number {
  const sinceMs = Date.parse(since);
  const { askedAt, waits = [] } = client ?? { askedAt: null };
  const clientWaits = askedAt === null ? waits : [...waits, [Date.parse(askedAt), nowMs] as const];
  const hours = operation.value?.workingHours ?? null;
  return ageOfWaiting(hours, user.value?.operationTimeZone ?? "UTC", { sinceMs, clientWaits }, nowMs);
}

/** Whether an item has waited for an admin for longer than the operation wants. Reads signals. */
export function isOverTarget(of: Ageing, nowMs: number): boolean {
  return of.queue !== null && of.isAwaited && ageMsOf(of, nowMs) > targetMsOf(of.queue);
}

/** An age of working time: a day has none of its own length, so that it stays in hours. Around the clock it is as all ages. Reads signals. */
export function workedAge(ageMs: number): string {
  const hours = Math.floor(ageMs / HOUR_MS);
  if (operation.value?.workingHours && hours >= 24) return ADMIN_TEXT.target.hours(hours);
  return formatAge(ageMs);
}
