import type { IncidentQueue } from "../../../worker/contract/incidents.ts";
import { HOUR_MS } from "../../../worker/contract/time.ts";
import { Clock, ClockAlert, type IconGlyph } from "../../ui/icon.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type Ageing, ageMsOf, targetMsOf } from "../core/waiting-age.tsx";

/** The groups of a list of what waits for an admin, by its target. They stand in this order where the oldest comes first. */
const GROUPS = ["late", "soon", "later"] as const;
export type TargetGroup = (typeof GROUPS)[number];

const SOON_MS = HOUR_MS;

/** The group of an item: past its target, due within an hour of working time, or later. Reads signals. */
export function targetGroup(of: Ageing, nowMs: number): TargetGroup {
  if (of.queue === null || !of.isAwaited) return "later";
  const leftMs = targetMsOf(of.queue) - ageMsOf(of, nowMs);
  if (leftMs < 0) return "late";
  return leftMs <= SOON_MS ? "soon" : "later";
}

/**
 * The rows of a list in the order of their groups, and otherwise in their own: the order of the API is that in which they came, and what
 * waited for its client meanwhile is younger than that. Reads signals.
 */
export function byTarget<Row>(rows: readonly Row[], of: (row: Row) => Ageing, nowMs: number): Row[] {
  return GROUPS.flatMap((group) => rows.filter((row) => targetGroup(of(row), nowMs) === group));
}

/** What stands above the rows of a group. Reads signals. */
export function groupHead(group: TargetGroup, queue: IncidentQueue): { icon: IconGlyph; label: string } {
  const { late, soon, later } = ADMIN_TEXT.target;
  if (group === "late") return { icon: ClockAlert, label: late(targetMsOf(queue) / HOUR_MS) };
  return { icon: Clock, label: group === "soon" ? soon : later };
}
