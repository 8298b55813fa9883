import { useSignals } from "@preact/signals-react/runtime";
import type { IncidentQueue } from "../../../worker/contract/incidents.ts";
import { workingAgeMs } from "../../../worker/contract/operation/working-hours.ts";
import { HOUR_MS } from "../../../worker/contract/time.ts";
import { user } from "../../state/session.ts";
import { formatAge } from "../../ui/format.ts";
import { operation } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";

type WaitingAgeProps = {
  /** ISO 8601. */
  since: string;
  nowMs: number;
  /** The queue in which it waits for an admin; null where it waits for anything else: its age is never late. */
  queue: IncidentQueue | null;
};

/** How old an item of a queue is, marked once it has waited for more working hours than the operation wants. */
export function WaitingAge({ since, nowMs, queue }: WaitingAgeProps) {
  useSignals();
  const age = formatAge(nowMs - Date.parse(since));
  return (
    <span
      className="num"
      data-tone={queue !== null && isOverTarget(queue, since, nowMs) ? "warn" : "muted"}
      title={age}
    >
      {ADMIN_TEXT.shortAge(age)}
    </span>
  );
}

/** A day, until it is known what the operation wants. */
const FIRST_TARGET_HOURS = 24;

/** Whether an item has waited in its queue for too long. Reads signals. @param since ISO 8601 */
export function isOverTarget(queue: IncidentQueue, since: string, nowMs: number): boolean {
  const { targetHours, workingHours } = operation.value ?? { targetHours: null, workingHours: null };
  const timeZone = user.value?.operationTimeZone ?? "UTC";
  const ageMs = workingAgeMs(workingHours, timeZone, Date.parse(since), nowMs);
  return ageMs > (targetHours?.[queue] ?? FIRST_TARGET_HOURS) * HOUR_MS;
}
