import { describeIncident, type TargetHours } from "../../../worker/contract/describe-incident.ts";
import { INCIDENT_TEXT } from "../../../worker/contract/incident-text.ts";
import type { AdminIncident } from "./on-call-calls.ts";
import { ON_CALL_TEXT } from "./on-call-text.ts";

/** What an incident needs: an admin's acknowledgement, its cause to end, or nothing. */
export type IncidentState = "waiting" | "acknowledged" | "ended";

export function stateOf({ acknowledged, endedAt }: AdminIncident): IncidentState {
  if (endedAt !== null) return "ended";
  return acknowledged ? "acknowledged" : "waiting";
}

const NO_TARGETS: TargetHours = { withdrawals: 0, identities: 0, exceptions: 0, imports: 0 };

/** The incident in one line. */
export function incidentTitle({ cause }: AdminIncident): string {
  // The name of a queue is enough here: the sentence below it says the target age.
  return cause === null ? ON_CALL_TEXT.unknown : describeIncident(INCIDENT_TEXT, cause, NO_TARGETS).subject;
}

/** The incident in a sentence. @param targetHours the target ages of the queues */
export function incidentSentence({ cause, endedAt }: AdminIncident, targetHours: TargetHours): string {
  if (cause === null) return ON_CALL_TEXT.unknownDetail;
  const { happened, ended } = describeIncident(INCIDENT_TEXT, cause, targetHours);
  return endedAt === null ? happened : ended;
}
