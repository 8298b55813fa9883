import { useSignals } from "@preact/signals-react/runtime";
import { formatAge } from "../../ui/format.ts";
import { queueTargetMs } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";

type WaitingAgeProps = {
  /** ISO 8601. */
  since: string;
  nowMs: number;
  /** Whether it waits for an admin: the age of anything else is never late. */
  isWaiting: boolean;
};

/** How old an item of a queue is, marked once it has waited longer than the operation wants. */
export function WaitingAge({ since, nowMs, isWaiting }: WaitingAgeProps) {
  useSignals();
  const ageMs = nowMs - Date.parse(since);
  const age = formatAge(ageMs);
  return (
    <span className="num" data-tone={isWaiting && isOverTarget(ageMs) ? "warn" : "muted"} title={age}>
      {ADMIN_TEXT.shortAge(age)}
    </span>
  );
}

/** Whether an item has waited for too long. Reads a signal. */
export function isOverTarget(ageMs: number): boolean {
  return ageMs > queueTargetMs.value;
}
