import { dayAt, dayStartMs, weekdayOf } from "../../contract/trade-calendar.ts";

/** Who is on call when: an admin each week in the order of the rota, and another one for the spans of the overrides. */

/** @property userIds the order, from the week of `firstMonday` (a day of the operation's calendar) on, again and again */
export type Rota = { firstMonday: number; userIds: readonly string[] };
export type Override = { id: number; userId: string; fromMs: number; toMs: number };

export type OnCallFacts = {
  /** Null before the first one. */
  rota: Rota | null;
  /** Those that count. Of two that overlap, the newer does. */
  overrides: readonly Override[];
  /** The ids of the admins: one who lost the role is skipped. */
  adminIds: ReadonlySet<string>;
  /** The operation's. */
  timeZone: string;
};

/** @property userId null when nobody is: then every admin is called. @property overrideId null by the order of the weeks */
export type OnCall = { userId: string | null; overrideId: number | null };
export type OnCallSpan = OnCall & { fromMs: number; toMs: number };

/** The Monday of the week of a time, as a day of the zone's calendar. */
export function mondayAt(atMs: number, timeZone: string): number {
  const day = dayAt(atMs, timeZone);
  return day - ((weekdayOf(day) + 6) % 7);
}

/** Who is on call at a time. */
export function onCallAt({ rota, overrides, adminIds, timeZone }: OnCallFacts, atMs: number): OnCall {
  const override = overrides
    .filter(({ userId, fromMs, toMs }) => fromMs <= atMs && atMs < toMs && adminIds.has(userId))
    .reduce<Override | null>((newest, one) => (newest === null || one.id > newest.id ? one : newest), null);
  if (override) return { userId: override.userId, overrideId: override.id };
  return { userId: rota && memberOf(rota, mondayAt(atMs, timeZone), adminIds), overrideId: null };
}

/** Whose week it is: a week whose admin lost the role is the next one's. */
function memberOf(rota: Rota, monday: number, adminIds: ReadonlySet<string>): string | null {
  return orderFrom(rota, monday).find((userId) => adminIds.has(userId)) ?? null;
}

/** The order of the rota, from the one whose week begins on a Monday. */
function orderFrom({ firstMonday, userIds }: Rota, monday: number): string[] {
  const weeks = (monday - firstMonday) / 7;
  const first = ((weeks % userIds.length) + userIds.length) % userIds.length;
  return [...userIds.slice(first), ...userIds.slice(0, first)];
}

/** The order of the rota, from the one whose week a time is in. */
export function orderAt({ rota, timeZone }: OnCallFacts, atMs: number): string[] {
  return rota ? orderFrom(rota, mondayAt(atMs, timeZone)) : [];
}

/** Who is on call from a time to another, without a gap. A week of the same person is one span with the week before. */
export function onCallSpans(facts: OnCallFacts, fromMs: number, toMs: number): OnCallSpan[] {
  const { overrides, timeZone } = facts;
  const starts = new Set([fromMs]);
  for (let monday = mondayAt(fromMs, timeZone) + 7; dayStartMs(monday, timeZone) < toMs; monday += 7) {
    starts.add(dayStartMs(monday, timeZone));
  }
  for (const atMs of overrides.flatMap((override) => [override.fromMs, override.toMs])) {
    if (atMs > fromMs && atMs < toMs) starts.add(atMs);
  }
  const inOrder = [...starts].sort((one, other) => one - other);
  const spans: OnCallSpan[] = [];
  for (const [place, atMs] of inOrder.entries()) {
    const now = onCallAt(facts, atMs);
    const last = spans.at(-1);
    const endMs = inOrder[place + 1] ?? toMs;
    if (last && last.userId === now.userId && last.overrideId === now.overrideId) last.toMs = endMs;
    else spans.push({ ...now, fromMs: atMs, toMs: endMs });
  }
  return spans;
}
